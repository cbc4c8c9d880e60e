package core_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/score"
)

func TestMinP(t *testing.T) {
	n := open(t)
	p := n.Lookup("FOXP2", 1).Matches[0].P
	for _, tt := range []struct {
		min float64
		nil bool
	}{{0, false}, {p, false}, {math.Nextafter(p, 2), true}, {2, true}} {
		a, err := n.LookupWith("FOXP2", core.Options{K: 1, MinP: tt.min})
		if err != nil || a.NIL != tt.nil || len(a.Matches) != 1 || a.Matches[0].P != p {
			t.Errorf("at least %v: %+v, %v", tt.min, a, err)
		}
	}
}

func TestAmbiguous(t *testing.T) {
	n := open(t)
	for _, tt := range []struct {
		mention string
		want    []string
	}{
		{"FAKE1", []string{"NCBIGene:6198", "NCBIGene:5336"}},
		{"fake-1", []string{"NCBIGene:6198", "NCBIGene:5336"}},
		{"FOXP2", nil},
		{"forkhed box P2", nil},
		{"a name of nothing here, qwxyz jklm", nil}, // all equally unlikely
		{"", nil},
	} {
		for _, k := range []int{1, 5} {
			if got := n.Lookup(tt.mention, k).Ambiguous; !slices.Equal(got, tt.want) {
				t.Errorf("%q: %q, want %q", tt.mention, got, tt.want)
			}
		}
	}
}

// TestCommonness requires labelled mentions to decide between entities of one name.
func TestCommonness(t *testing.T) {
	for _, id := range []string{"NCBIGene:6198", "NCBIGene:5336"} {
		contents := contents(t)
		c, err := score.ParseCalibration(contents.Calibration)
		if err != nil {
			t.Fatal(err)
		}
		c.Ranker.Weights[score.Commonness] = 20
		c.Commonness = []score.NameCommonness{{Key: score.CommonnessKey("fake1", id), Share: score.CommonnessShare(3, 3)}}
		contents.Calibration = c.AppendBinary(nil)
		n, err := core.OpenBytes(file(t, contents))
		if err != nil {
			t.Fatal(err)
		}
		if got := n.Calibration().AppendBinary(nil); !bytes.Equal(got, contents.Calibration) {
			t.Error("the pack has another calibration")
		}
		for _, mention := range []string{"FAKE1", "Fake-1"} {
			if got := n.Lookup(mention, 1).Matches[0]; got.ID != id {
				t.Errorf("%q: %+v, commonness is %s", mention, got, id)
			}
		}
	}
}
