package losses

import (
	"math"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss/losstest"
)

// TestCrossEntropyByHand: the third row is one more logit for the rows of a.
func TestCrossEntropyByHand(t *testing.T) {
	a, b := losstest.Matrix(2, 1, 0, 0, 1), losstest.Matrix(2, 1, 0, 0, 1, -1, 0)
	want := (math.Log(1+math.Exp(-1)+math.Exp(-2)) + math.Log(1+math.Exp(-1)+math.Exp(-1))) / 2 // logits 1, 0, -1 and 0, 1, 0
	da, db := nn.NewMatrix(2, 2), nn.NewMatrix(3, 2)
	l := CrossEntropy{Temperature: 1}
	if got := l.Loss(da, db, a, b, []int32{0, 1}, []int32{0, 1, 2}); math.Abs(got-want) > 1e-6 {
		t.Errorf("loss %v, want %v", got, want)
	}
	// The third row is pushed off both rows of a, by its share of each softmax.
	first := 1 / (1 + math.E + math.E*math.E) / 2
	if got := float64(db.Data[4]); math.Abs(got-first) > 1e-6 {
		t.Errorf("gradient of the third row %v, want %v", got, first)
	}
}

// TestCrossEntropyExtremes requires finite numbers of logits far beyond the range of exp.
func TestCrossEntropyExtremes(t *testing.T) {
	a, b := losstest.Matrix(2, 1, 0, -1, 0), losstest.Matrix(2, -1, 0, 1, 0)
	da, db := nn.NewMatrix(2, 2), nn.NewMatrix(2, 2)
	l := CrossEntropy{Temperature: 1e-3}
	if got := l.Loss(da, db, a, b, []int32{0, 1}, []int32{0, 1}); math.Abs(got-2000) > 1e-3 {
		t.Errorf("loss %v, want 2000", got)
	}
	finite(t, da, db)
}
