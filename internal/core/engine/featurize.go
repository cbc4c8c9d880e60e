package engine

import (
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/f32"
)

// featurize makes candidates of the rows found, near ones last, and fills in their
// features: those of the tables for all, those of names for the most promising.
func (e *Engine) featurize(w *Work, near *search.Nearest) {
	w.clock.Begin(score.PartFeature)
	w.candidates, w.codes = w.candidates[:0], w.codes[:0]
	words := len(w.code)
	for i, h := range w.hits {
		w.codes = e.appendCode(w.codes, h.row)
		distance := int32(bitvec.Distance(w.code, w.codes[i*words:]))
		w.candidates = append(w.candidates, score.Candidate{Row: h.row, Distance: distance, Stage: h.stage, Read: w.query.Rewriting == score.Respelt && h.stage == score.StageRewritten})
	}
	for i, h := range near.Hits {
		if !containsRow(w.hits, h.Row) {
			w.candidates = append(w.candidates, score.Candidate{Row: h.Row, Distance: h.Distance, Stage: score.StageHamming})
			w.codes = append(w.codes, near.Codes[i*words:(i+1)*words]...)
		}
	}
	e.tableFeatures(w)
	found := w.forms
	for found < len(w.hits) && w.hits[found].stage == score.StageAbbreviation {
		found++
	}
	score.EvenCosine(w.candidates[w.forms:found], e.Calibration.Trust)
	// Comparing names costs more than all else. The candidates that are not promising stay
	// in the running without what their names would add.
	e.nameFeatures(w, w.folding.Promising(&e.Calibration.Ranker, w.candidates, found, len(w.hits)))
}

// tableFeatures fills in the entities of the candidates, and the features that
// need no name. Its tables are read in no order: one short loop for each lets
// the reads of many rows be in flight together.
func (e *Engine) tableFeatures(w *Work) {
	p := e.Pack
	w.rows = append(w.rows[:0], make([]score.Row, len(w.candidates))...)
	for i := range w.candidates {
		c := &w.candidates[i]
		c.Entity = int32(p.RowEntity[c.Row])
	}
	for i := range w.candidates {
		w.rows[i].Prior = p.Prior[w.candidates[i].Entity]
	}
	for i := range w.candidates {
		if w.rows[i].Kind = p.RowKind[w.candidates[i].Row]; w.rows[i].Kind == pack.KindTwin {
			w.rows[i].Kind = pack.KindPrimary
		}
	}
	for i := range w.hits {
		w.rows[i].Alignment = w.hits[i].alignment
	}
	w.bits.Reset(w.proj)
	scale := 1 / f32.Sqrt(max(f32.Dot(w.proj, w.proj)*float32(len(w.proj)), 1e-30))
	for i, words := 0, len(w.code); i < len(w.candidates); i++ {
		w.rows[i].Cosine = float32(w.bits.Score(w.codes[i*words:(i+1)*words]) * scale)
	}
	w.query.TableFeatures(w.candidates, w.rows)
}

// nameFeatures fills in the features of the names of some candidates, given by their
// indexes.
func (e *Engine) nameFeatures(w *Work, promising []int32) {
	w.named = w.named[:0]
	for _, i := range promising {
		w.named = append(w.named, w.candidates[i].Row)
	}
	w.clock.Begin(score.PartStrings)
	w.names.Read(e.Pack.Names, w.named)
	w.reader.Begin()
	for k, i := range promising {
		w.reader.NameFeatures(&w.query, &w.candidates[i], names.View(w.names.At(k)))
	}
	if w.forms == 0 { // else names of all words are there
		w.reader.ShareWords(&w.query, w.candidates, promising)
	}
	score.ShareBegins(w.candidates, promising)
	score.DemoteForeignAliases(w.candidates[:w.forms], e.Pack.EntityNamespace)
}

// commonness returns the share of the labelled mentions of a name that mean an entity.
func (e *Engine) commonness(compact []byte, entity int32) float32 {
	if len(e.Calibration.Commonness) == 0 {
		return 0
	}
	return e.Calibration.CommonnessOf(compact, e.Pack.IDs.At(int(entity)))
}
