package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// TestAddParts has names at both ends of mentions, and one that says next to nothing.
func TestAddParts(t *testing.T) {
	list := []string{"breast tumor", "disease", "rb", "rb1", "tumor"}
	for range 200 {
		list = append(list, "zz disease")
	}
	e, w := lookingUp(t, rowsNamed(list...), "")
	w.code, w.proj, w.bits = []uint64{7}, make([]float32, 64), binarize.NewQuery(make([]float32, 64))
	w.reader.Commonness = e.commonness
	within := func(mention string) (found []string) {
		e.read(w, mention)
		e.addParts(w, nil)
		w.candidates = w.candidates[:0]
		e.featurize(w, &search.Nearest{})
		for _, c := range w.candidates {
			found = append(found, e.Pack.Names.At(int(c.Row)))
			if c.Distance != 3 || c.Stage != score.StagePart {
				t.Errorf("%s: distance %d, want that of the codes; stage %v", mention, c.Distance, c.Stage)
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
