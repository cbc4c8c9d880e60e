package search

import (
	"maps"
	"slices"
	"sync"

	"github.com/bits-and-blooms/bitset"
)

// RowFilter is the rows that a search may find; nil stands for all.
type RowFilter struct {
	words []uint64                  // of the set; a *bitset.BitSet here would link its JSON into every program, 0.1 MB
	codes func() (*bySize, *Filter) // to search, and which of their places; made by the first search
}

// few says up to which share of all rows, one in so many, those of a filter are few. A scan that rules the others out
// still reads their codes.
const few = 2

// Has reports whether a row may be found.
func (f *RowFilter) Has(row int32) bool { return f == nil || f.words[row>>6]>>(row&63)&1 != 0 }

// Next appends the first n rows of postings that may be found to dst, and returns the postings after them.
func (f *RowFilter) Next(dst []int32, postings []uint64, n int) (rows []int32, rest []uint64) {
	for i, posting := range postings {
		if n == 0 {
			return dst, postings[i:]
		}
		if row := int32(posting); f.Has(row) {
			dst, n = append(dst, row), n-1
		}
	}
	return dst, nil
}

// NewRowFilter returns the filter of the rows in allow, which it keeps.
func (x *BySize) NewRowFilter(allow *bitset.BitSet) *RowFilter {
	f := &RowFilter{words: allow.Words()}
	f.codes = sync.OnceValues(func() (*bySize, *Filter) {
		in, byPlace := x.index(), allow
		if in.order != nil {
			byPlace = bitset.New(allow.Len())
			for place := range in.Len() {
				if f.Has(in.order.row(int32(place))) {
					byPlace.Set(uint(place))
				}
			}
		}
		places, _ := in.NewFilter(byPlace) // fails only for rows of another index
		if in.order != nil && places.count <= in.Len()/few {
			excerpt := in.excerptOf(places) // the codes of these rows alone
			return excerpt, excerpt.all
		}
		return in, places
	})
	return f
}

// FilterBytes returns about how much a filter of so many rows takes.
func (x *BySize) FilterBytes(rows int) int {
	if rows > x.rows/few {
		return 3 * x.rows / 8
	}
	return x.rows/8 + (rows+64*numSizes)*(8*x.words+6) // bit planes take nine bits more
}

// in returns the index to search for rows of a filter, and which of its places.
func (x *BySize) in(f *RowFilter) (*bySize, *Filter) {
	if f == nil {
		in := x.index()
		return in, in.all
	}
	return f.codes()
}

// excerptOf copies the codes at some places. Where a range of x begins or ends, the next of them begins a word of the
// filter, so that the ranges of the excerpt hold the same rows.
func (x *bySize) excerptOf(places *Filter) *bySize {
	e, edges := &bySize{}, map[int]int{} // places of the excerpt by those of x
	for _, r := range x.ranges {
		edges[r.from], edges[r.to] = 0, 0
	}
	set := bitset.FromWithLength(uint(x.Len()), places.words)
	most := places.count + 64*min(len(edges), places.count)
	codes, allow := make([]uint64, 0, most*x.words), bitset.New(uint(most))
	e.rows = make([]int32, 0, most)
	at, more := set.NextSet(0)
	for _, edge := range slices.Sorted(maps.Keys(edges)) {
		for ; more && int(at) < edge; at, more = set.NextSet(at + 1) {
			allow.Set(uint(len(e.rows)))
			e.rows, codes = append(e.rows, x.order.row(int32(at))), x.table.AppendRow(codes, int(at))
		}
		padding := -len(e.rows) & 63
		e.rows, codes = append(e.rows, make([]int32, padding)...), append(codes, make([]uint64, padding*x.words)...)
		edges[edge] = len(e.rows)
	}
	e.Index, _ = New(codes, x.bits, nil) // fails only for what has been checked
	e.all, _ = e.NewFilter(bitset.FromWithLength(uint(len(e.rows)), allow.Words()))
	for size, r := range x.ranges {
		e.ranges[size] = span{edges[r.from], edges[r.to]}
	}
	return e
}
