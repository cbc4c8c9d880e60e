package rank

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/core/score"

	"gonum.org/v1/gonum/diff/fd"
)

// mentions returns what a Scaling sees of mentions that truth governs.
func mentions(n int, truth score.Scaling) []answered {
	rng := rand.New(rand.NewPCG(4, 0))
	out := make([]answered, n)
	for i := range out {
		a := answered{forest: rng.NormFloat64() * 3, weight: 1 + float64(i%2)}
		a.inputs[score.InputRivals], a.inputs[score.InputNIL] = float32(rng.NormFloat64()*3), float32(rng.NormFloat64()*3)
		a.right = rng.Float64() < probability(&truth, &a)
		out[i] = a
	}
	return out
}

// probability is that of score.Scaling.
func probability(s *score.Scaling, a *answered) float64 {
	rivals, nilOdds := float64(a.inputs[score.InputRivals]), float64(a.inputs[score.InputNIL])
	return float64(s.Ceiling) * sigmoid(float64(s.Slope)*a.forest+float64(s.Rivals)*rivals+float64(s.NIL)*nilOdds+float64(s.Shift))
}

func TestScalingGradient(t *testing.T) {
	as := mentions(50, score.Scaling{Slope: 1, Rivals: 0.5, NIL: -0.2, Shift: 0.5, Ceiling: 0.9})
	x0, x := []float64{1, 0, 0.1, 0.1, 2}, []float64{0.7, 0.2, 0.4, -0.4, 1.5}
	grad := []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()} // have to be overwritten
	scalingLoss(as, x0, x, grad)
	want := fd.Gradient(nil, func(x []float64) float64 { return scalingLoss(as, x0, x, make([]float64, 5)) }, x, &fd.Settings{Formula: fd.Central})
	for i, w := range want {
		if !(math.Abs(grad[i]-w) <= 1e-4) {
			t.Errorf("gradient %d is %v, central differences give %v", i, grad[i], w)
		}
	}
}

// TestFitScaling requires many mentions to be believed, and few not to be.
func TestFitScaling(t *testing.T) {
	truth := score.Scaling{Slope: 0.6, Rivals: 0.3, NIL: -0.2, Shift: -1, Ceiling: 0.8}
	start := score.Scaling{Slope: 1.2, Shift: 1, Ceiling: 0.98}
	distance := func(n int) float64 {
		got := fitScaling(mentions(n, truth), start)
		return math.Abs(float64(got.Slope-truth.Slope)) + math.Abs(float64(got.Rivals-truth.Rivals)) + math.Abs(float64(got.NIL-truth.NIL)) +
			math.Abs(float64(got.Shift-truth.Shift)) + math.Abs(float64(got.Ceiling-truth.Ceiling))
	}
	if few, many := distance(2), distance(20000); few < 1.5 || many > 0.3 {
		t.Errorf("%v from the truth with 2 mentions, %v with 20000", few, many)
	}
}

// TestFitScalingCeiling requires a fit not to promise more than people agree on.
func TestFitScalingCeiling(t *testing.T) {
	as := mentions(20000, score.Scaling{Slope: 1, Shift: 5, Ceiling: 0.999})
	for _, start := range []float32{0.9, 0.97, 1} {
		got := fitScaling(as, score.Scaling{Slope: 1, Shift: 1, Ceiling: start})
		if math.Abs(float64(got.Ceiling)-agreement) > 1e-3 {
			t.Errorf("ceiling %v from %v, want %v", got.Ceiling, start, agreement)
		}
	}
}
