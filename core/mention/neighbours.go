package mention

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Around is how many mentions before a mention, and how many after it, tell what its
// abbreviations stand for: with ten fewer are explained, with thirty more wrongly.
const Around = 20

// Nearby returns the places of the mentions around the one at place i of n, the
// nearest first.
func Nearby(i, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for far := 1; far <= Around; far++ {
			if at := i - far; at >= 0 && !yield(at) {
				return
			}
			if at := i + far; at < n && !yield(at) {
				return
			}
		}
	}
}

// Neighbours returns what an abbreviation in a mention stands for, the first that the
// mentions around it in the same text explain: OAB is overactive bladder where that is
// mentioned, too. Without the words between them, more is asked of a long form than in
// Abbreviations: it is all of a mention, its last word has the last letter, and it has
// at most one word more than the abbreviation has letters. Of several the one that has
// most letters at the starts of words is taken, of equal ones the first of neighbours,
// and none of which another abbreviation among them has more: adenomatous polyposis
// coli is APC, not AAPC.
// An abbreviation that a neighbour itself defines is taken as defined.
func Neighbours(mention string, neighbours iter.Seq[string]) (Definition, bool) {
	if len(mention) > maxLong {
		return Definition{}, false // a text
	}
	for _, short := range shortForms(mention) {
		if d, ok := explain(short, neighbours); ok {
			return d, true
		}
	}
	return Definition{}, false
}

// fewInitials is the share of letters at the starts of words below which an explanation
// is Loose.
const fewInitials = 0.5

// isAbbreviation reports whether a word is written as abbreviations are, with two
// capitals.
func isAbbreviation(word string) bool {
	capitals := 0
	for _, r := range word {
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	return capitals >= 2
}

// IsAbbreviation reports whether a mention is a word that is written as abbreviations are.
func IsAbbreviation(mention string) bool {
	return len(strings.Fields(mention)) == 1 && isAbbreviation(mention) && isShort(mention)
}

// SharesHead reports whether the last word of a mention begins with the last letter of
// an abbreviation: what a thing is comes last, so that CIN may be a nephropathy of some
// kind, even one of which the mention does not say all.
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

// isNumeral reports whether a word is a Roman number as in names (type II, IIA): it is
// not short for isolated thrombocytopenia.
func isNumeral(word string) bool {
	number := strings.TrimRight(word, "AB")
	return len(number) >= 2 && len(word)-len(number) <= 1 && strings.Trim(number, "IVX") == ""
}

// shortForms returns the words of a mention that can be short forms.
func shortForms(mention string) []string {
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("()[],;", r) }
	var out []string
	for _, word := range strings.FieldsFunc(mention, between) {
		if isAbbreviation(word) && isShort(word) && !isNumeral(word) {
			out = append(out, word)
		}
	}
	return out
}

// explain looks for a long form of short.
func explain(short string, neighbours iter.Seq[string]) (best Definition, ok bool) {
	singular := strings.TrimSuffix(short, "s") // Expand takes the s for a plural
	most := 0.0
	for neighbour := range neighbours {
		if neighbour = strings.TrimSpace(neighbour); len(neighbour) > maxLong {
			continue
		}
		for _, d := range Abbreviations(neighbour) {
			if d.Short == short || d.Short == singular {
				return Definition{Short: d.Short, Long: d.Long}, true
			}
		}
		for _, s := range [...]string{short, singular} {
			if share := initials(s, neighbour); share > most && (share == 1 || !anotherFits(neighbour, share, neighbours)) {
				best, most = Definition{Short: s, Long: neighbour, Loose: share < fewInitials}, share
			}
		}
	}
	return best, most > 0
}

// anotherFits reports whether an abbreviation nearby has a larger share of its letters
// at the starts of the words of long, which is then what that one stands for.
func anotherFits(long string, share float64, neighbours iter.Seq[string]) bool {
	for neighbour := range neighbours {
		if neighbour = strings.TrimSpace(neighbour); IsAbbreviation(neighbour) && initials(neighbour, long) > share {
			return true
		}
	}
	return false
}

// initials returns the share of the letters and digits of short that start words of
// long, 0 if long is no long form of it, from its first word to its last.
func initials(short, long string) float64 {
	words := strings.Fields(long)
	if len(words) == 0 || len(words) == 1 && isAbbreviation(long) || len(words) > utf8.RuneCountInString(short)+1 || !fits(short, long) {
		return 0
	}
	found := places(short, long) // from the last letter to the first
	last := len(long) - len(words[len(words)-1])
	if len(found) == 0 || found[0] < last || found[len(found)-1] >= len(words[0]) {
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
