package rank

import (
	"math"
	"slices"
)

const (
	remembered = 10    // number of steps from which the curvature is estimated
	sufficient = 1e-4  // least share of the decrease that the slope predicts (Armijo)
	shortest   = 1e-12 // shortest step: if even this one does not decrease the loss, x is the minimum
)

// turn is a step, and the change of the gradient along it.
type turn struct{ moved, changed []float64 }

// minimize returns the minimum of a loss and its value there, by L-BFGS from x. f returns the loss and sets grad to its
// gradient. minimize ends when no element of the gradient is above flat, or after steps steps. The kernels of Gonum's optimizer
// give different bits on different processors, but a pack must not depend on the machine that builds it.
func minimize(f func(grad, x []float64) float64, x []float64, flat float64, steps int) ([]float64, float64) {
	x, grad := slices.Clone(x), make([]float64, len(x))
	least := f(grad, x)
	var turns []turn
	for range steps {
		if !slices.ContainsFunc(grad, func(g float64) bool { return math.Abs(g) > flat }) {
			break
		}
		d := direction(grad, turns)
		slope, step := dot(d, grad), 1.0
		if len(turns) == 0 {
			step = 1 / math.Sqrt(dot(grad, grad))
		}
		next, nextGrad := make([]float64, len(x)), make([]float64, len(x))
		lower := 0.0
		for ; ; step /= 2 {
			if step < shortest {
				return x, least
			}
			copy(next, x)
			axpy(step, d, next)
			if lower = f(nextGrad, next); lower <= least+float64(sufficient*step*slope) {
				break
			}
		}
		t := turn{slices.Clone(next), slices.Clone(nextGrad)}
		axpy(-1, x, t.moved)
		axpy(-1, grad, t.changed)
		if dot(t.moved, t.changed) > 0 { // else the loss does not curve upwards there
			turns = append(turns[max(0, len(turns)+1-remembered):], t)
		}
		x, grad, least = next, nextGrad, lower
	}
	return x, least
}

// direction returns minus the gradient times the estimated inverse of the curvature (two-loop recursion).
func direction(grad []float64, turns []turn) []float64 {
	d := make([]float64, len(grad))
	axpy(-1, grad, d)
	share := make([]float64, len(turns))
	for i, t := range slices.Backward(turns) {
		share[i] = dot(t.moved, d) / dot(t.moved, t.changed)
		axpy(-share[i], t.changed, d)
	}
	if len(turns) > 0 {
		last := turns[len(turns)-1]
		scale := dot(last.moved, last.changed) / dot(last.changed, last.changed)
		for i := range d {
			d[i] *= scale
		}
	}
	for i, t := range turns {
		axpy(share[i]-dot(t.changed, d)/dot(t.moved, t.changed), t.moved, d)
	}
	return d
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}

// axpy adds alpha*x to y.
func axpy(alpha float64, x, y []float64) {
	for i, v := range x {
		y[i] += float64(alpha * v)
	}
}
