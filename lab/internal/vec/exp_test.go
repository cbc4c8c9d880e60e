package vec

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestExpBelow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 40; n++ {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(200*rng.Float64() - 50)
		}
		y := slices.Clone(x)
		most, sum := ExpBelow(y)
		if most != slices.Max(x) {
			t.Fatalf("most %v, want %v", most, slices.Max(x))
		}
		total := 0.0
		for i, v := range x {
			want := math.Exp(max(-87, float64(v-most)))
			if total += want; math.Abs(float64(y[i])-want) > 3e-7*want {
				t.Errorf("exp(%v) is %v, want %v", v-most, y[i], want)
			}
		}
		if math.Abs(float64(sum)-total) > 1e-6*total {
			t.Errorf("sum %v, want %v", sum, total)
		}
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, x := range [][]float32{{nan}, {0, 1, nan, 2, 3}, {nan, 1, 2, 3, 4}, {inf, 0, 0, 0}, {-inf, -inf}} {
		if _, sum := ExpBelow(slices.Clone(x)); sum == sum {
			t.Errorf("%v: sum %v, want NaN", x, sum)
		}
	}
}

func BenchmarkExpBelow(b *testing.B) {
	x := make([]float32, 1024)
	for b.Loop() {
		ExpBelow(x)
	}
}
