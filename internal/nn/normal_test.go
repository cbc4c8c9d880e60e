package nn

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestNormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 100_000
	var sum, squares, beyond float64
	for range n {
		x := Normal(rng)
		sum += x
		squares += x * x
		if math.Abs(x) > 1.96 {
			beyond++
		}
	}
	if mean, variance, share := sum/n, squares/n, beyond/n; math.Abs(mean) > 0.01 || math.Abs(variance-1) > 0.02 || math.Abs(share-0.05) > 0.003 {
		t.Errorf("mean %v, variance %v, beyond 1.96 %v; want 0, 1 and 0.05", mean, variance, share)
	}
}
