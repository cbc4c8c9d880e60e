package engine

import (
	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/f32"
)

// featurize makes candidates of the rows found, near ones last, and fills in their
// features: those of the tables for all, those of names for the most promising.
func (e *Engine) featurize(s *Lookup, near *search.Nearest) {
	s.clock.Begin(score.PartFeature)
	s.candidates, s.codes = s.candidates[:0], s.codes[:0]
	words := len(s.code)
	for i, h := range s.hits {
		s.codes = e.appendCode(s.codes, h.row)
		distance := int32(bitvec.Distance(s.code, s.codes[i*words:]))
		s.candidates = append(s.candidates, score.Candidate{Row: h.row, Distance: distance, Stage: h.stage, Read: s.query.Rewriting == score.Respelt && h.stage == score.StageRewritten})
	}
	for i, h := range near.Hits {
		if !containsRow(s.hits, h.Row) {
			s.candidates = append(s.candidates, score.Candidate{Row: h.Row, Distance: h.Distance, Stage: score.StageHamming})
			s.codes = append(s.codes, near.Codes[i*words:(i+1)*words]...)
		}
	}
	e.tableFeatures(s)
	found := s.forms
	for found < len(s.hits) && s.hits[found].stage == score.StageAbbreviation {
		found++
	}
	score.EvenCosine(s.candidates[s.forms:found], e.Calibration.Trust)
	// Comparing names costs more than all else. The candidates that are not promising stay
	// in the running without what their names would add.
	e.nameFeatures(s, s.folding.Promising(&e.Calibration.Ranker, s.candidates, found, len(s.hits)))
}

// tableFeatures fills in the entities of the candidates, and the features that
// need no name. Its tables are read in no order: one short loop for each lets
// the reads of many rows be in flight together.
func (e *Engine) tableFeatures(s *Lookup) {
	p := e.Pack
	s.rows = append(s.rows[:0], make([]score.Row, len(s.candidates))...)
	for i := range s.candidates {
		c := &s.candidates[i]
		c.Entity = int32(p.RowEntity[c.Row])
	}
	for i := range s.candidates {
		s.rows[i].Prior = p.Prior[s.candidates[i].Entity]
	}
	for i := range s.candidates {
		s.rows[i].Kind = p.RowKind[s.candidates[i].Row]
	}
	for i := range s.hits {
		s.rows[i].Alignment = s.hits[i].alignment
	}
	s.bits.Reset(s.proj)
	scale := 1 / f32.Sqrt(max(f32.Dot(s.proj, s.proj)*float32(len(s.proj)), 1e-30))
	for i, words := 0, len(s.code); i < len(s.candidates); i++ {
		s.rows[i].Cosine = float32(s.bits.Score(s.codes[i*words:(i+1)*words]) * scale)
	}
	s.query.TableFeatures(s.candidates, s.rows)
}

// nameFeatures fills in the features of the names of some candidates, given by their
// indexes.
func (e *Engine) nameFeatures(s *Lookup, promising []int32) {
	s.named = s.named[:0]
	for _, i := range promising {
		s.named = append(s.named, s.candidates[i].Row)
	}
	s.clock.Begin(score.PartStrings)
	s.names.Read(e.Pack.Names, s.named)
	for k, i := range promising {
		s.reader.NameFeatures(&s.query, &s.candidates[i], names.View(s.names.At(k)))
	}
	score.ShareBegins(s.candidates, promising)
	score.DemoteForeignAliases(s.candidates[:s.forms], e.Pack.EntityNamespace)
}

// commonness returns the share of the labelled mentions of a name that mean an entity.
func (e *Engine) commonness(compact []byte, entity int32) float32 {
	if len(e.Calibration.Commonness) == 0 {
		return 0
	}
	return e.Calibration.CommonnessOf(compact, e.Pack.IDs.At(int(entity)))
}
