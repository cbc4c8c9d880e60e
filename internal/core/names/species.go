package names

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	minGenus = 3 // least bytes of a genus that is written out
	maxGenus = 2 // largest grade of a genus as an English word; Salmonella has 2, sodium 3
)

// stripAuthority removes from a species who described it and when: Aedes aegypti (Linnaeus, 1762).
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

// stripStrain removes from a species the last word of its strain, or who described it: C. elegans N2, Zea mays L. It keeps the
// initials of the name with a number, which distinguish diseases (Retinitis pigmentosa RP25), and a V, as viruses have the
// names of their hosts.
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

// isEpithet reports whether a word has only small letters and hyphens, except for a comma at its end.
func isEpithet(word string) bool {
	word = strings.TrimSuffix(word, ",")
	return len(word) > 1 && !strings.ContainsFunc(word, func(r rune) bool { return r != '-' && !unicode.IsLower(r) })
}

// hasYear reports whether a word of a text, without the marks around it, is a number from 1700 to 2099.
func hasYear(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		w = strings.Trim(w, "(),.;")
		return len(w) == 4 && w >= "1700" && w < "2100" && strings.Trim(w, "0123456789") == ""
	})
}
