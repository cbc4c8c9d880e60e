package engine

import (
	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// retrieve reads the mention whose text form is w.form, encodes it and fills w.hits with the rows that tables
// find: all steps but the last. It returns false, without candidates, for a mention in which there is nothing.
func (e *Engine) retrieve(w *Work, mention string, filter *search.RowFilter) bool {
	w.candidates, w.hits, w.offered, w.Decided = w.candidates[:0], w.hits[:0], w.offered[:0], false
	w.query.Read(&e.lexicon, mention, w.form)
	if len(w.form) == 0 {
		return false
	}
	w.size = search.SizeOf(len(w.form))
	w.clock.Begin(score.PartTables)
	e.addForms(w, score.StageNormalized, filter)
	if len(w.hits) == 0 {
		e.addPlain(w, mention, filter)
	}
	if len(w.hits) == 0 {
		e.rewrite(w, mention, filter)
	}
	w.clock.Begin(score.PartEncode)
	e.encode(w)
	w.clock.Begin(score.PartTables)
	w.forms = len(w.hits)
	e.addAbbreviated(w, filter)
	if w.forms == 0 {
		e.addParts(w, filter)
		e.addRare(w, filter)
	}
	return true
}

// encode computes the query's vector and code.
func (e *Engine) encode(w *Work) {
	w.vector = e.encoder().EncodeForm(w.vector[:0], w.query.Form)
	w.proj = e.head.Project(w.proj[:0], w.vector)
	w.code = binarize.Signs(w.code[:0], w.proj)
}

// addForms adds the rows whose normalized form is the mention's, as it is, with
// Latin for Greek letters, and in other figures.
func (e *Engine) addForms(w *Work, stage score.Stage, filter *search.RowFilter) {
	w.first = e.addForm(w, w.query.Compact, stage, filter)
	for _, other := range [...][]byte{w.query.Latin, w.query.Figures} {
		if len(other) > 0 {
			e.addForm(w, other, stage, filter)
		}
	}
}

// addForm adds the rows whose normalized form is compact, unless they are there. Rows are sorted by it: addForm returns the
// first that is not below it.
func (e *Engine) addForm(w *Work, compact []byte, stage score.Stage, filter *search.RowFilter) (first int) {
	first, before := e.rows.First(compact, &w.reading), w.hits
	for row, end := first, first+score.SameRows; row < end && e.rows.Is(row, compact, &w.reading); row++ {
		if filter.Has(int32(row)) && !containsRow(before, int32(row)) {
			w.hits = append(w.hits, hit{row: int32(row), stage: stage})
		}
	}
	return first
}

// addPlain adds the rows of the mention as names are written. If there are any, that is the query.
func (e *Engine) addPlain(w *Work, asked string, filter *search.RowFilter) {
	plain, ok := e.lexicon.Plainly(asked, w.query.Off)
	if !ok {
		return
	}
	w.query.Read(&e.lexicon, plain, names.AppendForm(w.part[:0], plain))
	if e.addForms(w, score.StageNormalized, filter); len(w.hits) == 0 {
		w.query.Read(&e.lexicon, asked, w.form)
	}
	w.query.Mention = asked
}

// rewrite looks for rewritings of a mention that is no name. If none is a name, the
// query is the equivalent rewriting, or the mention as it was.
func (e *Engine) rewrite(w *Work, asked string, filter *search.RowFilter) {
	q, mention := &w.query, asked
	read := func(text string, how score.Rewriting) {
		q.Read(&e.lexicon, text, names.AppendForm(w.part[:0], text))
		q.Mention, q.Rewriting = asked, how
	}
	as := score.AsWritten
	texts, near := e.byWord().Respell(asked, q)
	for _, text := range texts {
		read(text, score.Respelt)
		if e.addForms(w, score.StageRewritten, filter); len(w.hits) > 0 {
			return
		}
	}
	if near != "" {
		mention, as, w.size = near, score.Respelt, search.SizeOf(len(near))
	}
	if len(texts) > 0 {
		read(mention, as)
	}
	var others []string
	if other, ok := e.lexicon.Rewrites.Equivalent(&q.Text, e.lexicon.Known); ok {
		mention, as, others = other, score.Equivalent, append(others, other)
		read(mention, as)
		if e.addForms(w, score.StageRewritten, filter); len(w.hits) > 0 {
			return
		}
	}
	for _, other := range append(others, e.lexicon.Rewrites.Approximate(&q.Text)...) {
		read(other, score.Approximate)
		e.addForm(w, q.Compact, score.StageRewritten, filter)
		if !q.Off.Has(names.Plural) {
			e.addForm(w, append(q.Compact, 's'), score.StageRewritten, filter)
		}
		if len(w.hits) > 0 {
			return
		}
	}
	if len(others) > 0 || q.Rewriting != score.AsWritten {
		read(mention, as)
	}
}

// addParts adds the rows of the longest names that the mention ends and begins with,
// beside itself. A mention that says more than any name mostly ends with a name (solid
// tumor), or begins with one (RB tumors), and its code need not be near that of a part.
func (e *Engine) addParts(w *Work, filter *search.RowFilter) {
	q := &w.query
	if len(q.Words) > score.MaxWithin || q.Off.Has(names.NamesWithin) {
		return
	}
	least := score.ShareWithin * q.Weight
	for i, weight := 1, q.Weight; i < len(q.Words); i++ {
		if weight -= q.Words[i-1].Weight; weight < least || e.addPart(w, q.Form[q.Words[i].Start:], filter) {
			break
		}
	}
	for i, weight := len(q.Words)-1, q.Weight; i > 0; i-- {
		if weight -= q.Words[i].Weight; weight < least || e.addPart(w, q.Form[:q.Words[i].Start], filter) {
			break
		}
	}
}

// addPart adds the rows whose name is a part of the mention, and reports whether there are any.
func (e *Engine) addPart(w *Work, form []byte, filter *search.RowFilter) bool {
	if w.part = names.AppendCompact(w.part[:0], form); len(w.part) < score.MinWithin {
		return false
	}
	from := len(w.hits)
	e.addForm(w, w.part, score.StagePart, filter)
	return len(w.hits) > from
}

// addRare adds the rows that have a rare word of the mention. A long name that has one telling word in common with
// it ("VHL disease", von Hippel-Lindau disease, VHL) may not be among the nearest.
func (e *Engine) addRare(w *Work, filter *search.RowFilter) {
	most := len(w.hits) + score.RareHits
	for i := range w.query.Words {
		word := &w.query.Words[i]
		if !index.MayBeRare(word) || w.query.Off.Has(names.RareWords) {
			continue
		}
		for _, posting := range e.byWord().Rare.Of(word.Hash) {
			if row := int32(posting); len(w.hits) < most && filter.Has(row) && !containsRow(w.hits, row) {
				w.hits = append(w.hits, hit{row: row, stage: score.StageWord})
			}
		}
	}
}
