package core_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/score"
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

// TestBytes counts every text of an answer.
func TestBytes(t *testing.T) {
	const long = "a text of many letters"
	texts := []string{long, long}
	empty := (&core.Answer{}).Bytes()
	for want, a := range map[int64]core.Answer{
		1: {Mention: long}, 2: {Together: texts}, 3: {Ambiguous: append(texts, long)}, 4: {Matches: []core.Match{{ID: long, Same: append(texts, long)}}},
	} {
		if got := a.Bytes() - empty; got < want*int64(len(long)) {
			t.Errorf("%d bytes for %d texts of %d: %+v", got, want, len(long), a)
		}
	}
}

// TestUndecided has answers that are NIL because of what the ranker says, and because of what was asked for.
func TestUndecided(t *testing.T) {
	for _, tt := range []struct {
		a    core.Answer
		want bool
	}{
		{core.Answer{NIL: true, PNIL: 0.49, Matches: []core.Match{{P: 0.48}}}, true},
		{core.Answer{NIL: true, PNIL: 0.7, Matches: []core.Match{{P: 0.3}}}, false},
		{core.Answer{NIL: true, PNIL: 0.2, Matches: []core.Match{{P: 0.7}}}, false}, // less than MinP
		{core.Answer{NIL: true, PNIL: 1}, false},
		{core.Answer{PNIL: 0.48, Matches: []core.Match{{P: 0.49}}}, false},
	} {
		if got := tt.a.Undecided(); got != tt.want {
			t.Errorf("%+v: %v", tt.a, got)
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
		n, err := core.OpenBytes(file(t, contents), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.Of(n).Calibration.AppendBinary(nil); !bytes.Equal(got, contents.Calibration) {
			t.Error("the pack has another calibration")
		}
		for _, mention := range []string{"FAKE1", "Fake-1"} {
			if got := n.Lookup(mention, 1).Matches[0]; got.ID != id {
				t.Errorf("%q: %+v, commonness is %s", mention, got, id)
			}
		}
	}
}
