package core

import (
	"github.com/normlet/normlet/core/names"
	"github.com/normlet/normlet/core/score"
	"github.com/normlet/normlet/core/search"
)

// Some mentions mislead: they look like one thing and are another. 2-Sep is a date to
// everybody but the author who typed SEPT2, pSTAT3 is STAT3 with something done to it,
// MEK is two kinases. Each has readings, names that it stands for. A reading is looked
// up as if somebody had asked for it, and its rows compete with those of the mention.

// addReadings adds the rows of the readings of a mention whose own rows are candidates
// already. Those of a date take their place.
func (n *Normalizer) addReadings(s *lookup, mention string, filter *search.RowFilter) {
	s.read = s.read[:0]
	named := s.forms > 0
	if n.readDate(s, mention, named, filter) {
		s.candidates, s.read = s.read, s.candidates
		return
	}
	if !n.readMembers(s, mention, named, filter) && !named {
		n.readModified(s, mention, filter)
	}
	s.candidates = append(s.candidates, s.read...)
}

// readDate reads a date as the names that a spreadsheet makes dates of, unless the
// mention is a name to the letter.
func (n *Normalizer) readDate(s *lookup, mention string, named bool, filter *search.RowFilter) bool {
	if n.off.Has(names.SheetDates) {
		return false
	}
	for i := range s.candidates {
		if s.candidates[i].Stage == score.StageExact {
			return false
		}
	}
	read, serial := names.SheetDate(mention)
	if serial && named {
		return false
	}
	how := score.AsWritten
	if serial {
		how = score.Paraphrased
	}
	return n.readAll(s, mention, read, score.StageExcelDate, how, filter) > 0
}

// readMembers reads a family or a complex as its members, if the pack has two.
func (n *Normalizer) readMembers(s *lookup, mention string, named bool, filter *search.RowFilter) bool {
	if n.off.Has(names.Groups) {
		return false
	}
	g := names.ReadGroup(mention)
	if len(g.Members) == 0 || !g.Listed && named {
		return false
	}
	before := len(s.read)
	found := n.readAll(s, mention, g.Members, score.StageMember, score.AsWritten, filter)
	if found < min(2, len(g.Members)) || !g.Listed && found < len(g.Members) {
		s.read = s.read[:before]
		return false
	}
	return true
}

// readModified reads a mention without what it says beside a name: how the protein was
// modified, tagged or mutated. The reading nearest to the mention counts.
func (n *Normalizer) readModified(s *lookup, mention string, filter *search.RowFilter) {
	if n.off.Has(names.Modified) {
		return
	}
	for _, plain := range names.Plain(mention) {
		members := n.readMembers(s, plain, false, filter)
		if n.readAll(s, mention, []string{plain}, score.StageRewritten, score.Respelled, filter) > 0 || members {
			return
		}
	}
}

// readAll adds the rows of each reading to s.read and returns how many readings have any.
func (n *Normalizer) readAll(s *lookup, mention string, read []string, stage score.Stage, how score.Rewriting, filter *search.RowFilter) (found int) {
	own := s.candidates
	for _, text := range read {
		s.hits, s.candidates = s.hits[:0], s.other[:0]
		s.query.Read(&n.lexicon, text, names.AppendForm(s.part[:0], text))
		s.query.Mention, s.query.Rewriting = mention, how
		if n.addForms(s, stage, filter); len(s.hits) == 0 {
			continue
		}
		found++
		n.encode(s)
		for i := range s.hits {
			s.hits[i].distance = n.distance(s.code, s.hits[i].row)
		}
		s.forms, s.shortened, s.tables = len(s.hits), 0, len(s.hits)
		n.featurize(s, nil)
		s.read, s.other = append(s.read, s.candidates...), s.candidates
	}
	s.candidates = own
	return found
}
