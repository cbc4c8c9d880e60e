package sequence

import (
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/gradtest"
)

func random(rng *rand.Rand, x []float32) {
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
}

func randomMatrix(rng *rand.Rand, rows, cols int) nn.Matrix {
	m := nn.NewMatrix(rows, cols)
	random(rng, m.Data)
	return m
}

// dot is the loss of these tests: a fixed linear function of the outputs.
func dot(a, b nn.Matrix) float64 {
	s := 0.0
	for i, v := range a.Data {
		s += float64(v) * float64(b.Data[i])
	}
	return s
}

func checkGradient(t *testing.T, what string, f func() float64, x, grad []float32) {
	t.Helper()
	gradtest.Check(t, what, f, x, grad, gradtest.Tolerance{Step: 1e-2, Absolute: 2e-3, Relative: 2e-3})
}
