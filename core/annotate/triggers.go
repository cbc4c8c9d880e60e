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
		for k := range of[w.Hash(i)] {
			t := &of[w.Hash(i)][k]
			if w.Spells(i, t.words) && !(i > 0 && w.Source[w.Tokens[i].Start] == '?' && w.Tokens[i-1].End == w.Tokens[i].Start && w.Tokens[i-1].Class != names.Mark) {
				out = append(out, triggerMatch{t, i, i + len(t.words)})
				i += len(t.words) - 1
				break
			}
		}
	}
	return out
}
