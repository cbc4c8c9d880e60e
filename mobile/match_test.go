package mobile

import (
	"testing"

	"github.com/normlet/normlet/core"
)

// TestUndecided has NIL that is as likely as the best match, and NIL that is likelier.
func TestUndecided(t *testing.T) {
	for pNIL, want := range map[float64]bool{0.451: true, 0.55: false} {
		found := newMatches(&core.Answer{NIL: true, PNIL: pNIL, Matches: []core.Match{{ID: "A", P: 0.45}}})
		if found.Undecided() != want || !found.IsNIL() {
			t.Errorf("NIL of %v: undecided %v", pNIL, found.Undecided())
		}
	}
}
