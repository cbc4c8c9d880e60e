package engine

import (
	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// retrieve reads the mention whose text form is s.form, encodes it and fills s.hits with the rows that tables
// find: all steps but the last. It returns false, without candidates, for a mention in which there is nothing.
func (e *Engine) retrieve(s *Lookup, mention string, filter *search.RowFilter) bool {
	s.candidates, s.hits, s.offered, s.Decided = s.candidates[:0], s.hits[:0], s.offered[:0], false
	s.query.Read(&e.lexicon, mention, s.form)
	if len(s.form) == 0 {
		return false
	}
	s.size = search.SizeOf(len(s.form))
	s.clock.Begin(score.PartTables)
	e.addForms(s, score.StageNormalized, filter)
	if len(s.hits) == 0 {
		e.rewrite(s, mention, filter)
	}
	s.clock.Begin(score.PartEncode)
	e.encode(s)
	s.clock.Begin(score.PartTables)
	s.forms = len(s.hits)
	e.addAbbreviated(s, filter)
	if s.forms == 0 {
		e.addParts(s, filter)
		e.addRare(s, filter)
	}
	return true
}

// encode computes the query's vector and code.
func (e *Engine) encode(s *Lookup) {
	s.vector = e.encoder.EncodeForm(s.vector[:0], s.query.Form)
	s.proj = e.head.Project(s.proj[:0], s.vector)
	s.code = binarize.Signs(s.code[:0], s.proj)
}

// addForms adds the rows whose normalized form is the mention's, as it is, with
// Latin for Greek letters, and in other figures.
func (e *Engine) addForms(s *Lookup, stage score.Stage, filter *search.RowFilter) {
	e.addForm(s, s.query.Compact, stage, filter)
	for _, other := range [...][]byte{s.query.Latin, s.query.Figures} {
		if len(other) > 0 {
			e.addForm(s, other, stage, filter)
		}
	}
}

// addForm adds the rows whose normalized form is compact, unless they are there. Rows are sorted by it.
func (e *Engine) addForm(s *Lookup, compact []byte, stage score.Stage, filter *search.RowFilter) {
	row, before := e.rows.First(compact, &s.reading), s.hits
	for end := row + score.SameRows; row < end && e.rows.Is(row, compact, &s.reading); row++ {
		if filter.Has(int32(row)) && !containsRow(before, int32(row)) {
			s.hits = append(s.hits, hit{row: int32(row), stage: stage})
		}
	}
}

// rewrite looks for rewritings of a mention that is no name. If none is a name, the
// query is the equivalent rewriting, or the mention as it was.
func (e *Engine) rewrite(s *Lookup, asked string, filter *search.RowFilter) {
	q, mention := &s.query, asked
	read := func(text string, how score.Rewriting) {
		q.Read(&e.lexicon, text, names.AppendForm(s.part[:0], text))
		q.Mention, q.Rewriting = asked, how
	}
	as := score.AsWritten
	texts, near := e.byWord().Respell(asked, q)
	for _, text := range texts {
		read(text, score.Respelt)
		if e.addForms(s, score.StageRewritten, filter); len(s.hits) > 0 {
			return
		}
	}
	if near != "" {
		mention, as, s.size = near, score.Respelt, search.SizeOf(len(near))
	}
	if len(texts) > 0 {
		read(mention, as)
	}
	var others []string
	if other, ok := e.lexicon.Rewrites.Equivalent(&q.Text, e.lexicon.Known); ok {
		mention, as, others = other, score.Equivalent, append(others, other)
		read(mention, as)
		if e.addForms(s, score.StageRewritten, filter); len(s.hits) > 0 {
			return
		}
	}
	for _, other := range append(others, e.lexicon.Rewrites.Approximate(&q.Text)...) {
		read(other, score.Approximate)
		e.addForm(s, q.Compact, score.StageRewritten, filter)
		if !q.Off.Has(names.Plural) {
			e.addForm(s, append(q.Compact, 's'), score.StageRewritten, filter)
		}
		if len(s.hits) > 0 {
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
func (e *Engine) addParts(s *Lookup, filter *search.RowFilter) {
	q := &s.query
	if len(q.Words) > score.MaxWithin || q.Off.Has(names.NamesWithin) {
		return
	}
	least := score.ShareWithin * q.Weight
	for i, weight := 1, q.Weight; i < len(q.Words); i++ {
		if weight -= q.Words[i-1].Weight; weight < least || e.addPart(s, q.Form[q.Words[i].Start:], filter) {
			break
		}
	}
	for i, weight := len(q.Words)-1, q.Weight; i > 0; i-- {
		if weight -= q.Words[i].Weight; weight < least || e.addPart(s, q.Form[:q.Words[i].Start], filter) {
			break
		}
	}
}

// addPart adds the rows whose name is a part of the mention, and reports whether there are any.
func (e *Engine) addPart(s *Lookup, form []byte, filter *search.RowFilter) bool {
	if s.part = names.AppendCompact(s.part[:0], form); len(s.part) < score.MinWithin {
		return false
	}
	from := len(s.hits)
	e.addForm(s, s.part, score.StagePart, filter)
	return len(s.hits) > from
}

// addRare adds the rows that have a rare word of the mention. A long name that has one telling word in common with
// it ("VHL disease", von Hippel-Lindau disease, VHL) may not be among the nearest.
func (e *Engine) addRare(s *Lookup, filter *search.RowFilter) {
	most := len(s.hits) + score.RareHits
	for i := range s.query.Words {
		w := &s.query.Words[i]
		if !index.MayBeRare(w) || s.query.Off.Has(names.RareWords) {
			continue
		}
		for _, posting := range e.byWord().Rare.Of(w.Hash) {
			if row := int32(posting); len(s.hits) < most && filter.Has(row) && !containsRow(s.hits, row) {
				s.hits = append(s.hits, hit{row: row, stage: score.StageWord})
			}
		}
	}
}
