package train

import (
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
	split "github.com/normlet/normlet/internal/parallel"
)

// Network is an encoder in training, with the working memory of a batch. Methods that take a
// part of the batch run side by side, with the same parts throughout a step.
type Network interface {
	// Read sets example i to a name's text form; without rng, nothing is forgotten.
	Read(i int, form []byte, rng *rand.Rand)
	// Embed looks up the input embeddings of the examples that were read.
	Embed(p Part)
	// Forward sets the rows of Vectors from the input embeddings.
	Forward(p Part)
	// Backward adds the gradients for the gradient dz of the part's vectors, which
	// it may overwrite.
	Backward(p Part, dz nn.Matrix)
	// Vectors returns the unit vectors, one example a row.
	Vectors() nn.Matrix
	// Reduce adds up the gradients of the first n examples, in an order that only
	// the number of parts decides, and returns the sum of their squares.
	Reduce(n int) float64
	// Update changes the parameters by the gradients, a vector of length norm, and clears them.
	Update(norm, rate float64)
	// State returns the parameters and what the optimizer remembers of them, for a
	// checkpoint to write.
	State() [][]float32
	// Restore takes over the state after a number of steps.
	Restore(steps int, state [][]float32) error
}

// Part is a contiguous share of a batch: the examples Lo to Hi-1.
type Part struct{ Shard, Lo, Hi int }

// Of returns the part's rows of m.
func (p Part) Of(m nn.Matrix) nn.Matrix { return nn.Rows(m, p.Lo, p.Hi) }

func parallel(parts, n int, f func(p Part)) {
	split.Parts(parts, n, func(shard, lo, hi int) { f(Part{shard, lo, hi}) })
}

func fill(rng *rand.Rand, x []float32, deviation float64) {
	for i := range x {
		x[i] = float32(rng.NormFloat64() * deviation)
	}
}
