package rank

import "github.com/normlet/normlet/internal/parallel"

// labelled looks the examples up, as if the pack had been built without their
// folds. Equal ones are one outcome, by first appearance.
func (s *sampler) labelled() []outcome { return s.examples(s.cfg.Labelled) }

// foreign looks the mentions up that mean what the list has not.
func (s *sampler) foreign() []outcome { return s.examples(s.cfg.Foreign) }

func (s *sampler) examples(all []Example) []outcome {
	count := map[Example]float64{}
	var examples []Example
	for _, e := range all {
		if count[e] == 0 {
			examples = append(examples, e)
		}
		count[e]++
	}
	out := make([]outcome, len(examples))
	parallel.Each(0, len(out), func(i int) {
		out[i] = s.example(&examples[i])
		out[i].weight = count[examples[i]]
	})
	return out
}

func (s *sampler) example(e *Example) outcome {
	o := outcome{mention: e.Mention, gold: -1}
	for _, c := range s.n.Candidates(e.Mention) {
		if s.cfg.Unseen != nil && !s.cfg.Unseen(e.Fold, &c) {
			continue
		}
		if c.Entity == e.Entity {
			o.gold = c.Entity // else "none of these" is the truth
		}
		o.rows = append(o.rows, c)
	}
	return o
}
