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
	for leaf := range TreeLeaves {
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
	best.Features[Commonness] = 0
	c := Calibration{Weighted: true}
	got := c.Inputs(best, []float64{0.6, 0.2}, 0.2)
	want := map[int]float64{
		inputEvidence: float64(NormalizedOther), InputRivals: math.Log(3), InputNIL: math.Log(4),
		InputCosine: 0.01, InputTrigram: 0.04, inputDigits: 0.05, inputMentionIn: 0.06, inputNameIn: 0.07,
		inputShort: 0.14, inputTitle: 0.15, inputWeighted: 1,
	}
	if len(want) != NumInputs {
		t.Fatalf("%d inputs of %d are tested", len(want), NumInputs)
	}
	for i, x := range want {
		if math.Abs(float64(got[i])-x) > 1e-6 {
			t.Errorf("input %d is %v, want %v", i, got[i], x)
		}
	}
	c.Weighted = false
	if got := c.Inputs(best, []float64{0.6, 0.2}, 0.2); got[inputWeighted] != 0 {
		t.Errorf("estimated weights are %v", got[inputWeighted])
	}
}
