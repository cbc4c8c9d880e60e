package core_test

import (
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestBroader has a strain of a species that the pack has, with and without what is broader than the mention.
func TestBroader(t *testing.T) {
	n := open(t)
	const strain, species = "Haemophilus influenzae Rd-KW20", "MESH:D006192"
	found := func(exactly bool) core.Answer {
		a, err := n.LookupWith(strain, core.Options{Exactly: exactly})
		if err != nil {
			t.Fatal(err)
		}
		sum := a.PNIL
		for i := range a.Matches {
			sum += a.Matches[i].P
		}
		if sum > 1+1e-9 || len(a.Matches) == 0 {
			t.Errorf("%+v: P sum to %v", a, sum)
		}
		return a
	}
	a := found(false)
	m := a.Matches[0]
	if m.ID != species || m.Broader != "Rd-KW20" || !(0 < m.Exactly() && m.Exactly() < 0.7*m.P) {
		t.Errorf("%+v, exactly %v; want %s, broader by the strain", m, m.Exactly(), species)
	}
	b := found(true)
	isBroader := func(m core.Match) bool { return m.Broader != "" }
	if !b.NIL || slices.ContainsFunc(b.Matches, isBroader) || !(b.PNIL >= a.PNIL+m.P-1e-9) || math.IsNaN(b.PNIL) {
		t.Errorf("exactly: %+v; want NIL, with the P of %s", b, species)
	}
	if m := n.Lookup("H influenzae", 1).Matches[0]; m.Broader != "" || m.Exactly() != m.P {
		t.Errorf("a name: %+v, exactly %v", m, m.Exactly())
	}
}
