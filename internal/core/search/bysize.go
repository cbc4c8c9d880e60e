package search

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/normlet/normlet/internal/bitvec"
)

// BySize sorts codes by the lengths of their names and compares a mention only with
// names of about its length: "FOXP2" does not mean "positive regulation of fibroblast
// growth factor production". That saves up to half the scan and loses no answers.
//
// The first search makes the index, because that takes a quarter of the time to open a
// pack. It cannot fail: everything was checked before.
type BySize struct {
	// Indexed, unless nil, is called once the index is made: only single codes are read
	// from then on. It is set before the first search.
	Indexed func()

	index func() *bySize
	early atomic.Pointer[func() []uint64] // the codes by row, until the index is made
	words int                             // of a code
}

// bySize is the index that the first search makes.
type bySize struct {
	*Index
	order *sizeOrder // of the codes; nil when places are rows
}

// A size is a range of lengths in bytes, two for each power of two: 4 and 5, 6 and
// 7, 8 to 11, 12 to 15. Lengths of 256 and more are all one.
const (
	numSizes = 17
	nearby   = 4         // sizes on either side of the mention's that are searched: a quarter of its length to four times
	enough   = 16 * 1024 // rows from which sorting by size is worth the trouble
)

// SizeOf returns the size of a length in bytes.
func SizeOf(length int) int {
	if length < 2 {
		return length
	}
	power := bits.Len(uint(length)) - 1
	return min(2*power+length>>(power-1)&1, numSizes-1)
}

// NewBySize indexes the codes of rows, which must not change afterwards. length returns
// the length of a row's name, from any goroutine.
func NewBySize(codes []uint64, bits, rows int, length func(row int) int) (*BySize, error) {
	return newBySize(codes, bits, rows, length, enough)
}

func newBySize(codes []uint64, bits, rows int, length func(row int) int, enough int) (*BySize, error) {
	if err := checkCodes(codes, bits); err != nil {
		return nil, err
	}
	if len(codes) != rows*(bits/64) {
		return nil, fmt.Errorf("search: %d words are not the codes of %d rows of %d bits", len(codes), rows, bits)
	}
	return bySizeOf(func() []uint64 { return codes }, bits, rows, length, enough), nil
}

// BySizeLater is NewBySize of codes that the first search or the first call of AppendCode reads, once. Nobody checks
// them: they have to be the codes of so many rows.
func BySizeLater(read func() []uint64, bits, rows int, length func(row int) int) *BySize {
	return bySizeOf(sync.OnceValue(read), bits, rows, length, enough)
}

func bySizeOf(codes func() []uint64, bits, rows int, length func(row int) int, enough int) *BySize {
	x := &BySize{words: bits / 64}
	x.early.Store(&codes)
	x.index = sync.OnceValue(func() *bySize {
		made, config := &bySize{}, &Config{}
		if rows >= enough {
			made.order, config.Order = newSizeOrder(rows, length)
		}
		made.Index, _ = New((*x.early.Load())(), bits, config) // fails only for what has been checked
		x.early.Store(nil)
		if x.Indexed != nil {
			x.Indexed()
		}
		return made
	})
	return x
}

// AppendCode appends the code of a row to dst. Once there is an index it reads that, so no other copy of
// the codes is needed.
func (x *BySize) AppendCode(dst []uint64, row int32) []uint64 {
	if codes := x.early.Load(); codes != nil {
		return append(dst, (*codes)()[int(row)*x.words:][:x.words]...)
	}
	in := x.index()
	if in.order != nil {
		row = in.order.place(row)
	}
	return in.table.AppendRow(dst, int(row))
}

// Codes returns a copy of the codes of all rows.
func (x *BySize) Codes() []uint64 {
	in := x.index()
	codes := make([]uint64, 0, in.words*in.Len())
	for row := range in.Len() {
		codes = x.AppendCode(codes, int32(row))
	}
	return codes
}

// Kernel names the scan in use, for reports.
func (x *BySize) Kernel() string { return bitvec.Best().Name() }

// RowFilter is the rows that a search may find; nil stands for all.
type RowFilter struct {
	allow  []uint64 // bit r%64 of word r/64 for row r
	places *Filter  // the same by place
}

// Has reports whether a row may be found.
func (f *RowFilter) Has(row int32) bool { return f == nil || f.allow[row/64]>>(row%64)&1 != 0 }

// NewRowFilter returns the filter of the rows in allow, which it keeps.
func (x *BySize) NewRowFilter(allow []uint64) *RowFilter {
	f, in := &RowFilter{allow: allow}, x.index()
	byPlace := allow
	if in.order != nil {
		byPlace = make([]uint64, len(allow))
		for place := range in.Len() {
			if f.Has(in.order.row(int32(place))) {
				byPlace[place/64] |= 1 << (place % 64)
			}
		}
	}
	f.places, _ = in.NewFilter(byPlace) // fails only for rows of another index
	return f
}

// options returns what to search for a mention of a size.
func (x *bySize) options(size int, f *RowFilter) Options {
	var o Options
	if f != nil {
		o.Filter = f.places
	}
	if x.order != nil {
		starts := &x.order.starts
		from, to := starts[max(size-nearby, 0)], starts[min(size+nearby, numSizes-1)+1]
		o.From, o.To = from&^63, min((to+63)&^63, x.Len()) // whole words of a filter
	}
	return o
}

// Nearest is the rows nearest to a code and their codes, which the scan has just
// read: reading them again would jump through memory.
type Nearest struct {
	Hits  []Hit
	Codes []uint64 // one after the other
}

// Nearest makes n the k rows nearest to code among names of about size, or among all if there are fewer. The memory of n
// is reused.
func (x *BySize) Nearest(n *Nearest, code []uint64, size, k int, f *RowFilter) {
	in := x.index()
	n.Hits = in.appendPlaces(n.Hits[:0], code, size, k, f)
	in.complete(n)
}

// appendPlaces appends the hits of BySize.Nearest, with places for rows.
func (x *bySize) appendPlaces(dst []Hit, code []uint64, size, k int, f *RowFilter) []Hit {
	found := len(dst)
	o := x.options(size, f)
	dst, _ = x.AppendNearest(dst, code, k, &o) // fails only for codes and rows of another index
	if len(dst)-found < k && o.To != 0 {
		o.From, o.To = 0, 0
		dst, _ = x.AppendNearest(dst[:found], code, k, &o)
	}
	return dst
}

// complete adds the codes of hits, which have places for rows.
func (x *bySize) complete(n *Nearest) {
	n.Codes = n.Codes[:0]
	for _, h := range n.Hits {
		n.Codes = x.table.AppendRow(n.Codes, int(h.Row))
	}
	x.toRows(n.Hits)
}

// AppendNearestOfAll appends the k rows nearest to code among names of all sizes.
func (x *BySize) AppendNearestOfAll(dst []Hit, code []uint64, k int) []Hit {
	in, found := x.index(), len(dst)
	dst, _ = in.AppendNearest(dst, code, k, nil)
	in.toRows(dst[found:])
	return dst
}

// NearestBatch is Nearest for len(dst) codes, one after the other in codes, and their sizes. Sort queries by size: equal
// sizes that follow each other share a scan.
func (x *BySize) NearestBatch(dst []Nearest, codes []uint64, sizes []int, k int, f *RowFilter) {
	in := x.index()
	hits := make([][]Hit, len(dst))
	for i := range dst {
		hits[i] = dst[i].Hits
	}
	filter := in.all
	if f != nil {
		filter = f.places
	}
	in.nearestBatch(hits, codes, k, filter, func(i int) subset {
		if o := in.options(sizes[i], f); o.To != 0 {
			return subset{filter, o.From, o.To}
		}
		return subset{filter, 0, in.Len()}
	})
	for i := range dst {
		if dst[i].Hits = hits[i]; len(hits[i]) < k {
			dst[i].Hits = in.appendPlaces(hits[i][:0], codes[i*in.words:][:in.words], sizes[i], k, f)
		}
		in.complete(&dst[i])
	}
}

func (x *bySize) toRows(hits []Hit) {
	if x.order == nil {
		return
	}
	for i := range hits {
		hits[i].Row = x.order.row(hits[i].Row)
	}
}
