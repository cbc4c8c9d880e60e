package data

import (
	"testing"
)

// TestRivals compares Are with the definition, over all pairs of names.
func TestRivals(t *testing.T) {
	names := []struct {
		entity int32
		text   string
	}{
		{3, "TP53"}, {3, "p53"}, {3, "P-53"},
		{-1, "TP63"}, {-1, "p53"}, // ambiguous
		{8, "p 53"}, {8, "FOXP2"}, // ambiguous as well, once compact
		{9, "FOXP1"}, {9, "+"}, {10, "-"}, {10, "IL6"}, // no letters: equal forms
	}
	entity := make([]int32, len(names))
	texts := make([]string, len(names))
	for i, n := range names {
		entity[i], texts[i] = n.entity, n.text
	}
	form := func(i int) string { return Form(texts[i]) }
	called := func(e int32, f string) bool {
		for i, n := range names {
			if n.entity == e && form(i) == f {
				return true
			}
		}
		return false
	}
	r, yes := NewRivals(entity, texts), 0
	for a := range names {
		for b := range names {
			want := !called(entity[a], form(b)) && !called(entity[b], form(a))
			if r.Are(a, b) != want {
				t.Errorf("%v and %v: %v, want %v", names[a], names[b], !want, want)
			}
			if want {
				yes++
			}
		}
	}
	if yes == 0 || yes == len(names)*len(names) {
		t.Errorf("%d rivals of %d: the table tests nothing", yes, len(names)*len(names))
	}
}
