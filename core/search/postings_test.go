package search

import (
	"math"
	"slices"
	"testing"
)

// rowsOf returns the rows of a key.
func rowsOf(p Postings, key uint32) (rows []int32) {
	for _, posting := range p.Of(key) {
		rows = append(rows, int32(posting))
	}
	return rows
}

// entries returns postings in no order, some of them twice.
func entries() []uint64 {
	return []uint64{Posting(7, 2), Posting(3, 1), Posting(7, 0), Posting(7, 2), Posting(9, 4), Posting(9, 5), Posting(9, 6), Posting(math.MaxUint32, 8), Posting(math.MaxUint32, 9)}
}

func TestPostings(t *testing.T) {
	p := NewPostings(entries(), 2, nil)
	for key, want := range map[uint32][]int32{3: {1}, 7: {0, 2}, 9: {}, 0: {}, 8: {}, 1 << 31: {}, math.MaxUint32: {8, 9}} {
		if got := rowsOf(p, key); !slices.Equal(got, want) {
			t.Errorf("key %d: rows %v, want %v", key, got, want)
		}
		for n := range 4 {
			if got := p.More(key, n); got != (len(want) > n) {
				t.Errorf("key %d has more than %d rows: %t", key, n, got)
			}
		}
	}
	empty := NewPostings(nil, 2, nil)
	if got := empty.Of(1); len(got) > 0 || empty.More(1, 0) {
		t.Errorf("empty: %v", got)
	}
}

// TestPostingsInOrder has the rows of a key in an order of their own: they are found all
// the same.
func TestPostingsInOrder(t *testing.T) {
	p := NewPostings(entries(), math.MaxInt, func(a, b int32) int { return int(b - a) })
	for key, want := range map[uint32][]int32{3: {1}, 7: {2, 0}, 9: {6, 5, 4}, 8: {}, math.MaxUint32: {9, 8}} {
		if got := rowsOf(p, key); !slices.Equal(got, want) {
			t.Errorf("key %d: rows %v, want %v", key, got, want)
		}
		for n := range 4 {
			if got := p.More(key, n); got != (len(want) > n) {
				t.Errorf("key %d has more than %d rows: %t", key, n, got)
			}
		}
	}
}
