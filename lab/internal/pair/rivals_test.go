package pair

import (
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

// TestRivals compares are with the definition, over all pairs of names.
func TestRivals(t *testing.T) {
	list := []struct {
		entity int32
		text   string
	}{
		{3, "TP53"}, {3, "p53"}, {3, "P-53"},
		{-1, "TP63"}, {-1, "p53"}, // ambiguous
		{8, "p 53"}, {8, "FOXP2"}, // ambiguous as well, once compact
		{9, "FOXP1"}, {9, "+"}, {10, "-"}, {10, "IL6"}, // no letters: equal forms
	}
	entity := make([]int32, len(list))
	texts := make([]string, len(list))
	for i, n := range list {
		entity[i], texts[i] = n.entity, n.text
	}
	form := func(i int) string { return names.Key(texts[i]) }
	called := func(e int32, f string) bool {
		for i, n := range list {
			if n.entity == e && form(i) == f {
				return true
			}
		}
		return false
	}
	r, yes := newRivals(entity, texts), 0
	for a := range list {
		for b := range list {
			want := !called(entity[a], form(b)) && !called(entity[b], form(a))
			if r.are(a, b) != want {
				t.Errorf("%v and %v: %v, want %v", list[a], list[b], !want, want)
			}
			if want {
				yes++
			}
		}
	}
	if yes == 0 || yes == len(list)*len(list) {
		t.Errorf("%d rivals of %d: the table tests nothing", yes, len(list)*len(list))
	}
}
