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
// growth factor production". That saves up to half the scan and loses no answers. Where
// a RowFilter allows few rows, their codes are searched in an excerpt of the index.
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
	rows  int                             // how many there are
}

// bySize is the index that the first search makes, or an excerpt of it.
type bySize struct {
	*Index
	order  *sizeOrder     // of the codes; nil when places are rows, and in an excerpt
	rows   []int32        // of an excerpt, by place
	ranges [numSizes]span // places that a mention of each size is compared with
}

// span is the places [from, to); all if to is 0.
type span struct{ from, to int }

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
	x := &BySize{words: bits / 64, rows: rows}
	x.early.Store(&codes)
	x.index = sync.OnceValue(func() *bySize {
		made, order := &bySize{}, []int32(nil)
		if rows >= enough {
			made.order, order = newSizeOrder(rows, length)
		}
		made.Index, _ = New((*x.early.Load())(), bits, order) // fails only for what has been checked
		made.setRanges()
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

// Kernel names the scan in use, for reports: go, avx2, avx512 or neon.
func (x *BySize) Kernel() string { return bitvec.Best().Name() }

// setRanges sets the places to compare mentions with, in whole words of a filter.
func (x *bySize) setRanges() {
	if x.order == nil {
		return
	}
	for size := range x.ranges {
		from, to := x.order.starts[max(size-nearby, 0)], x.order.starts[min(size+nearby, numSizes-1)+1]
		x.ranges[size] = span{from &^ 63, min((to+63)&^63, x.Len())}
	}
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
	in, places := x.in(f)
	n.Hits = in.appendPlaces(n.Hits[:0], code, size, k, places)
	in.complete(n)
}

// appendPlaces appends the hits of BySize.Nearest, with places for rows.
func (x *bySize) appendPlaces(dst []Hit, code []uint64, size, k int, f *Filter) []Hit {
	found, o := len(dst), Options{f, x.ranges[size].from, x.ranges[size].to}
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
// sizes that follow each other share a scan. No codes need no index.
func (x *BySize) NearestBatch(dst []Nearest, codes []uint64, sizes []int, k int, f *RowFilter) {
	if len(dst) == 0 {
		return
	}
	in, places := x.in(f)
	hits := make([][]Hit, len(dst))
	for i := range dst {
		hits[i] = dst[i].Hits
	}
	in.nearestBatch(hits, codes, k, places, func(i int) subset {
		if of := in.ranges[sizes[i]]; of.to != 0 {
			return subset{places, of.from, of.to}
		}
		return subset{places, 0, in.Len()}
	})
	for i := range dst {
		if dst[i].Hits = hits[i]; len(hits[i]) < k {
			dst[i].Hits = in.appendPlaces(hits[i][:0], codes[i*in.words:][:in.words], sizes[i], k, places)
		}
		in.complete(&dst[i])
	}
}

func (x *bySize) toRows(hits []Hit) {
	for i := range hits {
		switch h := &hits[i]; {
		case x.rows != nil:
			h.Row = x.rows[h.Row]
		case x.order != nil:
			h.Row = x.order.row(h.Row)
		}
	}
}
