package assemble

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/internal/core/names"

	"github.com/normlet/normlet/train/data"
)

// Names of one entity that differ in one word show that the two words are synonyms ("renal failure", "kidney failure"). Such
// names of two entities show that they are not ("primary", "secondary"). The strength of a synonym follows from how often each
// happens.

const (
	maxSynonymWords = 8   // of a name that is looked at
	minSynonym      = 3   // letters
	minAgree        = 2   // entities that show a synonym
	minStrength     = 0.3 // of a synonym that is kept
	doubt           = 2   // cases against every synonym, to begin with
	maxSameContext  = 512 // words that occur in one context, of which more are a rule, not a sign
)

// slot is the stem of a word with what is around it, in a name of an entity.
type slot struct {
	context uint64 // hash of the other words, in any order
	word    string
	entity  int32
}

type wordPair struct{ a, b string } // a < b

// synonymsOf returns the synonyms that the names of entities show, and more, of equal ones the strongest.
func synonymsOf(entities []data.Entity, more []names.Synonym) []names.Synonym {
	slots := slotsOf(entities)
	agree := agreeing(slots)
	against := disagreeing(slots, agree)
	out := slices.Clone(more)
	for pair, n := range agree {
		strength := float64(n) / float64(n+against[pair]+doubt)
		if n < minAgree || strength < minStrength {
			continue
		}
		a, b := names.Hash(pair.a), names.Hash(pair.b) // of stems
		if a != b {
			out = append(out, names.Synonym{A: min(a, b), B: max(a, b), Strength: uint8(255 * strength)})
		}
	}
	slices.SortFunc(out, func(x, y names.Synonym) int {
		return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B), cmp.Compare(y.Strength, x.Strength))
	})
	return slices.CompactFunc(out, func(x, y names.Synonym) bool { return x.A == y.A && x.B == y.B })
}

// slotsOf returns the slots of all names, by context, word and entity.
func slotsOf(entities []data.Entity) []slot {
	var out []slot
	for e := range entities {
		for _, name := range entities[e].Names {
			ws := names.Words(name.Text)
			if len(ws) < 2 || len(ws) > maxSynonymWords {
				continue
			}
			all := uint64(0) // a sum, so that order makes no difference
			for i, w := range ws {
				ws[i] = names.Stem(w)
				all += extend(0, ws[i])
			}
			for _, w := range ws {
				if len(w) >= minSynonym && (w[0] < '0' || w[0] > '9') {
					out = append(out, slot{all - extend(0, w), w, int32(e)})
				}
			}
		}
	}
	slices.SortFunc(out, func(x, y slot) int {
		return cmp.Or(cmp.Compare(x.context, y.context), cmp.Compare(x.word, y.word), cmp.Compare(x.entity, y.entity))
	})
	return slices.Compact(out)
}

// eachContext calls f with the slots of each context that more than one word and not too many have.
func eachContext(slots []slot, f func([]slot)) {
	for start := 0; start < len(slots); {
		end := start
		for end < len(slots) && slots[end].context == slots[start].context {
			end++
		}
		if n := end - start; n > 1 && n <= maxSameContext {
			f(slots[start:end])
		}
		start = end
	}
}

// agreeing counts for each pair of words the entities that have both in one context.
func agreeing(slots []slot) map[wordPair]int {
	type seen struct {
		pair   wordPair
		entity int32
	}
	had := map[seen]bool{}
	out := map[wordPair]int{}
	eachContext(slots, func(group []slot) {
		for i := range group {
			for j := i + 1; j < len(group); j++ {
				a, b := &group[i], &group[j]
				if a.entity != b.entity || a.word == b.word {
					continue
				}
				pair := wordPair{a.word, b.word} // sorted, as the slots are
				if k := (seen{pair, a.entity}); !had[k] {
					had[k] = true
					out[pair]++
				}
			}
		}
	})
	return out
}

// disagreeing counts for the pairs of agree the contexts in which no entity has both words.
func disagreeing(slots []slot, agree map[wordPair]int) map[wordPair]int {
	partners := map[string][]string{}
	for pair := range agree {
		partners[pair.a] = append(partners[pair.a], pair.b)
	}
	out := map[wordPair]int{}
	eachContext(slots, func(group []slot) {
		byWord := map[string][]int32{}
		for _, s := range group {
			byWord[s.word] = append(byWord[s.word], s.entity)
		}
		for a, as := range byWord {
			for _, b := range partners[a] {
				if bs := byWord[b]; bs != nil && !meet(as, bs) {
					out[wordPair{a, b}]++
				}
			}
		}
	})
	return out
}

func meet(a, b []int32) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			return true
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}
