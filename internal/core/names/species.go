package names

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	minGenus = 3 // bytes of a genus that is written out
	maxGenus = 2 // its grade as a word of English, as Salmonella has; sodium has 3
)

// stripAuthority takes who described a species, and when, off it: Aedes aegypti (Linnaeus, 1762).
func stripAuthority(text string) (string, bool) {
	genus, size := utf8.DecodeRuneInString(text)
	if !unicode.IsUpper(genus) || !strings.ContainsAny(text, "12") {
		return "", false
	}
	words, n := strings.Split(text[size:], " "), 0
	for n < min(3, len(words)) && isEpithet(words[n]) {
		n++
	}
	by := strings.Join(words[n:], " ")
	author, _ := utf8.DecodeRuneInString(strings.TrimPrefix(by, "("))
	return strings.TrimSuffix(text[:len(text)-len(by)], ", "), n > 1 && unicode.IsUpper(author) && hasYear(by)
}

// stripStrain takes the last word of a strain, or who described it, off a species: C. elegans N2, Zea mays L. The initials
// of a name with a number tell diseases apart, as in Retinitis pigmentosa RP25, and viruses are called after their hosts.
func stripStrain(text string) (string, bool) {
	words := strings.Fields(text)
	n := len(words)
	if n < 3 || !unicode.IsUpper(rune(text[0])) || !isEpithet(words[1]) {
		return "", false
	}
	genus, last := words[0], words[n-1]
	short := len(genus) == 2 && genus[1] == '.'
	initials := strings.ToUpper(genus[:1] + words[1][:1])
	telling := class(last) != noTail || strings.HasPrefix(last, initials) || strings.HasSuffix(last, "V")
	latin := len(genus) >= minGenus && isEpithet(genus[1:]) && Ordinary(Hash(Form(genus))) <= maxGenus && isFigureOrCapital(rune(last[0]))
	if telling || !short && !latin {
		return "", false
	}
	return strings.TrimSpace(text[:len(text)-len(last)]), HasLetter(last) && strings.ContainsFunc(last, isFigureOrCapital)
}

// isEpithet reports whether a word, but for a comma at its end, is of small letters.
func isEpithet(word string) bool {
	word = strings.TrimSuffix(word, ",")
	return len(word) > 1 && !strings.ContainsFunc(word, func(r rune) bool { return r != '-' && !unicode.IsLower(r) })
}

// hasYear reports whether a word of a text, but for marks around it, is a number of 1700 to 2099.
func hasYear(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		w = strings.Trim(w, "(),.;")
		return len(w) == 4 && w >= "1700" && w < "2100" && strings.Trim(w, "0123456789") == ""
	})
}
