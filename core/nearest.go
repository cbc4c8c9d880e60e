package core

import (
	"math"
	"slices"

	"github.com/normlet/normlet/core/score"
	"github.com/normlet/normlet/core/search"
)

// scanned is how many of the rows nearest by code are looked at. A mention that is a name needs no
// more than are scored.
func (s *lookup) scanned() int {
	if s.forms > 0 {
		return score.NearestRows
	}
	return score.ScannedRows
}

// nearest keeps, of the rows whose codes are nearest to the query's code, those nearest to its
// vector, in place: what the query loses when it is cut to bits need not be lost. Equal rows keep
// their order.
func (n *Normalizer) nearest(s *lookup, hits []search.Hit) []search.Hit {
	if hits = hits[:min(len(hits), s.scanned())]; len(hits) <= score.NearestRows {
		return hits
	}
	s.bits.Reset(s.proj)
	s.keys, s.kept = s.keys[:0], s.kept[:0]
	for i, h := range hits {
		s.keys = append(s.keys, descending(s.bits.Score(n.pack.Code(int(h.Row))))<<32|uint64(i))
	}
	slices.Sort(s.keys)
	for _, key := range s.keys[:score.NearestRows] {
		s.kept = append(s.kept, hits[uint32(key)])
	}
	return hits[:copy(hits, s.kept)]
}

// descending returns a number that is the smaller, the larger x is.
func descending(x float32) uint64 {
	b := math.Float32bits(x)
	if b>>31 == 0 {
		return uint64(^b &^ (1 << 31))
	}
	return uint64(b)
}
