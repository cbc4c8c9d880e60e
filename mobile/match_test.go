package mobile

import (
	"testing"

	"github.com/normlet/normlet/core"
)

// TestUndecided has NIL that is hardly likelier than it has to be, and NIL that is.
func TestUndecided(t *testing.T) {
	for pNIL, want := range map[float64]bool{0.5: true, 0.6: false} {
		found := newMatches(&core.Answer{NIL: true, PNIL: pNIL, Matches: []core.Match{{ID: "A", P: 0.35}}})
		if found.Undecided() != want || !found.IsNIL() {
			t.Errorf("NIL of %v: undecided %v", pNIL, found.Undecided())
		}
	}
}
