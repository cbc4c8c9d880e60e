package eval

import (
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
)

// Open says what becomes of mentions of the open world, most of which name something that no list has: by the pack's own
// decision, Answer.NIL, and by the probability of the answer.
type Open struct {
	Has    Decided    `json:"has"`   // mentions that mean an entity of the pack
	Lacks  Decided    `json:"lacks"` // all others: NIL is right
	At     []Answered `json:"at"`    // for the probabilities 0.8, 0.9 and 0.95
	Cover9 float64    `json:"coverage_90"`
}

// Decided counts mentions by what was decided.
type Decided struct {
	Right int `json:"right"` // an answer, and right
	Wrong int `json:"wrong"` // another answer
	NIL   int `json:"nil"`
}

// Answered is what somebody gets who wants answers of at least a probability.
type Answered struct {
	P         float64 `json:"p"`
	Answered  float64 `json:"answered"`  // share of all mentions
	Precision float64 `json:"precision"` // of these, 0 of none
}

// anyGold gives queries without gold ids one that no pack has, so that they count.
func anyGold(queries []data.Query) []data.Query {
	out := make([]data.Query, len(queries))
	for i, q := range queries {
		if out[i] = q; !isScored(q) {
			out[i].Gold = []string{"-"}
		}
	}
	return out
}

func openWorld(s *querySet, answers []core.Answer, ps []Prediction) *Open {
	o := &Open{Cover9: coverage(ps, 0.9)}
	for i, p := range s.pairs {
		d := &o.Lacks
		if len(p.entities) > 0 {
			d = &o.Has
		}
		switch {
		case answers[p.mention].NIL:
			d.NIL += p.count
		case ps[i].Right:
			d.Right += p.count
		default:
			d.Wrong += p.count
		}
	}
	for _, least := range []float64{0.8, 0.9, 0.95} {
		answered, right := 0, 0
		for _, x := range ps {
			if x.P < least {
				continue
			}
			if answered += x.Count; x.Right {
				right += x.Count
			}
		}
		o.At = append(o.At, Answered{least, ratio(float64(answered), float64(s.queries)), ratio(float64(right), float64(answered))})
	}
	return o
}
