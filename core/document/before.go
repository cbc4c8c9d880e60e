package document

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
)

// named returns the number of the longest name that stands right before the abbreviation, 0 unless that stands for it. It
// does if it is a name of the same entity. Else the name may be the end of a longer one, "acetylsalicylic acid (ASA)", or
// the abbreviation something else, "KRAS (G12D)": no word before may belong to the name, which must be specific, have
// the same digits, and leave half the doubt.
func (q *question) named(qs *queries) int {
	i := slices.IndexFunc(q.before, func(n int) bool { return isName(&qs.answers[n]) })
	if i < 0 {
		return 0
	}
	short, name := &qs.answers[q.whole], &qs.answers[q.before[i]]
	at := index(short.Matches, name.Matches[0].ID)
	if at >= 0 && short.Matches[at].Stage.IsName() {
		return q.before[i]
	}
	whole := i == 0 || endsBefore(qs.list[q.before[i-1]].Mention)
	if whole && isSpecific(name.Mention) && hasDigits(name.Mention, short.Mention) && 1-likelihood(name) <= (1-likelihood(short))/2 {
		return q.before[i]
	}
	return 0
}

// endsBefore reports whether the first of several words does not belong to a name that the others are.
func endsBefore(words string) bool {
	first, _, _ := strings.Cut(words, " ")
	return strings.ContainsAny(first[len(first)-1:], ".,;:?!)]") || ordinary(first) >= knownWord
}

// isSpecific reports whether a name is more than a word that everybody uses, such as disease.
func isSpecific(name string) bool { return ordinary(name) < usedWord }

// ordinary returns how ordinary an English word is, 0 for several words.
func ordinary(word string) int { return names.Ordinary(names.HashWord(strings.ToLower(word))) }

// Words of English: those that most people know belong to no name before which they stand, and those that everybody uses
// are no names of what has an abbreviation.
const (
	knownWord = names.MostOrdinary - 2
	usedWord  = names.MostOrdinary - 1
)

// hasDigits reports whether a name has all digits of an abbreviation.
func hasDigits(name, short string) bool {
	return !strings.ContainsFunc(short, func(r rune) bool { return '0' <= r && r <= '9' && !strings.ContainsRune(name, r) })
}
