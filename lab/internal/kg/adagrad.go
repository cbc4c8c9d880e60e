package kg

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// adagrad is the optimizer of Duchi, Hazan and Singer (2011): every element has the learning rate divided by the root of
// the sum of its squared gradients. A zero gradient changes nothing, so rows that a step does not touch need no Update.
type adagrad struct {
	Epsilon float64 // 0: 1e-10

	sums [][]float32
}

// Begin starts a step over params; the slices must be the same at every step.
func (a *adagrad) Begin(params [][]float32) {
	a.Epsilon = cmp.Or(a.Epsilon, 1e-10)
	if a.sums == nil {
		for _, p := range params {
			a.sums = append(a.sums, make([]float32, len(p)))
		}
	}
}

// Update changes elements lo to hi-1 of parameter i by its gradient, with learning rate lr, and clears the gradient.
func (a *adagrad) Update(i int, param, grad []float32, lo, hi int, lr float64) {
	rate, eps := float32(lr), float32(a.Epsilon)
	p, g, s := param[lo:hi], grad[lo:hi], a.sums[i][lo:hi]
	p, s = p[:len(g)], s[:len(g)]
	for j, d := range g {
		if d == 0 {
			continue
		}
		sum := s[j] + float32(d*d)
		s[j] = sum
		p[j] -= float32(rate*d) / (float32(math.Sqrt(float64(sum))) + eps)
		g[j] = 0
	}
}

// State returns the sums of squares of every parameter, nil before the first step. The slices are adagrad's own.
func (a *adagrad) State() [][]float32 { return a.sums }

// Restore continues from a State for params; it copies the sums, which must have the shapes of params, or be none.
func (a *adagrad) Restore(params, sums [][]float32) error {
	if len(sums) == 0 {
		a.sums = nil
		return nil
	}
	if len(sums) != len(params) {
		return fmt.Errorf("sums of %d parameters, want %d", len(sums), len(params))
	}
	copied := make([][]float32, len(params))
	for i, p := range params {
		if len(sums[i]) != len(p) {
			return fmt.Errorf("%d sums of parameter %d, want %d", len(sums[i]), i, len(p))
		}
		copied[i] = slices.Clone(sums[i])
	}
	a.sums = copied
	return nil
}
