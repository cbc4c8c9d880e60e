package rank

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/core/score"

	"gonum.org/v1/gonum/diff/fd"
)

// outcomes returns made-up outcomes: with candidates and without, NIL and not.
func outcomes(n int) []outcome {
	rng := rand.New(rand.NewPCG(1, 0))
	out := make([]outcome, n)
	for i := range out {
		out[i].gold, out[i].weight = -1, 1+float64(i%2)
		var candidates []score.Candidate
		for e := range int32(i % 5) {
			c := score.Candidate{Entity: e, Row: e}
			for f := range c.Features {
				c.Features[f] = rng.Float32()
			}
			candidates = append(candidates, c)
			if i%3 > 0 {
				out[i].gold = int32(rng.IntN(int(e) + 1))
			}
		}
		out[i].rows = packed(candidates)
	}
	return out
}

func TestGradient(t *testing.T) {
	o := outcomes(40)
	rng := rand.New(rand.NewPCG(2, 0))
	x := make([]float64, dims)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	grad := make([]float64, dims)
	for i := range grad {
		grad[i] = math.NaN() // has to be overwritten
	}
	lossAndGrad(o, x, grad)
	want := fd.Gradient(nil, func(x []float64) float64 { return lossAndGrad(o, x, make([]float64, dims)) }, x, &fd.Settings{Formula: fd.Central})
	for i, w := range want {
		if !(math.Abs(grad[i]-w) <= 1e-5) {
			t.Errorf("gradient %d is %v, central differences give %v", i, grad[i], w)
		}
	}
}

// TestLossByHand: one candidate of score 2, NIL of score 1.
func TestLossByHand(t *testing.T) {
	var c score.Candidate
	c.Features[score.Cosine] = 1
	x := make([]float64, dims)
	x[score.Cosine], x[dims-1] = 2, 1
	for _, tt := range []struct {
		o    outcome
		want float64
	}{
		{outcome{gold: 0, rows: packed([]score.Candidate{c}), weight: 1}, math.Log(1 + math.Exp(-1))},
		{outcome{gold: -1, rows: packed([]score.Candidate{c}), weight: 1}, math.Log(1 + math.E)},
		{outcome{gold: -1, weight: 1}, 0},
	} {
		if got := lossAndGrad([]outcome{tt.o}, x, make([]float64, dims)); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("gold %d of %d: loss %v, want %v", tt.o.gold, len(tt.o.rows.heads), got, tt.want)
		}
	}
	x[score.Cosine] = 5000 // far beyond the range of exp
	if got := lossAndGrad([]outcome{{gold: -1, rows: packed([]score.Candidate{c}), weight: 1}}, x, make([]float64, dims)); got != 4999 {
		t.Errorf("loss %v, want 4999", got)
	}
}

// TestRidge requires the fit to stay where it starts under a strong pull, and to
// leave it under a weak one.
func TestRidge(t *testing.T) {
	o := outcomes(200)
	def := score.DefaultRanker()
	for _, c := range []struct {
		ridge    float64
		min, max float64 // distance from the start
	}{{1e9, 0, 1e-3}, {1, 0.1, 100}} {
		r, loss := fit(o, def, Config{Ridge: c.ridge, Center: def})
		d := 0.0
		a, b := toVector(&r), toVector(&def)
		for i := range a {
			d += (a[i] - b[i]) * (a[i] - b[i])
		}
		if d = math.Sqrt(d); !(d >= c.min && d <= c.max) || math.IsNaN(loss) {
			t.Errorf("ridge %v: %v from the start, loss %v", c.ridge, d, loss)
		}
	}
}

func TestVectorRoundTrip(t *testing.T) {
	r := score.DefaultRanker()
	if got := fromVector(toVector(&r)); got != r {
		t.Errorf("%+v comes back as %+v", r, got)
	}
}

func TestPicker(t *testing.T) {
	const draws = 100000
	for _, c := range []struct {
		what   string
		weight []float64
		want   []float64
	}{
		{"no weights", nil, []float64{0.25, 0.25, 0.25, 0.25}},
		{"zero weights", []float64{0, 0, 0, 0}, []float64{0.25, 0.25, 0.25, 0.25}},
		{"weights", []float64{0, 1, 0, 3}, []float64{0.025, 0.25, 0.025, 0.7}},
		{"first only", []float64{2, 0, 0, 0}, []float64{0.925, 0.025, 0.025, 0.025}},
		{"single", []float64{5}, []float64{1}},
	} {
		pick := newPicker(len(c.want), c.weight)
		rng := rand.New(rand.NewPCG(3, 0))
		counts := make([]float64, len(c.want))
		for range draws {
			counts[pick(rng)]++
		}
		for i, n := range counts {
			if math.Abs(n/draws-c.want[i]) > 0.008 { // five deviations
				t.Errorf("%s: entity %d has a share of %v, want %v", c.what, i, n/draws, c.want[i])
			}
		}
	}
}
