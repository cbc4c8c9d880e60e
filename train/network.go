package train

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/vec"
	split "github.com/normlet/normlet/internal/parallel"
)

// network is an encoder in training, with the working memory of a batch. Methods that take a
// part of the batch run side by side, with the same parts throughout a step.
type network interface {
	// read sets example i to a name's text form; without rng, nothing is forgotten.
	read(i int, form []byte, rng *rand.Rand)
	// embed looks up the input embeddings of the examples that were read.
	embed(p part)
	// forward sets the rows of vectors from the input embeddings.
	forward(p part)
	// backward adds the gradients for the gradient dz of the part's vectors, which
	// it may overwrite.
	backward(p part, dz nn.Matrix)
	// perturb moves the input embeddings of the examples from number first on by
	// loss.FGSM of the gradient that backward has found for them.
	perturb(p part, first int, epsilon float32)
	// vectors returns the unit vectors, one example a row.
	vectors() nn.Matrix
	// reduce adds up the gradients of the first n examples, in an order that only
	// the number of parts decides, and returns the sum of their squares.
	reduce(n int) float64
	// update changes the parameters by scale times the gradients, and clears these.
	update(scale float32, rate float64)
	// weights rounds the parameters to the encoder's form.
	weights() *encoder.Weights
	// state returns the parameters and what the optimizer remembers of them, for a
	// checkpoint to write.
	state() [][]float32
	// restore takes over the state after a number of steps.
	restore(steps int, state [][]float32) error
}

// newNetwork returns the network that cfg asks for, with its starting weights and
// room for n examples.
func newNetwork(cfg Config, n int) network {
	if cfg.Encoder == "bilstm" {
		return newBiLSTMNetwork(cfg, n)
	}
	return newNgramNetwork(cfg, n)
}

// part is a contiguous share of a batch: the examples lo to hi-1.
type part struct{ shard, lo, hi int }

func (p part) of(m nn.Matrix) nn.Matrix { return nn.Rows(m, p.lo, p.hi) }

func parallel(parts, n int, f func(p part)) {
	split.Parts(parts, n, func(shard, lo, hi int) { f(part{shard, lo, hi}) })
}

// trained is a set of parameters with their gradients and optimizer.
type trained struct {
	params, grads [][]float32
	adam          nn.Adam
}

// state returns parameters and moments, see network.
func (t *trained) state() [][]float32 {
	_, m, v := t.adam.State()
	return slices.Concat(t.params, m, v)
}

// restore takes over what state returned after the given number of steps.
func (t *trained) restore(steps int, state [][]float32) error {
	n := len(t.params)
	if len(state) != 3*n {
		return fmt.Errorf("%d arrays of numbers, want %d", len(state), 3*n)
	}
	for i, p := range t.params {
		if len(state[i]) != len(p) {
			return fmt.Errorf("array %d has %d numbers, want %d", i, len(state[i]), len(p))
		}
		copy(p, state[i])
	}
	return t.adam.Restore(t.params, steps, state[n:2*n], state[2*n:])
}

// dense are parameters that every step changes, with the gradients of each part.
type dense struct {
	trained
	parts [][][]float32
}

// reduce adds up the parts' gradients and returns the sum of the squares.
func (d *dense) reduce() float64 {
	squares := 0.0
	for i, grad := range d.grads {
		for _, part := range d.parts {
			vec.Add(grad, part[i])
			clear(part[i])
		}
		squares += sumOfSquares(grad)
	}
	return squares
}

// update lets Adam change the parameters by scale times their gradients.
func (d *dense) update(scale float32, rate float64) {
	d.adam.Begin(d.params)
	for i, param := range d.params {
		rescale(d.grads[i], scale)
		d.adam.Update(i, param, d.grads[i], 0, len(param), rate)
	}
}

func sumOfSquares(x []float32) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(float64(v) * float64(v))
	}
	return sum
}

// rescale multiplies x by scale. A scale of 1 costs nothing.
func rescale(x []float32, scale float32) {
	if scale == 1 {
		return
	}
	vec.Scale(scale, x)
}

// normScale returns what gradients of the given norm have to be multiplied by to
// come to at most the norm most; 1 for no limit.
func normScale(norm, most float64) float32 {
	if most <= 0 || norm <= most {
		return 1
	}
	return float32(most / norm)
}

// fill draws x from a normal distribution.
func fill(rng *rand.Rand, x []float32, deviation float64) {
	for i := range x {
		x[i] = float32(rng.NormFloat64() * deviation)
	}
}
