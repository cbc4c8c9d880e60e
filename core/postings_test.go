package core

import (
	"fmt"
	"slices"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

func TestPostings(t *testing.T) {
	pair := func(key, row uint64) uint64 { return key<<32 | row }
	p := newPostings([]uint64{pair(7, 2), pair(3, 1), pair(7, 0), pair(7, 2), pair(9, 4), pair(9, 5), pair(9, 6)}, 2)
	for key, want := range map[uint32][]int32{3: {1}, 7: {0, 2}, 9: {}, 0: {}, 8: {}, 1 << 31: {}} {
		if got := p.rowsOf(key); !slices.Equal(got, want) {
			t.Errorf("key %d: rows %v, want %v", key, got, want)
		}
	}
	empty := newPostings(nil, 2)
	if got := empty.rowsOf(1); len(got) > 0 {
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
	for _, table := range []words{w, {}} { // the table only saves work
		b := newByWord(c, table)
		var word text
		for name, want := range map[string][]int32{"hippel": {0}, "lyme": {1}, "disease": {}, "nothing": {}} {
			word.set(name)
			if got := b.rare.rowsOf(word.tokens[0].hash); !slices.Equal(got, want) {
				t.Errorf("%s: rows %v, want %v", name, got, want)
			}
		}
		for short, want := range map[string]int32{"vhld": 0, "ld": 1} {
			whole, _ := acronym([]byte(short))
			if got := b.initials.rowsOf(whole.hash()); !slices.Contains(got, want) {
				t.Errorf("%s: rows %v, want %d among them", short, got, want)
			}
		}
	}
}
