package rank

import (
	"math"
	"testing"
)

// TestMinimize requires the least of a narrow, bent valley (Rosenbrock's), and no step where the slope is flat or the loss is
// no number on the way.
func TestMinimize(t *testing.T) {
	valley := func(grad, x []float64) float64 {
		a, b := 1-x[0], x[1]-x[0]*x[0]
		grad[0], grad[1] = -2*a-400*x[0]*b, 200*b
		return a*a + 100*b*b
	}
	if x, least := minimize(valley, []float64{-1.2, 1}, 1e-8, 200); math.Abs(x[0]-1) > 1e-6 || math.Abs(x[1]-1) > 1e-6 || least > 1e-12 {
		t.Errorf("%v, loss %v; want 1, 1 and 0", x, least)
	}
	if x, _ := minimize(valley, []float64{1, 1}, 1e-8, 200); x[0] != 1 || x[1] != 1 {
		t.Errorf("left the least for %v", x)
	}
	edge := func(grad, x []float64) float64 { grad[0] = 1 - 1/x[0]; return x[0] - math.Log(x[0]) }
	if x, _ := minimize(edge, []float64{0.01}, 1e-8, 100); !(math.Abs(x[0]-1) < 1e-6) {
		t.Errorf("%v, want 1", x)
	}
}
