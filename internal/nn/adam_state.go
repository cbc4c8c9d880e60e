package nn

import "fmt"

// State returns how many steps were begun and the moments of every parameter, nil before the first step. The slices are
// Adam's own: a checkpoint writes them and leaves them as they are.
func (a *Adam) State() (step int, m, v [][]float32) { return a.step, a.m, a.v }

// Restore continues from a State for params; it copies the moments. Their shapes have to be those of params, unless
// no step was begun.
func (a *Adam) Restore(params [][]float32, step int, m, v [][]float32) error {
	if step < 0 {
		return fmt.Errorf("nn: %d steps of Adam", step)
	}
	if step == 0 {
		a.step, a.m, a.v = 0, nil, nil
		return nil
	}
	if len(m) != len(params) || len(v) != len(params) {
		return fmt.Errorf("nn: moments of %d and %d parameters, want %d", len(m), len(v), len(params))
	}
	var fresh Adam
	fresh.Begin(params)
	for i, p := range params {
		if len(m[i]) != len(p) || len(v[i]) != len(p) {
			return fmt.Errorf("nn: parameter %d has %d and %d moments, want %d", i, len(m[i]), len(v[i]), len(p))
		}
		copy(fresh.m[i], m[i])
		copy(fresh.v[i], v[i])
	}
	a.step, a.m, a.v = step, fresh.m, fresh.v
	return nil
}
