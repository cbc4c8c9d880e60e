package search

import (
	"fmt"
	"math/bits"
)

// Filter is the set of rows that a search may return, of a namespace, say. It is immutable, made once and used for many
// searches; a search with it costs no more than one without.
type Filter struct {
	words []uint64 // bit r%64 of word r/64; bits beyond the last row are zero
	rows  int
	count int // of set bits
}

// NewFilter returns the filter of the rows in allow: one bit a row, bit r%64 of word r/64, in exactly as many words as Len
// needs (the words of a bitset.BitSet of that length). nil means every row. Bits beyond the last row are ignored. The
// filter does not keep allow.
func (x *Index) NewFilter(allow []uint64) (*Filter, error) {
	rows := x.Len()
	n := (rows + 63) / 64
	if allow != nil && len(allow) != n {
		return nil, fmt.Errorf("search: filter of %d words does not fit the index of %d rows: want %d", len(allow), rows, n)
	}
	f := &Filter{words: make([]uint64, n), rows: rows}
	for i := range f.words {
		w := ^uint64(0)
		if allow != nil {
			w = allow[i]
		}
		if left := rows - i*64; left < 64 {
			w &= 1<<left - 1
		}
		f.words[i] = w
		f.count += bits.OnesCount64(w)
	}
	return f, nil
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
