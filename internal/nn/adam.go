package nn

import (
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/nn/vec"
)

// Adam is the optimizer of Kingma and Ba (2015, Algorithm 1), with their settings.
type Adam struct {
	step   int
	c1, c2 float64 // what the moments of this step lack, since they began at zero
	m, v   [][]float32
}

const (
	beta1       = 0.9
	beta2       = 0.999
	adamEpsilon = 1e-8
)

// Begin starts a step over params; the slices must be the same at every step.
func (a *Adam) Begin(params [][]float32) {
	if a.m == nil {
		a.m, a.v = likeParams(params), likeParams(params)
	}
	a.step++
	a.c1, a.c2 = 1-f64.Pow(beta1, float64(a.step)), 1-f64.Pow(beta2, float64(a.step))
}

// Update changes elements lo to hi-1 of parameter i by its gradient, with
// learning rate lr, and clears the gradient. Elements that are not updated keep
// their moments (lazy Adam for sparse rows).
func (a *Adam) Update(i int, param, grad []float32, lo, hi int, lr float64) {
	b1, b2 := float32(beta1), float32(beta2)
	s := vec.AdamStep{
		Keep1: b1, Take1: 1 - b1, Keep2: b2, Take2: 1 - b2,
		Rate:    float32(lr * math.Sqrt(a.c2) / a.c1),
		Epsilon: float32(adamEpsilon * math.Sqrt(a.c2)),
	}
	s.Update(param[lo:hi], grad[lo:hi], a.m[i][lo:hi], a.v[i][lo:hi])
}

// State returns how many steps were begun and the moments of every parameter, nil before the first step. A checkpoint
// writes the slices and must not change them.
func (a *Adam) State() (step int, m, v [][]float32) { return a.step, a.m, a.v }

// Restore continues from a State for params; it copies the moments, which must have the shapes of params unless no step
// was begun.
func (a *Adam) Restore(params [][]float32, step int, m, v [][]float32) (err error) {
	if step < 0 {
		return fmt.Errorf("nn: %d steps of Adam", step)
	}
	if step == 0 {
		a.step, a.m, a.v = 0, nil, nil
		return nil
	}
	if m, err = copyState(params, m, "moments"); err != nil {
		return err
	}
	if v, err = copyState(params, v, "moments"); err != nil {
		return err
	}
	a.step, a.m, a.v = step, m, v
	return nil
}

// likeParams returns zeros in the shapes of params.
func likeParams(params [][]float32) [][]float32 {
	zeros := make([][]float32, len(params))
	for i, p := range params {
		zeros[i] = make([]float32, len(p))
	}
	return zeros
}

// copyState copies what an optimizer keeps for each element of params.
func copyState(params, state [][]float32, what string) ([][]float32, error) {
	if len(state) != len(params) {
		return nil, fmt.Errorf("nn: %s of %d parameters, want %d", what, len(state), len(params))
	}
	out := likeParams(params)
	for i, p := range params {
		if len(state[i]) != len(p) {
			return nil, fmt.Errorf("nn: parameter %d has %d %s, want %d", i, len(state[i]), what, len(p))
		}
		copy(out[i], state[i])
	}
	return out, nil
}
