package mobile

import (
	"testing"

	"github.com/normlet/normlet/core"
)

// TestUndecided has NIL that is hardly likelier than it has to be, and NIL that is.
func TestUndecided(t *testing.T) {
	for pNIL, want := range map[float64]bool{0.5: true, 0.6: false} {
		found := &Matches{core.Answer{NIL: true, PNIL: pNIL, Matches: []core.Match{{ID: "A", P: 0.35}}}}
		if found.Undecided() != want || !found.IsNIL() {
			t.Errorf("NIL of %v: undecided %v", pNIL, found.Undecided())
		}
	}
}

// TestParent shows what a pack knows of an answer that it lacks.
func TestParent(t *testing.T) {
	found := &Matches{core.Answer{Mention: "eastern fever", NIL: true, Parent: &core.Match{ID: "T:1", Name: "fever", P: 0.8}, Organism: "10090"}}
	if p := found.Parent(); p == nil || p.ID != "T:1" || p.Name != "fever" || p.Probability != 0.8 || found.Organism() != "10090" || found.Mention() != "eastern fever" {
		t.Errorf("%+v of %+v", p, found)
	}
	if none := (*Matches)(nil); none.Parent() != nil || none.Organism() != "" || none.Mention() != "" {
		t.Error("null is a kind of something")
	}
}
