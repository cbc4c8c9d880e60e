package eval

import (
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
)

// How entities that share a name count. But for Ranked, the places of an answer are names, each once in any spelling
// of the same text form, and each names all entities of the namespaces looked at that have it.
const (
	Ranked  = "ranked"  // the pack decides: the places are entities in its order
	strict  = "strict"  // a place is right if its name names a right entity and no other
	std     = "std"     // one entity of each name is drawn: the expected share is counted, not a draw
	lenient = "lenient" // a place is right if its name names a right entity
)

func Scores() []string { return []string{Ranked, strict, std, lenient} }

// score returns how entities that share a name count.
func (o *Options) score() string {
	switch {
	case o.Score != "":
		return o.Score
	case o.Protocol == BELB:
		return std
	}
	return Ranked
}

// credits are what an answer has earned among the first places, at each of ranks: from 0 to 1.
type credits [len(ranks)]float64

// judge says what the answer to a mention has earned if some entities are right.
type judge func(mention int, right []int32) credits

// judge returns the judge of the protocol. found is the ranking of each answer.
func (r *run) judge(res *Result, answers []core.Answer, found [][]int32) judge {
	switch {
	case r.protocol == BioSyn:
		parts := make([][][]int32, len(res.Results)) // the rankings of the parts of each mention; whole ones have one
		for i := range parts {
			parts[i] = r.found(res.Results[i].Answers)
		}
		return func(mention int, right []int32) credits { return allParts(parts[mention], right) }
	case r.policy != Ranked:
		named := r.homonyms(answers)
		return func(mention int, right []int32) credits { return drawn(r.policy, named[mention], right) }
	}
	return ranked(found)
}

// ranked judges by the first right entity.
func ranked(found [][]int32) judge {
	return func(mention int, right []int32) credits { return until(rankOf(found[mention], right)) }
}

// until returns the credits of an answer that is right from a place on, which is from 0.
func until(at int) (out credits) {
	for i, k := range ranks {
		if at < k {
			out[i] = 1
		}
	}
	return out
}

// allParts counts a mention when each of its parts has found a right entity.
func allParts(parts [][]int32, right []int32) credits {
	last := 0
	for _, found := range parts {
		last = max(last, rankOf(found, right))
	}
	if len(parts) == 0 {
		return credits{}
	}
	return until(last)
}

// drawn counts places that name several entities.
func drawn(policy string, places [][]int32, right []int32) (out credits) {
	missed := 1.0 // the chance that no place so far is right
	next := 0
	for i, k := range ranks {
		for ; next < min(k, len(places)); next++ {
			missed *= 1 - chance(policy, places[next], right)
		}
		out[i] = 1 - missed
	}
	return out
}

// chance returns how likely a name names a right entity.
func chance(policy string, named, right []int32) float64 {
	n := 0
	for _, e := range named {
		if slices.Contains(right, e) {
			n++
		}
	}
	switch {
	case n == 0 || policy == strict && len(named) > 1:
		return 0
	case policy == std:
		return float64(n) / float64(len(named))
	}
	return 1
}

func (r *run) homonyms(answers []core.Answer) [][][]int32 {
	c := engine.Of(r.n).Contents()
	named := map[string][]int32{}
	for i := range answers {
		for _, m := range answers[i].Matches {
			named[names.Form(m.Matched)] = nil
		}
	}
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		form, e := names.Form(string(name)), int32(c.RowEntity[row])
		if list, ok := named[form]; ok && r.looksFor(e) && !slices.Contains(list, e) {
			named[form] = append(list, e)
		}
	}
	out := make([][][]int32, len(answers))
	for i := range answers {
		var forms []string
		for _, m := range answers[i].Matches {
			if form := names.Form(m.Matched); !slices.Contains(forms, form) {
				forms = append(forms, form)
				out[i] = append(out[i], named[form])
			}
		}
	}
	return out
}
