package protocol

import (
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/lab/internal/hits"
)

// How entities that share a name count. The places of an answer are names, each once in any spelling of the same text
// form, and each names all entities of the namespaces looked at that have it.
const (
	strict  = "strict"  // a place is right if its name names a right entity and no other
	Std     = "std"     // one entity of each name is drawn: the expected share is counted, not a draw
	lenient = "lenient" // a place is right if its name names a right entity
)

// Scores are those that Options.Score may be.
func Scores() []string { return []string{strict, Std, lenient} }

// found returns the entities of the matches of answers.
func found(ids *pack.Strings, answers []core.Answer) [][]int32 {
	out := make([][]int32, len(answers))
	for i := range answers {
		for _, m := range answers[i].Matches {
			for _, id := range append([]string{m.ID}, m.Same...) { // the first may be another list's
				if e, ok := ids.Find(id); ok {
					out[i] = append(out[i], int32(e))
					break
				}
			}
		}
	}
	return out
}

// drawn counts places that name several entities.
func drawn(score string, places [][]int32, right []int32) (out hits.Credits) {
	missed := 1.0 // the chance that no place so far is right
	next := 0
	for i, k := range hits.Ranks {
		for ; next < min(k, len(places)); next++ {
			missed *= 1 - chance(score, places[next], right)
		}
		out[i] = 1 - missed
	}
	return out
}

// chance returns how likely a name names a right entity.
func chance(score string, named, right []int32) float64 {
	n := 0
	for _, e := range named {
		if slices.Contains(right, e) {
			n++
		}
	}
	switch {
	case n == 0 || score == strict && len(named) > 1:
		return 0
	case score == Std:
		return float64(n) / float64(len(named))
	}
	return 1
}

// homonyms are the entities that names name, by the forms of these.
type homonyms map[string][]int32

// newHomonyms returns those of the names that answers matched; of no namespaces, entities of all count.
func newHomonyms(c *pack.Contents, answers map[string]core.Answer, namespaces []string) homonyms {
	named := homonyms{}
	for _, a := range answers {
		for _, m := range a.Matches {
			named[names.Form(m.Matched)] = nil
		}
	}
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		form, e := names.Form(string(name)), int32(c.RowEntity[row])
		out := len(namespaces) > 0 && !slices.Contains(namespaces, c.Namespaces[c.EntityNamespace[e]])
		if list, ok := named[form]; ok && !out && !slices.Contains(list, e) {
			named[form] = append(list, e)
		}
	}
	return named
}

// places returns the entities that the names of an answer name, each name once.
func (h homonyms) places(a core.Answer) (out [][]int32) {
	var forms []string
	for _, m := range a.Matches {
		if form := names.Form(m.Matched); !slices.Contains(forms, form) {
			forms = append(forms, form)
			out = append(out, h[form])
		}
	}
	return out
}
