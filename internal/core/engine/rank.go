package engine

import (
	"cmp"
	"slices"

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

// rerank lets the text around the mention decide between the entities whose scores come near the best. An entity that the
// mention names gains if another of its names stands in the text; any gains by how much better its profile fits the text
// than that of the best. A text without words that the pack knows changes nothing.
func (e *Engine) rerank(w *Work, cs []score.Candidate, mention, context string) {
	if context == "" || len(cs) < 2 || cs[1].Score < cs[0].Score-score.ContextReach {
		return
	}
	for _, add := range [...]func(*Work, []score.Candidate, string, string){e.addStanding, e.addTopics} {
		add(w, cs, mention, context)
		slices.SortStableFunc(cs, func(a, b score.Candidate) int { return cmp.Compare(b.Score, a.Score) })
	}
}

// addStanding raises the scores of entities near the best by how much of another of their names stands in the text. The
// mention has to be a name of theirs, or short for one: what else stands there is named for itself, as the kinds of a
// disease are.
func (e *Engine) addStanding(w *Work, cs []score.Candidate, mention, context string) {
	w.surroundings.Read(context, mention)
	near := cs[0].Score - score.ContextReach
	for i := range cs {
		if cs[i].Score < near {
			break
		}
		if cs[i].Stage > score.StageAbbreviation {
			continue
		}
		stands := float32(0)
		rows := e.Entities.Rows(uint32(cs[i].Entity))
		for _, row := range rows[:min(len(rows), score.StandingNames)] {
			stands = max(stands, w.surroundings.Stands(e.Pack.Names.At(int(row)), &e.lexicon.Frequencies))
		}
		cs[i].Score += float32(score.StandingWeight * stands)
	}
}

// addTopics raises the scores of entities near the best by how much better than the best their profiles fit the text.
func (e *Engine) addTopics(w *Work, cs []score.Candidate, mention, context string) {
	if e.topics == nil {
		return
	}
	topics := e.topics()
	best := topics.Profile(int(cs[0].Entity))
	if best == nil {
		return
	}
	vector, known := topics.AppendVector(w.topic[:0], context, mention)
	w.topic = vector
	if !known {
		return
	}
	fit, least := topic.Score(vector, best), cs[0].Score-score.ContextReach
	for i := 1; i < len(cs) && cs[i].Score >= least; i++ {
		if p := topics.Profile(int(cs[i].Entity)); p != nil {
			cs[i].Score += float32(topics.Weight * (topic.Score(vector, p) - fit))
		}
	}
}
