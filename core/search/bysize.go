package search

import "math/bits"

// A mention and a name that means the same are seldom of very different length:
// "FOXP2" is not "positive regulation of fibroblast growth factor production". BySize
// keeps codes in the order of the sizes of their names, and compares a mention with
// those alone that are of about its size. That saves up to half the scan among genes
// and terms, and finds no less: what cannot be meant takes no place among the
// nearest.
type BySize struct {
	index  *Index
	rows   []int32        // of the code in each place; nil when places are rows
	starts [Sizes + 1]int // first place of each size, and the number of rows
}

// A size is a range of lengths in bytes, two for each power of two: 4 and 5, 6 and
// 7, 8 to 11, 12 to 15. Lengths of 256 and more are all one.
const (
	Sizes  = 17
	nearby = 4         // sizes on either side of the mention's that are searched: a quarter of its length to four times
	enough = 16 * 1024 // rows from which sorting by size is worth the trouble
)

// SizeOf returns the size of a length in bytes.
func SizeOf(length int) int {
	if length < 2 {
		return length
	}
	power := bits.Len(uint(length)) - 1
	return min(2*power+length>>(power-1)&1, Sizes-1)
}

// NewBySize indexes rows codes of so many bits. length returns that of a row's name;
// hash allows hash tables of very many codes.
func NewBySize(codes []uint64, bits, rows int, length func(row int) int, hash bool) (*BySize, error) {
	return newBySize(codes, bits, rows, length, hash, enough)
}

func newBySize(codes []uint64, bits, rows int, length func(row int) int, hash bool, enough int) (*BySize, error) {
	x := &BySize{}
	if rows >= enough {
		x.sort(rows, length)
	}
	config := &Config{Order: x.rows}
	if !hash {
		config.HashRows = -1
	}
	var err error
	x.index, err = New(codes, bits, config)
	return x, err
}

// sort fills in rows and starts.
func (x *BySize) sort(rows int, length func(row int) int) {
	var next [Sizes]int
	for row := range rows {
		next[SizeOf(length(row))]++
	}
	place := 0
	for size, count := range next {
		next[size], x.starts[size] = place, place
		place += count
	}
	x.starts[Sizes] = place
	x.rows = make([]int32, place)
	for row := range rows {
		at := &next[SizeOf(length(row))]
		x.rows[*at] = int32(row)
		*at++
	}
}

// Kernel names the scan in use, for reports.
func (x *BySize) Kernel() string { return x.index.Kernel() }

// RowFilter is the rows that a search may find; nil stands for all.
type RowFilter struct {
	allow  []uint64 // bit r%64 of word r/64 for row r
	places *Filter  // the same by place
}

// Has reports whether a row may be found.
func (f *RowFilter) Has(row int32) bool { return f == nil || f.allow[row/64]>>(row%64)&1 != 0 }

// NewRowFilter returns the filter of the rows in allow, which it keeps.
func (x *BySize) NewRowFilter(allow []uint64) *RowFilter {
	f := &RowFilter{allow: allow}
	byPlace := allow
	if x.rows != nil {
		byPlace = make([]uint64, len(allow))
		for place, row := range x.rows {
			if f.Has(row) {
				byPlace[place/64] |= 1 << (place % 64)
			}
		}
	}
	f.places, _ = x.index.NewFilter(byPlace) // fails only for rows of another index
	return f
}

// options returns what to search for a mention of a size.
func (x *BySize) options(size int, f *RowFilter) Options {
	var o Options
	if f != nil {
		o.Filter = f.places
	}
	if x.rows != nil {
		from, to := x.starts[max(size-nearby, 0)], x.starts[min(size+nearby, Sizes-1)+1]
		o.From, o.To = from&^63, min((to+63)&^63, len(x.rows)) // whole words of a filter
	}
	return o
}

// AppendNearest appends the k rows nearest to code among names of about size, or among
// all if there are fewer.
func (x *BySize) AppendNearest(dst []Hit, code []uint64, size, k int, f *RowFilter) []Hit {
	o := x.options(size, f)
	found := len(dst)
	dst, _ = x.index.AppendNearest(dst, code, k, &o) // fails only for codes and rows of another index
	if len(dst)-found < k && o.To != 0 {
		o.From, o.To = 0, 0
		dst, _ = x.index.AppendNearest(dst[:found], code, k, &o)
	}
	x.toRows(dst[found:])
	return dst
}

// AppendNearestOfAll is AppendNearest among names of all sizes.
func (x *BySize) AppendNearestOfAll(dst []Hit, code []uint64, k int) []Hit {
	found := len(dst)
	dst, _ = x.index.AppendNearest(dst, code, k, nil)
	x.toRows(dst[found:])
	return dst
}

// NearestBatch is AppendNearest for several codes, one after the other in codes.
func (x *BySize) NearestBatch(dst [][]Hit, codes []uint64, size, k int, f *RowFilter) [][]Hit {
	o := x.options(size, f)
	dst, _ = x.index.NearestBatch(dst, codes, k, &o)
	if len(dst) > 0 && len(dst[0]) < k && o.To != 0 { // as many for each
		o.From, o.To = 0, 0
		dst, _ = x.index.NearestBatch(dst, codes, k, &o)
	}
	for _, hits := range dst {
		x.toRows(hits)
	}
	return dst
}

// toRows puts rows in the place of places.
func (x *BySize) toRows(hits []Hit) {
	if x.rows == nil {
		return
	}
	for i := range hits {
		hits[i].Row = x.rows[hits[i].Row]
	}
}
