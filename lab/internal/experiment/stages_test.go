package experiment

import (
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// TestNameRanks: "FOX-P2" has no exact name, and "fxp2" has none at all.
func TestNameRanks(t *testing.T) {
	name := func(text string) []data.Name { return []data.Name{{Text: text, Kind: pack.KindPrimary}} }
	n := packOf(t, &data.Terminology{Entities: []data.Entity{{ID: "G:1", Namespace: "G", Names: name("FOXP2")}, {ID: "C:3", Namespace: "C", Names: name("zinc")}}})
	queries := []data.Query{{Mention: "FOXP2", Gold: []string{"G:1"}}, {Mention: "FOX-P2", Gold: []string{"G:1"}}, {Mention: "fxp2", Gold: []string{"G:1"}}, {Mention: "zinc", Gold: []string{"C:4"}}}
	for last, want := range map[core.Stage]float64{core.StageExact: 0.25, core.StageNormalized: 0.5} {
		if got := hitsAt1(t, n, queries, nameRanks(n, last, nil)); got != want {
			t.Errorf("%v: hits of %v, want %v", last, got, want)
		}
	}
}
