package search

import (
	"math"
	"math/rand/v2"
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
	p := NewPostings(2, entries()[:4], nil, entries()[4:])
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
	empty := NewPostings(2)
	if got := empty.Of(1); len(got) > 0 || empty.More(1, 0) {
		t.Errorf("empty: %v", got)
	}
}

// TestPostingsInOrder has the rows of a key in an order of their own: they are found all
// the same.
func TestPostingsInOrder(t *testing.T) {
	turned := entries()
	turn := func(list []uint64) {
		for i, p := range list {
			list[i] = Posting(uint32(p>>32), 9-int32(p))
		}
	}
	turn(turned)
	p := NewPostings(math.MaxInt, turned)
	turn(p)
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

// TestPostingsOfHashes finds keys among many: hashes, and such as are nothing like them.
func TestPostingsOfHashes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for what, random := range map[string]func() uint32{
		"hashes": rng.Uint32,
		"small":  func() uint32 { return rng.Uint32N(1000) },
		"large":  func() uint32 { return math.MaxUint32 - rng.Uint32N(1000) },
		"many":   func() uint32 { return []uint32{5, rng.Uint32(), 1 << 31}[rng.IntN(3)] },
	} {
		rows := map[uint32][]int32{}
		var entries []uint64
		for row := range int32(3000) {
			key := random()
			rows[key] = append(rows[key], row)
			entries = append(entries, Posting(key, row))
		}
		p := NewPostings(math.MaxInt, entries)
		for range 3000 {
			if key := random(); rows[key] == nil {
				rows[key] = nil // none
			}
		}
		for key := range rows {
			var want []int32
			for _, posting := range p {
				if uint32(posting>>32) == key {
					want = append(want, int32(posting))
				}
			}
			if got := rowsOf(p, key); !slices.Equal(got, want) {
				t.Fatalf("%s: key %d has rows %v, want %v", what, key, got, want)
			}
		}
	}
}

// TestPostingsOfRowZero has keys whose first entry is the least that they can have, all far from where hashes would be.
func TestPostingsOfRowZero(t *testing.T) {
	var entries []uint64
	for key := range uint32(100) {
		entries = append(entries, Posting(key<<8, 0))
	}
	for key := range uint32(100) {
		entries = append(entries, Posting(math.MaxUint32-key<<8, 0))
	}
	p := NewPostings(math.MaxInt, entries)
	for _, entry := range entries {
		if key := uint32(entry >> 32); !slices.Equal(rowsOf(p, key), []int32{0}) {
			t.Errorf("key %d: rows %v", key, rowsOf(p, key))
		}
	}
}
