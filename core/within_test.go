package core

import (
	"slices"
	"strings"
	"testing"
)

// TestAddWithin has names at both ends of mentions, and one that says next to nothing.
func TestAddWithin(t *testing.T) {
	names := []string{"breast tumor", "disease", "rb", "rb1", "tumor"}
	for range 200 {
		names = append(names, "zz disease")
	}
	n := withNames(t, names)
	within := func(mention string) (found []string) {
		s := scratch{code: []uint64{7, 0}}
		n.read(&s, mention)
		n.addWithin(&s, nil)
		for _, h := range s.hits {
			found = append(found, n.pack.Names.At(int(h.Row)))
			if h.Distance != 3 {
				t.Errorf("%s: distance %d, want that of the codes", mention, h.Distance)
			}
		}
		return found
	}
	for mention, want := range map[string][]string{
		"solid tumor":         {"tumor"},
		"solid breast tumor":  {"breast tumor"}, // the longest
		"RB-1 abnormality":    {"rb1"},
		"tumor of the breast": {"tumor"},
		"RB tumors":           nil,       // too short to mean anything
		"tumor tumor":         {"tumor"}, // once
		"tumor":               nil,       // all of it
		"solidtumor":          nil,       // no word
		"unknown disease":     nil,       // every name ends so
		strings.Repeat("so ", maxWithin) + "tumor":               nil,              // a text
		strings.Repeat("disease ", maxWithin-2) + "breast tumor": {"breast tumor"}, // as long as a mention may be
		strings.Repeat("disease ", maxWithin-1) + "breast tumor": nil,
		"": nil,
	} {
		if got := within(mention); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", mention, got, want)
		}
	}
	n.words.table = nil // a pack of before
	if got := within("solid tumor"); got != nil {
		t.Errorf("without a table of words: %q", got)
	}
}
