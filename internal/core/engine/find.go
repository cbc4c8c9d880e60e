package engine

import (
	"slices"

	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// FindEntities returns the entities that a mention may mean, each as its best candidate, by falling score.
func (e *Engine) FindEntities(w *Work, mention string, r *Request) []score.Candidate {
	w.clock.Begin(score.PartRead)
	e.gather(w, mention, r)
	w.clock.Begin(score.PartRank)
	return e.fold(w)
}

// Candidates returns all candidate rows of a mention, without scores, in a fixed order. A score.Ranker is fitted on them.
func (e *Engine) Candidates(mention string) []score.Candidate {
	w := e.Begin()
	defer e.End(w)
	all, _ := e.Filters.Of(nil) // never fails
	e.gather(w, mention, &Request{Filter: all, Near: true})
	return slices.Clone(w.candidates)
}

// Nearest appends the k rows with the nearest codes to the mention's, of all sizes, by distance and then, in a
// large pack, by the size of the name. It is the last step of retrieval alone.
func (e *Engine) Nearest(dst []search.Hit, mention string, k int) []search.Hit {
	return e.codes.AppendNearestOfAll(dst, e.Code(nil, mention), k)
}

// Suggest returns up to k rows, of entities of their own, whose name begins with what was typed: see index.Complete.
func (e *Engine) Suggest(typed string, k int, filter *search.RowFilter) []index.Completion {
	return index.Complete(e.Pack, typed, k, filter)
}

// gather fills w.candidates with the rows that all steps of retrieval find and their features.
func (e *Engine) gather(w *Work, mention string, r *Request) {
	w.form = names.AppendForm(w.form[:0], mention)
	if !e.retrieve(w, mention, r.Filter) {
		return
	}
	if !e.decideByNames(w, mention, r) {
		w.clock.Begin(score.PartScan)
		e.codes.Nearest(&w.near, w.code, w.size, score.NearestRows, r.Filter)
		e.featurize(w, &w.near)
	}
	w.clock.Begin(score.PartRead)
	e.addReadings(w, mention, r.Filter, r.Stated)
	e.addTranslated(w, r.Language, r.Filter)
}
