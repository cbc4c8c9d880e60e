// Package gradtest compares gradients with finite differences, in tests.
package gradtest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
)

// Tolerance says how a gradient is checked. Float32 leaves few digits of a
// difference, so the step has to be large, and the bounds wide.
type Tolerance struct {
	Step     float64 // of the central differences
	Absolute float64
	Relative float64 // to the difference quotient
}

// Check reports elements of grad that differ from the central differences of f in
// x, which f reads.
func Check(t testing.TB, what string, f func() float64, x, grad []float32, by Tolerance) {
	t.Helper()
	at := make([]float64, len(x))
	for i, v := range x {
		at[i] = float64(v)
	}
	set := func(v []float64) {
		for i := range x {
			x[i] = float32(v[i])
		}
	}
	want := fd.Gradient(nil, func(v []float64) float64 { set(v); return f() }, at, &fd.Settings{Formula: fd.Central, Step: by.Step})
	set(at)
	for i, w := range want {
		if d := math.Abs(float64(grad[i]) - w); !(d <= by.Absolute+by.Relative*math.Abs(w)) {
			t.Errorf("%s: gradient %d is %v, central differences give %v", what, i, grad[i], w)
		}
	}
}
