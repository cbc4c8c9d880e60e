package annotate

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
)

// triggers has the triggers of a pack in each language, by the Hash of their first word, the longest first.
type triggers [len(names.Speech{})]map[uint32][]trigger

type trigger struct {
	words    []uint32
	says, of string
}

func newTriggers(known []names.Trigger) *triggers {
	out := &triggers{}
	for _, k := range known {
		of := &out[k.Language]
		if *of == nil {
			*of = map[uint32][]trigger{}
		}
		t := trigger{says: k.Says, of: k.Of}
		for _, w := range k.Words {
			t.words = append(t.words, names.Hash(w))
		}
		(*of)[t.words[0]] = append((*of)[t.words[0]], t)
	}
	for _, of := range out {
		for _, first := range of {
			slices.SortStableFunc(first, func(a, b trigger) int { return cmp.Compare(len(b.words), len(a.words)) })
		}
	}
	return out
}

// in returns the triggers of a text in the language that most of its words are of, English if there are several: none if the
// pack has none in that.
func (all *triggers) in(w *tag.Work) (out []triggerMatch) {
	var words names.Speech
	for i := range w.Tokens {
		words.Hear(w.Hash(i))
	}
	most := -1
	for language, of := range all {
		found := triggersIn(w, of)
		for _, t := range found {
			for i := t.from; i < t.to && t.says != "and"; i++ {
				if w.Tokens[i].Class != names.Mark && !names.IsCommon(w.Hash(i), language) {
					words[language]++
				}
			}
		}
		if words[language] > most {
			out, most = found, words[language]
		}
	}
	return out
}

func triggersIn(w *tag.Work, of map[uint32][]trigger) (out []triggerMatch) {
	for i := 0; i < len(w.Tokens) && len(of) > 0; i++ {
		known := of[w.Hash(i)]
		if kind := kindOf(w, i); kind != 0 {
			known = slices.Concat(known, of[kind])
		}
		for k := range known {
			t := &known[k]
			if isSpelled(w, i, t.words) && !(i > 0 && w.Source[w.Tokens[i].Start] == '?' && w.Tokens[i-1].End == w.Tokens[i].Start && w.Tokens[i-1].Class != names.Mark) {
				out = append(out, triggerMatch{t, i, i + len(t.words)})
				i += len(t.words) - 1
				break
			}
		}
	}
	return out
}

// isSpelled reports whether the tokens from i on are words of a trigger, or of their kinds.
func isSpelled(w *tag.Work, i int, words []uint32) bool {
	for k, h := range words {
		if i+k >= len(w.Tokens) || w.Hash(i+k) != h && kindOf(w, i+k) != h {
			return false
		}
	}
	return true
}

// The words that stand for a kind of words in tables of triggers: a year, another number; names.FirstMonth for a month.
var anyYear, anyNumber = names.Hash("2000"), names.Hash("0")

// kindOf returns what stands for a token in tables of triggers, 0 if nothing does.
func kindOf(w *tag.Work, i int) uint32 {
	switch text := w.Source[w.Tokens[i].Start:w.Tokens[i].End]; {
	case w.Tokens[i].Class == names.Digits && len(text) == 4 && (text[:2] == "19" || text[:2] == "20"):
		return anyYear
	case w.Tokens[i].Class == names.Digits:
		return anyNumber
	}
	return names.FirstMonth(w.Hash(i))
}

// endsList reports whether a trigger behind a comma, perhaps right behind it, begins what a list before it is not about.
func (t *triggerMatch) endsList(of *triggerMatch, right bool) bool {
	return t.says == "now" && right && (of.says == "past" || of.says == "negated") || t.says == "verb" || t.says == "end" && (t.of == "both" || of.says == "negated") || (t.isBefore() || t.of == "either") && t.says != of.says
}

// isBefore reports whether a trigger stands before what it is about.
func (t *triggerMatch) isBefore() bool {
	return t.of == "after" || t.of == "near" || t.of == "noted" || t.of == "condition"
}

func (t *triggerMatch) mark(a *Assertion) {
	switch t.says {
	case "negated":
		a.Negated = true
	case "hypothetical":
		a.Hypothetical = true
	case "other":
		a.OfOther = true
	case "past", "reaction":
		a.Past = true
	}
}

// bounds reports whether a trigger, or none, ends what another is about that looks back: "s/p CABG in 2014".
func (t *triggerMatch) bounds(of *triggerMatch) bool {
	return t != nil && (t.says == "verb" || t.isBefore() || of.of == "note" && t.says == "end")
}
