package search

import (
	"fmt"

	"github.com/bits-and-blooms/bitset"
)

// Filter is the set of rows that a search may return, of a namespace, say. It is immutable, made once and used for many
// searches; a search with it costs no more than one without.
type Filter struct {
	words []uint64 // of the set, which kernels read
	rows  int
	count int // of allowed rows
}

// NewFilter returns the filter of the rows in allow, a set of the length Len, which it keeps. nil means every row.
func (x *Index) NewFilter(allow *bitset.BitSet) (*Filter, error) {
	if allow == nil {
		allow = bitset.New(uint(x.Len())).SetAll()
	}
	if int(allow.Len()) != x.Len() {
		return nil, fmt.Errorf("search: filter of %d rows does not fit the index of %d rows", allow.Len(), x.Len())
	}
	return &Filter{allow.Words(), x.Len(), int(allow.Count())}, nil
}

// nextRun returns the bounds of the next run of rows, in steps of runRows, that holds an allowed row, or to, to.
func (f *Filter) nextRun(from, to int) (start, end int) {
	for start = from; start < to && f.empty(start, to); start += runRows {
	}
	for end = start; end < to && !f.empty(end, to); end += runRows {
	}
	return min(start, to), min(end, to)
}

// runRows is the grain at which a scan skips rows that a filter rules out: large enough not to disturb the kernel's
// stream where allowed rows are scattered, small enough to gain where they come in runs.
const runRows = 1024

// empty reports whether no row in [row, row+runRows) is allowed.
func (f *Filter) empty(row, to int) bool {
	var any uint64
	for _, w := range f.words[row/64 : (min(row+runRows, to)+63)/64] {
		any |= w
	}
	return any == 0
}
