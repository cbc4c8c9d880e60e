package encoder

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden vectors")

// testWeights returns weights drawn from a generator that is the same on every
// platform. All of them are small multiples of powers of two, so that they are
// exact in float32 and in the source of any other implementation.
func testWeights(rows, dim, hidden int) *Weights {
	ints, floats := generators()
	return &Weights{
		Rows: rows, Dim: dim, Hidden: hidden,
		Table: Int8{Scale: 1. / 512, Data: ints(rows * dim)},
		W1:    Int8{Scale: 1. / 256, Data: ints(hidden * dim)},
		W2:    Int8{Scale: 1. / 512, Data: ints(dim * hidden)},
		Gain:  floats(dim, 1), Bias: floats(dim, 0), B1: floats(hidden, 0), B2: floats(dim, 0),
	}
}

// generators return draws of int8 and of add plus multiples of 1/256.
func generators() (ints func(n int) []int8, floats func(n int, add float32) []float32) {
	rng := rand.NewPCG(1, 2)
	ints = func(n int) []int8 {
		out := make([]int8, n)
		for i := range out {
			out[i] = int8(rng.Uint64()>>57) - 64
		}
		return out
	}
	floats = func(n int, add float32) []float32 {
		out := make([]float32, n)
		for i, v := range ints(n) {
			out[i] = add + float32(v)/256
		}
		return out
	}
	return ints, floats
}

func testEncoder(t testing.TB, w *Weights) *Encoder {
	t.Helper()
	e, err := New(w)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
