package nn

import (
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/internal/f64"
)

// Normal returns a normally distributed number by Marsaglia's polar method. rng.NormFloat64 asks functions of math, and so
// gives other bits on other processors.
func Normal(rng *rand.Rand) float64 {
	for {
		x, y := float64(2*float64(rng.Float64()))-1, float64(2*float64(rng.Float64()))-1
		if s := float64(x*x) + float64(y*y); s > 0 && s < 1 {
			return float64(x * math.Sqrt(-2*f64.Log(s)/s))
		}
	}
}
