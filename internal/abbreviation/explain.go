package abbreviation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
)

// Explain returns what an abbreviation in a mention stands for, the first that the mentions nearby explain: OAB is
// overactive bladder if that is mentioned, too. Without the words between them, a long form must meet more than in
// Definitions: it is all of a mention, its last word has the last letter, and it has at most one word more than the
// abbreviation has letters. Of several, the one with most initials wins, the nearest of equal ones, and never one
// that fits another abbreviation nearby better: adenomatous polyposis coli is APC, not AAPC. An abbreviation that a
// mention nearby itself defines is taken as defined.
func Explain(mention string, neighbours func() []string) (Definition, bool) {
	if len(mention) > maxLong {
		return Definition{}, false // a text
	}
	for _, short := range shortForms(mention) {
		if d, ok := longForm(short, neighbours()); ok {
			return d, true
		}
	}
	return Definition{}, false
}

// hasCapitals reports whether a word is written as abbreviations are, with two capitals.
func hasCapitals(word string) bool {
	capitals := 0
	for _, r := range word {
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	return capitals >= 2
}

// IsAbbreviation reports whether a mention is one word that is written as abbreviations are.
func IsAbbreviation(mention string) bool {
	return hasCapitals(mention) && isShort(mention) && countWords(mention) == 1
}

// SharesHead reports whether the last word of a mention, its head, begins with the last letter of an abbreviation:
// CIN may be some kind of nephropathy.
func SharesHead(short, mention string) bool {
	words := strings.FieldsFunc(mention, func(r rune) bool { return !isAlnum(r) })
	if len(words) == 0 {
		return false
	}
	head, _ := utf8.DecodeRuneInString(words[len(words)-1])
	letters := strings.TrimRightFunc(strings.TrimSuffix(short, "s"), func(r rune) bool { return !isAlnum(r) })
	last, _ := utf8.DecodeLastRuneInString(letters)
	return unicode.ToLower(head) == unicode.ToLower(last)
}

// isNumeral reports whether a word is a Roman numeral as in names (type II, IIA), which abbreviates nothing.
func isNumeral(word string) bool {
	number := strings.TrimRight(word, "AB")
	return len(number) >= 2 && len(word)-len(number) <= 1 && names.IsRoman(number)
}

// shortForms returns the words of a mention that can be short forms.
func shortForms(mention string) []string {
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("()[],;", r) }
	var out []string
	for _, word := range strings.FieldsFunc(mention, between) {
		if hasCapitals(word) && isShort(word) && !isNumeral(word) {
			out = append(out, word)
		}
	}
	return out
}

// longForm looks for a long form of short.
func longForm(short string, neighbours []string) (best Definition, ok bool) {
	singular := strings.TrimSuffix(short, "s") // expand takes the s for a plural
	most := 0.0
	for _, m := range neighbours {
		if m = strings.TrimSpace(m); len(m) > maxLong {
			continue
		}
		for _, d := range Definitions(m) {
			if d.Short == short || d.Short == singular {
				return d, true
			}
		}
		for _, s := range [...]string{short, singular} {
			if share := initials(s, m); share > most && (share == 1 || !fitsAnother(m, share, neighbours)) {
				best, most = Definition{Short: s, Long: m, Loose: share < looseInitials}, share
			}
		}
	}
	return best, most > 0
}

// fitsAnother reports whether an abbreviation nearby has a larger share of its letters as initials of long.
func fitsAnother(long string, share float64, neighbours []string) bool {
	for _, m := range neighbours {
		if m = strings.TrimSpace(m); IsAbbreviation(m) && initials(m, long) > share {
			return true
		}
	}
	return false
}

// initials returns the share of the letters and digits of short that start words of long, 0 if long is no long form
// of it from its first word to its last.
func initials(short, long string) float64 {
	found := letters(short, long) // from the last letter to the first
	if len(found) == 0 {
		return 0
	}
	words := strings.Fields(long)
	if len(words) == 0 || len(words) == 1 && hasCapitals(long) || len(words) > utf8.RuneCountInString(short)+1 || !fits(short, long) {
		return 0
	}
	last := len(long) - len(words[len(words)-1])
	if found[0] < last || found[len(found)-1] >= len(words[0]) {
		return 0
	}
	starts := 0
	for _, at := range found {
		if startsWord(long, at) {
			starts++
		}
	}
	return float64(starts) / float64(len(found))
}
