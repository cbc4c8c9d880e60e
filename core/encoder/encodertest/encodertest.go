// Package encodertest makes encoders for the tests of other packages.
package encodertest

import (
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/core/encoder"
)

// Random returns the weights of an encoder that brings texts together that share n-grams, without training.
func Random(rows, dim int) *encoder.Weights {
	rng := rand.New(rand.NewPCG(1, 0))
	table := make([]float32, rows*dim)
	for i := range table {
		table[i] = float32(rng.NormFloat64())
	}
	return &encoder.Weights{
		Rows: rows, Dim: dim, Table: encoder.Quantize(table, 127, 0),
		Gain: slices.Repeat([]float32{1}, dim), Bias: make([]float32, dim), B2: make([]float32, dim),
	}
}
