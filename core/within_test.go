package core

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/score"
)

// TestAddParts has names at both ends of mentions, and one that says next to nothing.
func TestAddParts(t *testing.T) {
	list := []string{"breast tumor", "disease", "rb", "rb1", "tumor"}
	for range 200 {
		list = append(list, "zz disease")
	}
	n, s := lookingUp(t, rowsNamed(list...), "")
	s.code = []uint64{7}
	within := func(mention string) (found []string) {
		n.read(s, mention)
		n.addParts(s, nil)
		for _, h := range s.hits {
			found = append(found, n.pack.Names.At(int(h.row)))
			if h.distance != 3 || h.stage != score.StagePart {
				t.Errorf("%s: distance %d, want that of the codes; stage %v", mention, h.distance, h.stage)
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
		strings.Repeat("so ", score.MaxWithin) + "tumor":               nil,              // a text
		strings.Repeat("disease ", score.MaxWithin-2) + "breast tumor": {"breast tumor"}, // as long as a mention may be
		strings.Repeat("disease ", score.MaxWithin-1) + "breast tumor": nil,
		"": nil,
	} {
		if got := within(mention); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", mention, got, want)
		}
	}
}
