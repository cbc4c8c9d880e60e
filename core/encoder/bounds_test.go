package encoder

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// hardTexts are read by encoders of extreme weights.
var hardTexts = []string{"", "a", "FOXP2", "胰岛素", strings.Repeat("zinc finger ", 300), strings.Repeat("a", 5000), "\x00", "β-catenin (CTNNB1)"}

// extreme returns a number of any size, most of them finite.
func extreme(rng *rand.Rand) float32 {
	x := float32(math.Ldexp(rng.Float64()+0.5, rng.IntN(278)-149))
	if rng.IntN(2) == 0 {
		x = -x
	}
	if rng.IntN(12) == 0 {
		return []float32{0, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32}[rng.IntN(4)]
	}
	return x
}

// checkFinite requires of weights that they are refused, or give vectors of numbers
// no longer than 1. It reports whether they are accepted.
func checkFinite(t *testing.T, w *Weights) bool {
	t.Helper()
	e, err := New(w)
	if err != nil {
		return false
	}
	for _, text := range hardTexts {
		squares := 0.0
		for _, x := range e.Encode(nil, text) {
			squares += float64(x) * float64(x)
		}
		if !(squares <= 1+1e-3) {
			t.Fatalf("%.20q has a vector of squared length %v: table %v, w1 %v, w2 %v", text, squares, w.Table.Scale, w.W1.Scale, w.W2.Scale)
		}
	}
	return true
}

// TestExtremeNgram makes some numbers of an encoder extreme: it is refused, or
// gives no vector that is none.
func TestExtremeNgram(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	accepted := 0
	for range 3000 {
		w := testWeights(16, 64, 8)
		numbers := []*float32{&w.Table.Scale, &w.W1.Scale, &w.W2.Scale, &w.Gain[3], &w.Bias[5], &w.B1[2], &w.B2[60]}
		for range 1 + rng.IntN(3) {
			*numbers[rng.IntN(len(numbers))] = extreme(rng)
		}
		if checkFinite(t, w) {
			accepted++
		}
	}
	if accepted < 500 || accepted > 2900 {
		t.Errorf("%d of 3000 are accepted: the test tries one side alone", accepted)
	}
}

// TestHugeWeights refuses each kind of weight when it is huge, on its own.
func TestHugeWeights(t *testing.T) {
	for name, huge := range map[string]func(w *Weights){
		"table": func(w *Weights) { w.Table.Scale = 3e38 },
		"w1":    func(w *Weights) { w.W1.Scale = 3e38 },
		"w2":    func(w *Weights) { w.W2.Scale = -3e38 },
		"gain":  func(w *Weights) { w.Gain[0] = 3e38 },
		"bias":  func(w *Weights) { w.Bias[63] = -3e38 },
		"b1":    func(w *Weights) { w.B1[7] = 3e38 },
		"b2":    func(w *Weights) { w.B2[0] = 3e38 },
		"squares": func(w *Weights) { // each is far from the edge, the sum of their squares is not
			for i := range w.B2 {
				w.B2[i] = 3e18
			}
		},
	} {
		w := testWeights(16, 64, 8)
		huge(w)
		if _, err := New(w); err != errBounds {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestCost requires of Cost that it does not exceed what the longest text takes.
func TestCost(t *testing.T) {
	e := testEncoder(t, testWeights(16, 64, 8))
	if short, long := e.Cost(10), e.Cost(1<<20); short < 2*8*64 || long <= short || long > maxFeatures*64/8+2*8*64+8*64 {
		t.Errorf("costs %d and %d", short, long)
	}
}

// TestTableBytes compares the announced memory with the weights.
func TestTableBytes(t *testing.T) {
	data := marshal(t, testWeights(128, 64, 32))
	if got, want := TableBytes(data), len(data)+4*2*64*32; got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	if got := TableBytes(nil); got != 0 {
		t.Errorf("%d bytes for nothing", got)
	}
}
