package core

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// rowsOf returns the rows of a key.
func rowsOf(p postings, key uint32) (rows []int32) {
	for _, pair := range p.of(key) {
		rows = append(rows, int32(pair))
	}
	return rows
}

func TestPostings(t *testing.T) {
	pair := func(key, row uint64) uint64 { return key<<32 | row }
	p := newPostings([]uint64{pair(7, 2), pair(3, 1), pair(7, 0), pair(7, 2), pair(9, 4), pair(9, 5), pair(9, 6), pair(math.MaxUint32, 8), pair(math.MaxUint32, 9)}, 2)
	for key, want := range map[uint32][]int32{3: {1}, 7: {0, 2}, 9: {}, 0: {}, 8: {}, 1 << 31: {}, math.MaxUint32: {8, 9}} {
		if got := rowsOf(p, key); !slices.Equal(got, want) {
			t.Errorf("key %d: rows %v, want %v", key, got, want)
		}
		for n := range 4 {
			if got := p.more(key, n); got != (len(want) > n) {
				t.Errorf("key %d has more than %d rows: %t", key, n, got)
			}
		}
	}
	empty := newPostings(nil, 2)
	if got := empty.of(1); len(got) > 0 {
		t.Errorf("empty: %v", got)
	}
}

// TestByWord has a word in one name, one in all of 100 names, and initials.
func TestByWord(t *testing.T) {
	names := []string{"von hippel lindau disease", "disease, lyme"}
	for i := range 100 {
		names = append(names, fmt.Sprintf("disease number%d", i))
	}
	c := &pack.Contents{Names: pack.NewStrings(names)}
	c.Words = CountWords(c, nil)
	w, err := newWords(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []words{w, {}} {
		b := newByWord(c, table)
		var word text
		for name, want := range map[string][]int32{"hippel": {0}, "lyme": {1}, "disease": {}, "nothing": {}} {
			word.set(name)
			if len(table.table) == 0 {
				want = nil // no mention asks for them
			}
			if got := rowsOf(b.rare, word.tokens[0].hash); !slices.Equal(got, want) {
				t.Errorf("%s: rows %v, want %v", name, got, want)
			}
		}
		for short, want := range map[string]int32{"vhld": 0, "ld": 1} {
			whole, _ := acronym([]byte(short))
			if got := rowsOf(b.initials, whole.hash()); !slices.Contains(got, want) {
				t.Errorf("%s: rows %v, want %d among them", short, got, want)
			}
		}
	}
}
