package core

import (
	"sort"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/search"
)

// maxSame bounds the rows of equal normalized form that are looked at.
const maxSame = 1024

// addSame adds the rows whose normalized form is the mention's to s.hits, as it is,
// with Latin for Greek letters, and in other figures.
func (n *Normalizer) addSame(s *scratch, filter *rowFilter) {
	p := &s.profile
	n.addForm(s, p.compact, filter)
	for _, other := range [...][]byte{p.latin, p.figures} {
		if len(other) > 0 {
			n.addForm(s, other, filter)
		}
	}
}

// addForm adds the rows whose normalized form is compact, unless they are there, without
// distances. Rows are sorted by it.
func (n *Normalizer) addForm(s *scratch, compact []byte, filter *rowFilter) {
	rows, before := n.pack.Names.Len(), s.hits
	row := sort.Search(rows, func(i int) bool { return string(n.compactOf(s, i)) >= string(compact) })
	for end := min(rows, row+maxSame); row < end && string(n.compactOf(s, row)) == string(compact); row++ {
		if filter.has(int32(row)) && !containsRow(before, int32(row)) {
			s.hits = append(s.hits, search.Hit{Row: int32(row)})
		}
	}
}

// containsRow reports whether row is among the hits, which are few.
func containsRow(hits []search.Hit, row int32) bool {
	for _, h := range hits {
		if h.Row == row {
			return true
		}
	}
	return false
}

// compactOf returns the compact form of a row's name, valid until the next call.
func (n *Normalizer) compactOf(s *scratch, row int) []byte {
	s.name = n.pack.Names.Append(s.name[:0], row)
	s.row.form = encoder.AppendTextForm(s.row.form[:0], unsafeString(s.name))
	s.row.compact = encoder.AppendCompact(s.row.compact[:0], s.row.form)
	return s.row.compact
}
