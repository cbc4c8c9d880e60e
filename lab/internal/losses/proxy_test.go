package losses

import (
	"math"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss/losstest"
)

// TestProxyByHand computes the formula of the type's comment directly.
func TestProxyByHand(t *testing.T) {
	a, b := losstest.Matrix(2, 1, 0), losstest.Matrix(2, 0.6, 0.8, 0.8, 0.6, 0, 1, 1, 0)
	for _, c := range []struct {
		alpha, margin float64
		lb            []int32
		negatives     []float64 // their cosines
	}{
		{4, 0, []int32{1, 2, 3, 4}, []float64{0.8, 0, 1}},
		{4, 0.1, []int32{1, 2, 3, 4}, []float64{0.8, 0, 1}},
		{4, 0.1, []int32{1, 2, 1, 1}, []float64{0.8}}, // the anchor's label is left out
		{32, 0.05, []int32{1, 1, 1, 1}, nil},
	} {
		sum := 1.0
		for _, s := range c.negatives {
			sum += math.Exp(c.alpha * (s + c.margin))
		}
		want := math.Log(1+math.Exp(-c.alpha*(0.6-c.margin))) + math.Log(sum)
		da, db := nn.NewMatrix(1, 2), nn.NewMatrix(4, 2)
		l := Proxy{Alpha: float32(c.alpha), Margin: float32(c.margin)}
		if got := l.Loss(da, db, a, b, []int32{1}, c.lb); math.Abs(got-want) > 1e-5 {
			t.Errorf("alpha %v, margin %v, labels %v: loss %v, want %v", c.alpha, c.margin, c.lb, got, want)
		}
	}
}

// TestProxyDefaultAlpha requires the paper's 32 of a zero value.
func TestProxyDefaultAlpha(t *testing.T) {
	lb := []int32{0, 1, 2}
	da, db, a, b := losstest.Labelled(1, 4, 3, lb)
	zero, set := Proxy{}, Proxy{Alpha: 32}
	if got, want := zero.Loss(da, db, a, b, lb, lb), set.Loss(da, db, a, b, lb, lb); got != want {
		t.Errorf("zero alpha gives %v, 32 gives %v", got, want)
	}
}

// TestProxyExtremes requires right, finite numbers far beyond the range of exp:
// there the loss is linear in the worst violation.
func TestProxyExtremes(t *testing.T) {
	for _, c := range []struct {
		name  string
		alpha float32
		b     nn.Matrix
		want  float64
		slope float32 // of the first element of the anchor
	}{
		{"both wrong", 1e6, losstest.Matrix(2, -1, 0, 1, 0), 2e6, 2e6},
		{"both right", 1e6, losstest.Matrix(2, 1, 0, -1, 0), 0, 0},
		{"positive wrong", 1e6, losstest.Matrix(2, -1, 0, -1, 0), 1e6, 1e6},
		{"negative wrong", 1e6, losstest.Matrix(2, 1, 0, 1, 0), 1e6, 1e6},
		{"orthogonal", 1e6, losstest.Matrix(2, 0, 1, 0, 1), 2 * math.Ln2, 0},
	} {
		da, db := nn.NewMatrix(1, 2), nn.NewMatrix(2, 2)
		l := Proxy{Alpha: c.alpha}
		got := l.Loss(da, db, losstest.Matrix(2, 1, 0), c.b, []int32{0}, []int32{0, 1})
		if math.Abs(got-c.want) > 1e-6*(1+c.want) || math.Abs(float64(da.Data[0]-c.slope)) > 1 {
			t.Errorf("%s: loss %v and slope %v, want %v and %v", c.name, got, da.Data[0], c.want, c.slope)
		}
		finite(t, da, db)
	}
}

// TestNotANumber requires that a broken input shows in every loss: training stops by it.
func TestNotANumber(t *testing.T) {
	nan := float32(math.NaN())
	a, b := losstest.Matrix(2, nan, 0, 0, 1), losstest.Matrix(2, 1, 0, 0, 1)
	da, db, labels := nn.NewMatrix(2, 2), nn.NewMatrix(2, 2), []int32{0, 1}
	for name, l := range map[string]batchLoss{"cross-entropy": &CrossEntropy{Temperature: 1}, "proxy": &Proxy{}} {
		if got := l.Loss(da, db, a, b, labels, labels); !math.IsNaN(got) {
			t.Errorf("%s of NaN is %v", name, got)
		}
	}
	if got := (&Contrastive{}).Loss(da, db, a, b, []float32{0, 1}); !math.IsNaN(got) {
		t.Errorf("contrastive of NaN is %v", got)
	}
}
