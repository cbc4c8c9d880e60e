package nn

import (
	"fmt"
	"slices"

	"github.com/normlet/normlet/internal/nn/vec"
)

// Learned is a set of parameters with their gradients and optimizer.
type Learned struct {
	Params, Grads [][]float32
	Adam          Adam
}

// State returns the parameters and what the optimizer remembers of them, for a checkpoint to write.
func (l *Learned) State() [][]float32 {
	_, m, v := l.Adam.State()
	return slices.Concat(l.Params, m, v)
}

// Restore takes over what State returned after the given number of steps.
func (l *Learned) Restore(steps int, state [][]float32) error {
	n := len(l.Params)
	if len(state) != 3*n {
		return fmt.Errorf("%d arrays of numbers, want %d", len(state), 3*n)
	}
	for i, p := range l.Params {
		if len(state[i]) != len(p) {
			return fmt.Errorf("array %d has %d numbers, want %d", i, len(state[i]), len(p))
		}
		copy(p, state[i])
	}
	return l.Adam.Restore(l.Params, steps, state[n:2*n], state[2*n:])
}

// Shared are parameters that every step changes, with the gradients of each part of a batch.
type Shared struct {
	Learned
	Parts [][][]float32
}

// Reduce adds up the parts' gradients and returns the sum of the squares.
func (s *Shared) Reduce() float64 {
	squares := 0.0
	for i, grad := range s.Grads {
		for _, part := range s.Parts {
			vec.Add(grad, part[i])
			clear(part[i])
		}
		squares += SumOfSquares(grad)
	}
	return squares
}

// Update lets Adam change the parameters by their gradients, which it clears.
func (s *Shared) Update(rate float64) {
	s.Adam.Begin(s.Params)
	for i, param := range s.Params {
		s.Adam.Update(i, param, s.Grads[i], 0, len(param), rate)
	}
}

// SumOfSquares returns the sum of the squares of x.
func SumOfSquares(x []float32) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(float64(v) * float64(v))
	}
	return sum
}

// Rescale multiplies x by scale. A scale of 1 costs nothing.
func Rescale(x []float32, scale float32) {
	if scale != 1 {
		vec.Scale(scale, x)
	}
}
