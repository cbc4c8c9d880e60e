package document

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/core/names"
)

// askBeside asks for what the text has beside a mention, one of the two in brackets: the longest mention nearby, or the
// abbreviation. If the abbreviation has neither that nor a long form with its letters, it asks for all words before it.
func (w *window) askBeside(qs *queries, q *question, nearby func() []string) {
	e, mention := &w.entries[q.at], q.result.Mention
	q.short = abbreviation.IsAbbreviation(mention)
	beside := e.defined.Beside(mention)
	if len(beside) == 0 {
		return
	}
	name := beside[0]
	if q.short {
		name = e.pairs[mention]
		others := nearby()
		if i := slices.IndexFunc(beside, func(b string) bool { return slices.Contains(others, b) && hasDigits(b, mention) }); i >= 0 {
			name = beside[i]
			e.pairs[mention] = name // for those far away, too
		}
	} else if long, ok := e.defined.Expand(name, e.at); ok && long != mention {
		beside = []string{long} // "deficiency of an enzyme (AE)"
	}
	if name != "" {
		q.pair = qs.add(name, &e.Place, q.number)
	}
	if !q.short || name == "" && !q.stated {
		for _, name := range beside {
			q.before = append(q.before, qs.add(name, &e.Place, q.number))
		}
	}
}

// meant returns the number of the query whose answer is that for a mention, 0 for its own.
func (q *question) meant(qs *queries) int {
	own, long, pair := &qs.answers[q.whole], &qs.answers[q.long], &qs.answers[q.pair]
	switch {
	case q.pair > 0 && !q.short && q.isLongForm(qs):
		return q.pair
	case q.long > 0 && isName(long):
		return q.long
	case q.pair > 0 && q.short && !(q.stated && likelihood(long) > 0 && len(qs.list[q.pair].Mention) > len(qs.list[q.long].Mention)):
		if !prefersShort(pair, own) {
			return q.pair
		}
	case q.long > 0 && q.stated && q.short:
		if !prefersShort(long, own) {
			return q.long
		}
	case q.long > 0 && likelihood(long) >= likelihood(own):
		return q.long
	case q.short:
		return q.named(qs)
	}
	return 0
}

// isLongForm reports whether a mention before an abbreviation in brackets is a long form of it that the abbreviation says
// better: the abbreviation is a name, and the mention has nothing else before a long form that the list has.
func (q *question) isLongForm(qs *queries) bool {
	own, short, inner := &qs.answers[q.whole], &qs.answers[q.pair], &qs.answers[q.before[0]]
	if !isName(short) || q.before[0] != q.pair && likelihood(inner) > 0 {
		return false
	}
	return prefersShort(own, short) && (own.NIL || index(own.Matches, short.Matches[0].ID) >= 0)
}

// prefersShort reports whether of a long form and its abbreviation, which mean the same, the abbreviation says it better: if
// it is likelier, the long form is no name, and may mean the same, too. An abbreviation of what the list lacks is often one of
// something else, but seldom one with a number, or a name among what the long form comes near: OPG, osteoprotegerin.
func prefersShort(long, short *core.Answer) bool {
	if isName(long) || likelihood(long) >= likelihood(short) {
		return false
	}
	best := &short.Matches[0]
	if likelihood(long) == 0 && isName(short) && len(long.Matches) > 0 && long.Matches[0].Namespace == best.Namespace {
		return true
	}
	return index(long.Matches, best.ID) >= 0 || strings.ContainsAny(short.Mention, "0123456789")
}

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
