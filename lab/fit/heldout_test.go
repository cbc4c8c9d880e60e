package main

import (
	"fmt"
	"math"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// TestHeldOut requires what is held out to be gone from the list, its entity to stay with a primary name unless it is
// gone whole, and a name of two entities to stay.
func TestHeldOut(t *testing.T) {
	list := &data.Terminology{}
	for i := range 400 {
		list.Entities = append(list.Entities, data.Entity{ID: fmt.Sprint(i), Names: []data.Name{
			{Text: fmt.Sprintf("thing %d", i), Kind: pack.KindPrimary}, {Text: fmt.Sprintf("Thing-%d", i), Kind: pack.KindExact},
			{Text: fmt.Sprintf("other %d", i), Kind: pack.KindExact}, {Text: "shared", Kind: pack.KindAlias},
		}})
	}
	texts, ids := heldOut(list)
	left, whole := map[string]bool{}, 0
	for _, e := range list.Entities {
		if e.Names[0].Kind != pack.KindPrimary {
			t.Errorf("%s has no primary name", e.ID)
		}
		for _, n := range e.Names {
			left[e.ID+" "+n.Text] = true
		}
	}
	for i, text := range texts {
		var number string
		if _, err := fmt.Sscanf(text, "thing %s", &number); err != nil {
			if _, err = fmt.Sscanf(text, "other %s", &number); err != nil {
				_, err = fmt.Sscanf(text, "Thing-%s", &number)
			}
			if err != nil {
				t.Fatalf("%q is held out", text)
			}
		}
		if ids[i] == "" {
			whole++
		}
		if left[number+" "+text] || left[number+" shared"] != (ids[i] != "") || ids[i] != "" && ids[i] != number {
			t.Errorf("%q of %q: what is left of %s does not fit", text, ids[i], number)
		}
	}
	if len(texts) < 30 || whole == 0 || whole == len(texts) {
		t.Errorf("%d names, %d of entities that are gone", len(texts), whole)
	}
}

// TestCurves has the area under the curve of known answers, ties included, and the bin that is off most.
func TestCurves(t *testing.T) {
	of := func(p float64, right bool) eval.Prediction { return eval.Prediction{P: p, Right: right, Count: 1} }
	for _, tt := range []struct {
		ps   []eval.Prediction
		want float64
	}{
		{[]eval.Prediction{of(0.9, true), of(0.1, false)}, 1},
		{[]eval.Prediction{of(0.1, true), of(0.9, false)}, 0},
		{[]eval.Prediction{of(0.5, true), of(0.5, false)}, 0.5},
		{[]eval.Prediction{of(0.2, false), of(0.3, true), of(0.4, false), of(0.6, true)}, 0.75},
	} {
		if got := areaUnder(tt.ps); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.ps, got, tt.want)
		}
	}
	few, many := []eval.Prediction{{P: 0.15, Right: true, Count: 99}}, []eval.Prediction{{P: 0.75, Count: 50}, {P: 0.75, Right: true, Count: 50}}
	if got := worstBin(few); got != 0 {
		t.Errorf("99 mentions are off by %v", got)
	}
	if got := worstBin(many); math.Abs(got-0.25) > 1e-9 {
		t.Errorf("100 mentions are off by %v, want 0.25", got)
	}
	if share, precision := answered(append(few, many...)); share != 0.5 || precision != 0.5 {
		t.Errorf("share %v, precision %v", share, precision)
	}
}
