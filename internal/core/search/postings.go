package search

import (
	"math"
	"slices"
	"sort"

	"github.com/normlet/normlet/internal/parallel"
)

// Postings lists rows by a hash: a key in the upper half, a row in the lower one,
// ascending by key.
type Postings []uint64

// Posting is an entry of Postings.
func Posting(key uint32, row int32) uint64 { return uint64(key)<<32 | uint64(uint32(row)) }

// NewPostings sorts the entries of some lists, and leaves out keys of more than limit
// rows.
func NewPostings(limit int, lists ...[]uint64) Postings {
	entries := slices.Compact(parallel.SortHashes(lists...)) // a word twice in a name
	kept := entries[:0]
	for len(entries) > 0 {
		key := entries[0] >> 32
		n := sort.Search(len(entries), func(i int) bool { return entries[i]>>32 > key })
		if n <= limit {
			kept = append(kept, entries[:n]...)
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
	from := p.first(key)
	to := from + p[from:].ahead(uint64(key)<<32|math.MaxUint32) // no row has that number
	return p[from:to]
}

// first returns where the entries of a key begin, whatever the order of its rows. Keys are
// hashes, so they are near where they would be if all were as far apart.
func (p Postings) first(key uint32) int {
	least := uint64(key) << 32
	guess := int(uint64(key) * uint64(len(p)) >> 32)
	if guess < len(p) && p[guess] < least {
		return guess + p[guess:].ahead(least)
	}
	from := guess
	for step := 1; from > 0 && p[from-1] >= least; step *= 2 {
		from = max(0, from-step)
	}
	n, _ := slices.BinarySearch(p[from:guess], least)
	return from + n
}

// ahead returns how many entries are below least: of many, mostly few.
func (p Postings) ahead(least uint64) int {
	to := 1
	for to < len(p) && p[to-1] < least {
		to *= 2
	}
	n, _ := slices.BinarySearch(p[:min(to, len(p))], least)
	return n
}

// More reports whether a key has more than n rows.
func (p Postings) More(key uint32, n int) bool {
	i := p.first(key) + n
	return i < len(p) && uint32(p[i]>>32) == key
}
