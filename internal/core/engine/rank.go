package engine

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/topic"
)

// fold returns the best candidate of each entity, by score: the weights of the ranker times its features.
func (e *Engine) fold(w *Work) []score.Candidate {
	cs := w.folding.Fold(&e.Calibration.Ranker, w.candidates)
	score.SuppressOtherMembers(cs)
	return cs
}

// Reorder lets organisms and the text around the mention decide between the candidates that FindEntities returned. It
// changes cs.
func (e *Engine) Reorder(w *Work, cs []score.Candidate, mention string, r *Request) []score.Candidate {
	if e.Organisms != nil && len(cs) > 0 {
		r.said = e.Organisms.Said(&w.around, mention, r.Context, r.Organisms, r.OrganismCounts)
		cs = e.Organisms.AddOrthologs(cs, r.Filter, &r.said)
		e.Organisms.Prefer(cs, &r.said, r.Context == "")
	}
	e.rerank(w, cs, mention, r.Context)
	return cs
}

// ReorderKept is Reorder of candidates that are kept. The result is valid until the next look-up with w. It reports whether an
// answer of it can differ from one of the candidates as they are.
func (e *Engine) ReorderKept(w *Work, kept *score.Kept, mention string, r *Request) (out []score.Candidate, moved bool) {
	w.candidates = kept.AppendTo(w.candidates[:0])
	out = e.Reorder(w, w.candidates, mention, r)
	return out, !kept.Are(out) || e.Organisms.Lacks(out, &r.said)
}

// rerank lets the text around the mention decide between the entities whose scores come near the best: each gains if another
// of its names stands there, or what it is written about with.
func (e *Engine) rerank(w *Work, cs []score.Candidate, mention, context string) {
	if context == "" || len(cs) < 2 || cs[1].Score < cs[0].Score-score.ContextReach {
		return
	}
	near, among := cs[0].Score-score.ContextReach, e.company.Has(uint32(cs[0].Entity))
	text, own := topic.Around(context, mention), ""
	for i := range cs {
		c := &cs[i]
		if c.Score < near {
			break
		}
		inCompany := e.company.Has(uint32(c.Entity))
		if c.Stage <= score.StageAbbreviation || among && inCompany {
			w.surroundings.Read(text, mention) // once
			c.Score += float32(score.StandingWeight * e.standing(w, c))
		}
		if inCompany {
			if own == "" {
				own = names.Key(mention)
			}
			c.Score += float32(score.CompanyWeight * e.company.Meets(uint32(c.Entity), e.company.Read(&w.texts, text), own))
		}
	}
	slices.SortStableFunc(cs, func(a, b score.Candidate) int { return cmp.Compare(b.Score, a.Score) })
}

// standing returns how much of another name of a candidate stands in the text that w.surroundings has read. It counts only among
// those with company, or if the mention is a name of it, or short for one: what else stands there is named for itself, as the
// kinds of a disease are.
func (e *Engine) standing(w *Work, c *score.Candidate) (most float32) {
	rows := e.Entities.Rows(uint32(c.Entity))
	w.named = w.named[:0]
	for _, row := range rows[:min(len(rows), score.StandingNames)] {
		w.named = append(w.named, int32(row))
	}
	w.names.Read(e.Pack.Names, w.named)
	for i := range w.named {
		most = max(most, w.surroundings.Stands(names.View(w.names.At(i)), &e.lexicon.Frequencies))
	}
	return most
}
