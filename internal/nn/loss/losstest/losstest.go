// Package losstest has the vectors and the tolerance of tests of losses.
package losstest

import (
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/gradtest"
)

// UnitRows returns random unit vectors, one a row.
func UnitRows(rng *rand.Rand, rows, cols int) nn.Matrix {
	m := nn.NewMatrix(rows, cols)
	for i := range m.Data {
		m.Data[i] = float32(rng.NormFloat64())
	}
	nn.L2Norm(m, make([]float32, rows), m, 0)
	return m
}

// CheckGradient reports elements of grad that differ from the central differences of a loss.
func CheckGradient(t *testing.T, what string, f func() float64, x, grad []float32) {
	t.Helper()
	gradtest.Check(t, what, f, x, grad, gradtest.Tolerance{Step: 3e-3, Absolute: 1e-3, Relative: 2e-3})
}

// Matrix returns data as rows of cols elements.
func Matrix(cols int, data ...float32) nn.Matrix {
	return nn.Matrix{Rows: len(data) / cols, Cols: cols, Stride: cols, Data: data}
}

// Labelled returns n unit vectors a side, and more rows of b, with their labels.
func Labelled(seed uint64, dim, n int, lb []int32) (da, db, a, b nn.Matrix) {
	rng := rand.New(rand.NewPCG(seed, 0))
	return nn.NewMatrix(n, dim), nn.NewMatrix(len(lb), dim), UnitRows(rng, n, dim), UnitRows(rng, len(lb), dim)
}
