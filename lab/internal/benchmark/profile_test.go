package benchmark

import (
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/score"
)

// TestProfile looks up a name, a misspelt one and what means nothing: each is of its kind,
// and the parts of its time come to all of it.
func TestProfile(t *testing.T) {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	mentions := []string{"FOXP2", "forkhead box P2", "forkhaed box P2", "xqzzy wvvk qqj"}
	var p profile
	for range 2 {
		for i, m := range mentions {
			p.look(n, i, m)
		}
	}
	kinds := p.kinds(mentions)
	want := []Kind{{Outcome: "name", Length: "1 to 6"}, {Outcome: "name", Length: "7 to 20"}, {Outcome: "near", Length: "7 to 20"}, {Outcome: "nil", Length: "7 to 20"}}
	if len(kinds) != len(want) {
		t.Fatalf("%d kinds, want %d: %+v", len(kinds), len(want), kinds)
	}
	for i, k := range kinds {
		all := 0.0
		for _, share := range k.Parts {
			all += share
		}
		if k.Outcome != want[i].Outcome || k.Length != want[i].Length || k.Mentions != 1 || k.NS <= 0 || len(k.Parts) != int(score.NumParts) || all < 0.999 || all > 1.001 {
			t.Errorf("kind %d: %+v", i, k)
		}
	}
}
