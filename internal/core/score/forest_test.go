package score

import (
	"math"
	"testing"
)

// TestForest walks to every leaf of a tree whose splits are of one input each.
func TestForest(t *testing.T) {
	var tree Tree
	for i := range tree.At {
		tree.Input[i], tree.At[i] = uint8(i), 0.5
	}
	for i := range tree.Leaves {
		tree.Leaves[i] = float32(i)
	}
	f := Forest{Base: 10, Trees: []Tree{tree, tree}}
	for leaf := range treeLeaves {
		var x Inputs
		split := 0
		for level := treeDepth - 1; level >= 0; level-- {
			above := leaf >> level & 1
			x[split] = 0.5 + float32(above)/8 // at the split itself the way goes down
			split = 2*split + 1 + above
		}
		if got, want := f.Logit(&x), 10+2*float64(leaf); got != want {
			t.Errorf("the way to leaf %d says %v, want %v", leaf, got, want)
		}
	}
	if got := new(Forest).Logit(&Inputs{}); got != 0 {
		t.Errorf("no forest says %v", got)
	}
}

// TestInputs requires every input to come from what its name says.
func TestInputs(t *testing.T) {
	best := resting(NormalizedOther)
	for f := range NumFeatures {
		if f != Normalized && f != NotPrimary {
			best.Features[f] = float32(f+1) / 100
		}
	}
	best.Features[Commonness] = 0.5
	c := Calibration{Weighted: true}
	got := c.Inputs([]Candidate{*best, *best}, []float64{0.6, 0.2}, 0.2)
	want := [NumInputs]float64{
		inputEvidence: float64(NormalizedOther), InputRivals: math.Log(3), InputNIL: math.Log(4),
		InputCosine: 0.01, InputTrigram: 0.04, inputDigits: 0.05, inputMentionIn: 0.06, inputNameIn: 0.07,
		inputShort: 0.14, inputTitle: 0.15, inputWeighted: 1, inputPrior: 0.1, inputAlias: 0.09,
		inputStage: float64(StageNormalized),
	}
	for i, x := range want[:inputLacks] {
		if math.Abs(float64(got[i])-x) > 1e-6 {
			t.Errorf("input %d is %v, want %v", i, got[i], x)
		}
	}
	if got[inputMeant] != 0.5 {
		t.Errorf("half of the uses mean the entity: %v", got[inputMeant])
	}
	c.Weighted = false
	if got := c.Inputs([]Candidate{*best}, []float64{0.6, 0.2}, 0.2); got[inputWeighted] != 0 || got[inputPrior] != unknownPrior || got[inputSiblings] != 0 {
		t.Errorf("estimated weights are %v, siblings of a name %v", got[inputWeighted], got[inputSiblings])
	}
}

// TestSiblings counts other entities that are nearly as alike, unless the mention is a name.
func TestSiblings(t *testing.T) {
	near := func(trigram float32) (c Candidate) {
		c.Stage, c.Features[Trigram] = StageHamming, trigram
		return c
	}
	for _, tt := range []struct {
		cs   []Candidate
		want float32
	}{
		{[]Candidate{near(0.5)}, 0},
		{[]Candidate{near(0.5), near(0.45), near(0.1), near(0.6)}, 2},
		{[]Candidate{near(0.5), near(0.5), near(0.5), near(0.5), near(0.5), near(0.5), near(0.5)}, maxSiblings},
		{[]Candidate{{Stage: StageNormalized}, near(0.5), near(0.5)}, 0},
	} {
		if got := siblings(tt.cs); got != tt.want {
			t.Errorf("%d rows: %v siblings, want %v", len(tt.cs), got, tt.want)
		}
	}
}

func FuzzParseForests(f *testing.F) {
	f.Add((&Forests{Right: Forest{Base: 1, Trees: make([]Tree, 2)}}).AppendBinary(nil))
	f.Add(new(Forests).AppendBinary(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		forests, err := ParseForests(data)
		if err != nil {
			return
		}
		if odds, p := forests.Logit(&Inputs{1, -9, 9}, expectedShare); odds-odds != 0 || !(p >= 0 && p <= 1) {
			t.Errorf("%+v makes %v and %v", forests, odds, p)
		}
	})
}
