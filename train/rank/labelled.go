package rank

import (
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/parallel"
)

// views are a labelled mention as a pack sees it that was built without the mention's fold, and
// one that was built without any mentions.
type views struct {
	unseen, without outcome
	missing         bool // the list lacks the entity that the mention means
}

// labelled looks the examples up. It counts equal ones as one, in the order of their first appearance.
func (s *sampler) labelled() []views {
	count := map[Example]float64{}
	var examples []Example // different ones
	for _, e := range s.cfg.Labelled {
		if count[e] == 0 {
			examples = append(examples, e)
		}
		count[e]++
	}
	out := make([]views, len(examples))
	parallel.Each(0, len(out), func(i int) {
		e := examples[i]
		rows := engine.Of(s.n).Candidates(e.Mention)
		out[i] = views{
			view(e.Mention, rows, e.Entity, func(c *score.Candidate) bool { return s.cfg.Unseen == nil || s.cfg.Unseen(e.Fold, c) }),
			view(e.Mention, rows, e.Entity, func(c *score.Candidate) bool { return s.cfg.Without == nil || s.cfg.Without(c) }),
			e.Entity == Missing,
		}
		out[i].unseen.weight, out[i].without.weight = count[e], count[e]
	})
	return out
}

// knownOf returns the views of mentions whose entity the list has.
func knownOf(all []views) (out []views) {
	for _, v := range all {
		if !v.missing {
			out = append(out, v)
		}
	}
	return out
}

// total returns the number of mentions, including equal ones.
func total(all []views) (n float64) {
	for i := range all {
		n += all[i].unseen.weight
	}
	return n
}

// view returns the rows for which keep holds; keep may change them.
func view(mention string, rows []score.Candidate, entity int32, keep func(*score.Candidate) bool) outcome {
	o := outcome{mention: mention, gold: -1}
	var kept []score.Candidate
	for _, c := range rows {
		if !keep(&c) {
			continue
		}
		if c.Entity == entity {
			o.gold = entity // else "none of these" is the truth
		}
		kept = append(kept, c)
	}
	o.rows = packed(kept)
	return o
}

func ofViews(vs []views, unseen bool) []outcome {
	out := make([]outcome, len(vs))
	for i := range vs {
		if out[i] = vs[i].without; unseen {
			out[i] = vs[i].unseen
		}
	}
	return out
}
