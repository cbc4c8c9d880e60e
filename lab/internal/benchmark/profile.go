package benchmark

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/score"
)

// Kind is mentions of about a length with one outcome, and what their look-ups take.
type Kind struct {
	Outcome  string             `json:"outcome"` // name, near or nil
	Length   string             `json:"length"`  // of the mention, in bytes
	Mentions int                `json:"mentions"`
	NS       float64            `json:"ns"`    // mean of a look-up
	Parts    map[string]float64 `json:"parts"` // share of it by score.Part
}

// lengths are those that kinds are told apart by.
var lengths = []struct {
	most int
	name string
}{{6, "1 to 6"}, {20, "7 to 20"}, {1 << 30, "21 and more"}}

// outcomes are how a look-up can end.
var outcomes = []string{"name", "near", "nil"}

// profile is the time that the parts of look-ups take, by mention: the shortest of all rounds, which other work on the
// machine disturbs least.
type profile struct {
	parts   [][score.NumParts]float64
	outcome []string
}

// look looks a mention up, numbered from 0 in the first round.
func (p *profile) look(n *core.Normalizer, i int, mention string) {
	var c score.Clock
	e := engine.Of(n)
	e.Clock = &c
	a := n.Lookup(mention, 0)
	e.Clock = nil
	var parts [score.NumParts]float64
	for k, spent := range c.Spent {
		parts[k] = float64(spent.Nanoseconds())
	}
	if i == len(p.parts) {
		p.parts, p.outcome = append(p.parts, parts), append(p.outcome, outcomeOf(&a))
	} else if floats.Sum(parts[:]) < floats.Sum(p.parts[i][:]) {
		p.parts[i] = parts
	}
}

func outcomeOf(a *core.Answer) string {
	switch {
	case a.NIL:
		return "nil"
	case a.Matches[0].Stage.IsName():
		return "name"
	}
	return "near"
}

// kinds sums up, by outcome and then by length.
func (p *profile) kinds(mentions []string) (out []Kind) {
	for _, outcome := range outcomes {
		least := 0
		for _, l := range lengths {
			k := Kind{Outcome: outcome, Length: l.name, Parts: map[string]float64{}}
			var parts [score.NumParts]float64
			for i, m := range mentions {
				if p.outcome[i] == outcome && least < len(m) && len(m) <= l.most {
					k.Mentions++
					for part, ns := range p.parts[i] {
						parts[part] += ns
					}
				}
			}
			least = l.most
			if all := floats.Sum(parts[:]); all > 0 {
				k.NS = all / float64(k.Mentions)
				for part := range score.NumParts {
					k.Parts[part.String()] = parts[part] / all
				}
				out = append(out, k)
			}
		}
	}
	return slices.Clip(out)
}
