package search

import (
	"math"
	"slices"
	"sort"
)

// Postings lists rows by a hash of what they have: a key in the upper half, a row in
// the lower one, ascending by key.
type Postings []uint64

// Posting is an entry of Postings.
func Posting(key uint32, row int32) uint64 { return uint64(key)<<32 | uint64(uint32(row)) }

// NewPostings sorts entries, which it keeps, and leaves out keys of more than limit
// rows. compare, unless nil, orders the rows of a key.
func NewPostings(entries []uint64, limit int, compare func(a, b int32) int) Postings {
	slices.Sort(entries)
	entries = slices.Compact(entries) // a word twice in a name
	kept := entries[:0]
	for len(entries) > 0 {
		key := entries[0] >> 32
		n := sort.Search(len(entries), func(i int) bool { return entries[i]>>32 > key })
		if n <= limit {
			kept = append(kept, entries[:n]...)
			if compare != nil {
				slices.SortFunc(kept[len(kept)-n:], func(a, b uint64) int { return compare(int32(a), int32(b)) })
			}
		}
		entries = entries[n:]
	}
	if len(kept) < cap(kept)/2 {
		kept = slices.Clone(kept)
	}
	return kept
}

// Of returns the entries of a key; the row of each is its lower half.
func (p Postings) Of(key uint32) []uint64 {
	p = p[p.first(key):]
	n, _ := slices.BinarySearch(p, uint64(key)<<32|math.MaxUint32) // no row has that number
	return p[:n]
}

// first returns where the entries of a key begin, whatever the order of its rows.
func (p Postings) first(key uint32) int {
	i, _ := slices.BinarySearch(p, uint64(key)<<32)
	return i
}

// More reports whether a key has more than n rows.
func (p Postings) More(key uint32, n int) bool {
	i := p.first(key) + n
	return i < len(p) && uint32(p[i]>>32) == key
}
