package core

import (
	"math/bits"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/search"
)

// A mention and a name that means the same are seldom of very different length:
// "FOXP2" is not "positive regulation of fibroblast growth factor production".
// The codes are therefore kept in the order of the sizes of their names, and a
// mention is compared with those alone that are of about its size. That saves up to
// half the scan among genes and terms, and finds no less: what cannot be meant
// takes no place among the nearest. Names of another size are still found by
// initials and rare words (postings).

// A size is a range of lengths in bytes, two for each power of two: 4 and 5, 6 and
// 7, 8 to 11, 12 to 15. Lengths of 256 and more are all one.
const (
	sizes   = 17
	nearby  = 4         // sizes on either side of the mention's that are searched: a quarter of its length to four times
	minRows = 16 * 1024 // from which sorting by size is worth the trouble
)

func sizeOf(length int) int {
	if length < 2 {
		return length
	}
	power := bits.Len(uint(length)) - 1
	return min(2*power+length>>(power-1)&1, sizes-1)
}

// near finds the rows with the nearest codes. Place i of its index holds the code
// of rows[i]; within a size, rows are in order.
type near struct {
	index  *search.Index
	rows   []int32        // nil when places are rows
	starts [sizes + 1]int // first place of each size, and the number of rows
}

// newNear indexes the codes of c by size if there are enough, with hash tables of
// very many if hash is set.
func newNear(c *pack.Contents, enough int, hash bool) (*near, error) {
	x := &near{}
	if c.Names.Len() >= enough {
		x.sort(c.Names)
	}
	config := &search.Config{Order: x.rows}
	if !hash {
		config.HashRows = -1
	}
	var err error
	x.index, err = search.New(c.Codes, c.Bits, config)
	return x, err
}

// sort fills in rows and starts.
func (x *near) sort(names *pack.Strings) {
	var next [sizes]int
	for row := range names.Len() {
		next[sizeOf(names.Size(row))]++
	}
	place := 0
	for size, count := range next {
		next[size], x.starts[size] = place, place
		place += count
	}
	x.starts[sizes] = place
	x.rows = make([]int32, place)
	for row := range names.Len() {
		at := &next[sizeOf(names.Size(row))]
		x.rows[*at] = int32(row)
		*at++
	}
}

// rowFilter is the rows of some namespaces.
type rowFilter struct {
	allow  []uint64       // bit r%64 of word r/64 for row r
	places *search.Filter // the same by place
}

func (f *rowFilter) has(row int32) bool { return f == nil || f.allow[row/64]>>(row%64)&1 != 0 }

// newFilter returns the filter of the rows in allow, which it keeps.
func (x *near) newFilter(allow []uint64) *rowFilter {
	f := &rowFilter{allow: allow}
	byPlace := allow
	if x.rows != nil {
		byPlace = make([]uint64, len(allow))
		for place, row := range x.rows {
			if f.has(row) {
				byPlace[place/64] |= 1 << (place % 64)
			}
		}
	}
	f.places, _ = x.index.NewFilter(byPlace) // fails only for rows of another index
	return f
}

// options returns what to search for a mention of a size.
func (x *near) options(size int, f *rowFilter) search.Options {
	var o search.Options
	if f != nil {
		o.Filter = f.places
	}
	if x.rows != nil {
		from, to := x.starts[max(size-nearby, 0)], x.starts[min(size+nearby, sizes-1)+1]
		o.From, o.To = from&^63, min((to+63)&^63, len(x.rows)) // whole words of a filter
	}
	return o
}

// append appends the k rows nearest to code among names of about size, or among
// all if there are fewer.
func (x *near) append(dst []search.Hit, code []uint64, size, k int, f *rowFilter) []search.Hit {
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

// batch is append for several codes, one after the other in codes.
func (x *near) batch(dst [][]search.Hit, codes []uint64, size, k int, f *rowFilter) [][]search.Hit {
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
func (x *near) toRows(hits []search.Hit) {
	if x.rows == nil {
		return
	}
	for i := range hits {
		hits[i].Row = x.rows[hits[i].Row]
	}
}
