package loss

import (
	"math"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss/losstest"
)

// TestInfoNCEByHand: with a = b = the unit matrix, each of the two rows has the
// logits 1/T for its partner and 0 for the other, in both directions.
func TestInfoNCEByHand(t *testing.T) {
	a, b := losstest.Matrix(2, 1, 0, 0, 1), losstest.Matrix(2, 1, 0, 0, 1)
	for _, c := range []struct {
		temperature float32
		labels      []int32
		want        float64
		grad        float32 // of a's first row in its own direction
	}{
		{1, []int32{0, 1}, 2 * math.Log(1+math.Exp(-1)), -2 / (1 + math.E) / 2},
		{0.5, []int32{0, 1}, 2 * math.Log(1+math.Exp(-2)), float32(-2 / (1 + math.Exp(2)) / 2 / 0.5)},
		// Both rows are positives of both: half the mass on each logit.
		{1, []int32{5, 5}, 2 * (math.Log(1+math.E) - 0.5), float32(2 * (math.E/(1+math.E) - 0.5) / 2)},
	} {
		da, db := nn.NewMatrix(2, 2), nn.NewMatrix(2, 2)
		l := InfoNCE{Temperature: c.temperature}
		if got := l.Loss(da, db, a, b, c.labels, c.labels); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("T %v, labels %v: loss %v, want %v", c.temperature, c.labels, got, c.want)
		}
		if math.Abs(float64(da.Data[0]-c.grad)) > 1e-6 || math.Abs(float64(db.Data[0]-c.grad)) > 1e-6 {
			t.Errorf("T %v, labels %v: gradients %v and %v, want %v", c.temperature, c.labels, da.Data[0], db.Data[0], c.grad)
		}
	}
}

// TestInfoNCEExtremes requires finite numbers of logits far beyond the range of exp.
func TestInfoNCEExtremes(t *testing.T) {
	a, b := losstest.Matrix(2, 1, 0, -1, 0), losstest.Matrix(2, -1, 0, 1, 0)
	da, db := nn.NewMatrix(2, 2), nn.NewMatrix(2, 2)
	l := InfoNCE{Temperature: 1e-3}
	if got := l.Loss(da, db, a, b, []int32{0, 1}, []int32{0, 1}); math.Abs(got-4000) > 1e-3 {
		t.Errorf("loss %v, want 4000", got)
	}
	finite(t, da, db)
}

// TestInfoNCEExtraRows: the extra row is one more logit for a, and nothing for b.
func TestInfoNCEExtraRows(t *testing.T) {
	a, b := losstest.Matrix(2, 1, 0, 0, 1), losstest.Matrix(2, 1, 0, 0, 1, -1, 0)
	forward := math.Log(1+math.Exp(-1)+math.Exp(-2)) + math.Log(1+math.Exp(-1)+math.Exp(-1)) // logits 1, 0, -1 and 0, 1, 0
	backward := 2 * math.Log(1+math.Exp(-1))
	da, db := nn.NewMatrix(2, 2), nn.NewMatrix(3, 2)
	l := InfoNCE{Temperature: 1}
	if got, want := l.Loss(da, db, a, b, []int32{0, 1}, []int32{0, 1, 2}), (forward+backward)/2; math.Abs(got-want) > 1e-6 {
		t.Errorf("loss %v, want %v", got, want)
	}
	// The extra row is pushed off both rows of a, by its share of each softmax.
	first := 1 / (1 + math.E + math.E*math.E) / 2
	if got := float64(db.Data[4]); math.Abs(got-first) > 1e-6 {
		t.Errorf("gradient of the extra row %v, want %v", got, first)
	}
}

// TestNotANumber requires that a broken input shows in the loss: training stops by it.
func TestNotANumber(t *testing.T) {
	a, b := losstest.Matrix(2, float32(math.NaN()), 0, 0, 1), losstest.Matrix(2, 1, 0, 0, 1)
	da, db, labels := nn.NewMatrix(2, 2), nn.NewMatrix(2, 2), []int32{0, 1}
	if got := (&InfoNCE{Temperature: 1}).Loss(da, db, a, b, labels, labels); !math.IsNaN(got) {
		t.Errorf("the loss of NaN is %v", got)
	}
}
