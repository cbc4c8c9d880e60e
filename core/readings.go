package core

import (
	"slices"

	"github.com/normlet/normlet/core/names"
	"github.com/normlet/normlet/core/score"
	"github.com/normlet/normlet/core/search"
)

// Some mentions mislead: they look like one thing and are another. 2-Sep is a date to
// everybody but the author who typed SEPT2, pSTAT3 is STAT3 with something done to it,
// MEK is two kinases. Each has readings, names that it stands for. A reading is looked
// up as if somebody had asked for it, and its rows compete with those of the mention.

// addReadings adds the rows of the readings of a mention whose own rows are candidates
// already. Those of a date or a list take their place: 2-Sep is no name that has the
// same letters, nor is PARP1/2 PARP12.
func (n *Normalizer) addReadings(s *lookup, mention string, filter *search.RowFilter) {
	s.read = s.read[:0]
	if len(mention) > names.MaxReading {
		return
	}
	named := s.forms > 0
	exact := slices.ContainsFunc(s.candidates, func(c score.Candidate) bool { return c.Stage == score.StageExact })
	if !exact && (n.readDate(s, mention, named, filter) || n.readList(s, mention, filter)) {
		s.candidates, s.read = s.read, s.candidates
		return
	}
	if !n.readGroup(s, mention, filter) && (!named || !exact && names.LooksPhosphorylated(mention)) {
		n.readModified(s, mention, filter)
	}
	s.candidates = append(slices.DeleteFunc(s.candidates, s.isRead), s.read...)
}

// isRead reports whether a near candidate is a row that was found by a reading, too.
func (s *lookup) isRead(c score.Candidate) bool {
	return c.Stage > score.StageMember && slices.ContainsFunc(s.read, func(r score.Candidate) bool { return r.Row == c.Row })
}

// readDate reads a date as the names that a spreadsheet makes dates of. A bare number
// may be anything else, so it counts if it is no name, and for less.
func (n *Normalizer) readDate(s *lookup, mention string, named bool, filter *search.RowFilter) bool {
	if n.off.Has(names.SheetDates) {
		return false
	}
	read, serial := names.SheetDate(mention)
	how := score.AsWritten
	if serial {
		how = score.Paraphrased
	}
	return !(serial && named) && n.readAll(s, mention, read, score.StageExcelDate, how, filter) > 0
}

// readGroup reads a family or a complex as its members, if the pack has two.
func (n *Normalizer) readGroup(s *lookup, mention string, filter *search.RowFilter) bool {
	g := names.ReadGroup(mention)
	return n.readMembers(s, mention, g.Members, min(2, len(g.Members)), filter)
}

// readList reads a list of numbers as the names that it lists, if all are names.
func (n *Normalizer) readList(s *lookup, mention string, filter *search.RowFilter) bool {
	members := names.ReadList(mention)
	return n.readMembers(s, mention, members, len(members), filter)
}

// readMembers reads a mention as several names, if the pack has at least so many.
func (n *Normalizer) readMembers(s *lookup, mention string, members []string, least int, filter *search.RowFilter) bool {
	if len(members) == 0 || n.off.Has(names.Groups) {
		return false
	}
	before := len(s.read)
	if n.readAll(s, mention, members, score.StageMember, score.AsWritten, filter) < least {
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
		members := n.readList(s, plain, filter) || n.readGroup(s, plain, filter)
		if n.readAll(s, mention, []string{plain}, score.StageRewritten, score.Respelled, filter) > 0 || members {
			return
		}
	}
}

// readAll adds the rows of each reading to s.read and returns how many readings have any,
// as far as there is room.
func (n *Normalizer) readAll(s *lookup, mention string, read []string, stage score.Stage, how score.Rewriting, filter *search.RowFilter) (found int) {
	own := s.candidates
	for _, text := range read {
		if len(s.read) >= score.SameRows {
			break
		}
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
