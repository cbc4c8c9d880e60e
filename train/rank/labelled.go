package rank

import "github.com/normlet/normlet/internal/parallel"

// labelled looks the examples up, as if the pack had been built without their
// folds. Equal ones are one outcome, by first appearance.
func (s *sampler) labelled() []outcome {
	count := map[Example]float64{}
	var examples []Example
	for _, e := range s.cfg.Labelled {
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
	o := outcome{gold: -1}
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
