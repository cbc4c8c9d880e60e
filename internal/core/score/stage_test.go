package score

import "testing"

// TestEvenWith requires near names of small probabilities to be tied, but not to be even: together they would outweigh NIL.
func TestEvenWith(t *testing.T) {
	best := Rival{P: 0.04, Stage: StageHamming}
	for r, want := range map[Rival]bool{{P: 0.03, Stage: StageHamming}: false, {P: 0.04, Stage: StageHamming}: true} {
		if !r.TiedWith(best) || r.EvenWith(best) != want {
			t.Errorf("%+v: tied %t, even %t", r, r.TiedWith(best), r.EvenWith(best))
		}
	}
	if named := (Rival{P: 0.3, Stage: StageExact}); !named.EvenWith(Rival{P: 0.6, Stage: StageExact}) {
		t.Error("namesakes are even")
	}
}
