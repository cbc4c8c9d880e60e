package forest

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/core/score"
)

// drawn returns answers whose true log odds are truth of their inputs.
func drawn(n int, truth func(x *score.Inputs) float64) []sample {
	rng := rand.New(rand.NewPCG(3, 0))
	out := make([]sample, n)
	for i := range out {
		s := &out[i]
		for k := range s.x {
			s.x[k] = rng.Float32()
		}
		s.right, s.weight = rng.Float64() < sigmoid(truth(&s.x)), 1
	}
	return out
}

func meanLoss(f *score.Forest, samples []sample) float64 {
	loss := 0.0
	for i := range samples {
		p := sigmoid(f.Logit(&samples[i].x))
		if !samples[i].right {
			p = 1 - p
		}
		loss -= math.Log(p)
	}
	return loss / float64(len(samples))
}

// TestBoost requires a forest to learn what depends on two inputs together, nearly as well as the
// truth explains answers that it has not seen.
func TestBoost(t *testing.T) {
	truth := func(x *score.Inputs) float64 {
		if x[0] > 0.5 {
			return 6*float64(x[score.InputCosine]) - 3
		}
		return -1
	}
	samples := drawn(16000, truth)
	f := boost(samples[:12000])
	perfect := 0.0
	for _, s := range samples[12000:] {
		p := sigmoid(truth(&s.x))
		if !s.right {
			p = 1 - p
		}
		perfect -= math.Log(p) / 4000
	}
	if got := meanLoss(&f, samples[12000:]); got > perfect+0.02 {
		t.Errorf("a loss of %v on unseen answers, that of the truth is %v", got, perfect)
	}
}

// TestRising requires a logit never to fall with an input that may not lower it, whatever the
// answers say.
func TestRising(t *testing.T) {
	f := boost(drawn(4000, func(x *score.Inputs) float64 {
		return 4*float64(x[score.InputRivals]*(x[0]-0.5)) - 3*float64(x[score.InputTrigram]) + float64(x[4])
	}))
	rng := rand.New(rand.NewPCG(5, 0))
	for range 5000 {
		var x score.Inputs
		for k := range x {
			x[k] = rng.Float32()
		}
		for k, up := range rising {
			y := x
			if y[k] += rng.Float32(); up && f.Logit(&y) < f.Logit(&x)-1e-6 {
				t.Fatalf("the logit falls from %v to %v with input %d", f.Logit(&x), f.Logit(&y), k)
			}
		}
	}
}

// TestBoostFew leaves answers whole that are too few to split, and says something of none.
func TestBoostFew(t *testing.T) {
	f := boost(drawn(2*leafSamples-1, func(x *score.Inputs) float64 { return 20 * float64(x[1]-0.5) }))
	for _, tree := range f.Trees {
		for i, at := range tree.At {
			if at != nowhere.at {
				t.Fatalf("%d answers are split by input %d at %v", 2*leafSamples-1, tree.Input[i], at)
			}
		}
	}
	if f = boost(nil); f.Logit(&score.Inputs{}) != 0 {
		t.Errorf("without answers %+v", f)
	}
}
