package nn

import (
	"math"
	"testing"
)

// adamStep is the second loop of the paper, for one value.
func adamStep(p, g, m, v, lr float64, step int) (float64, float64, float64) {
	m, v = 0.9*m+0.1*g, 0.999*v+0.001*g*g
	mean, variance := m/(1-math.Pow(0.9, float64(step))), v/(1-math.Pow(0.999, float64(step)))
	return p - lr*mean/(math.Sqrt(variance)+1e-8), m, v
}

func TestAdam(t *testing.T) {
	var a Adam
	param := []float32{1, -2, 0.5}
	want, m, v := []float64{1, -2, 0.5}, make([]float64, 3), make([]float64, 3)
	for step, grads := range [][]float32{{0.5, -1, 0}, {-0.25, -1, 1e-3}, {3, 0, 0}} {
		grad := append([]float32(nil), grads...)
		a.Begin([][]float32{param})
		a.Update(0, param, grad, 0, 3, 0.1)
		for i := range param {
			want[i], m[i], v[i] = adamStep(want[i], float64(grads[i]), m[i], v[i], 0.1, step+1)
			if math.Abs(float64(param[i])-want[i]) > 1e-5 {
				t.Errorf("step %d: parameter %d is %v, want %v", step+1, i, param[i], want[i])
			}
			if grad[i] != 0 {
				t.Errorf("gradient %d is %v after the update", i, grad[i])
			}
		}
	}
}

// TestAdamByHand: the first step is lr against the sign of the gradient; the second,
// with gradients 1 and then -0.5, has mean (0.09-0.05)/0.19 and variance
// (0.000999+0.00025)/0.001999.
func TestAdamByHand(t *testing.T) {
	var a Adam
	p := []float32{2}
	for _, c := range []struct{ grad, want float32 }{
		{1, 1.9},
		{-0.5, 1.9 - 0.1*0.2105263/0.7904535},
	} {
		a.Begin([][]float32{p})
		a.Update(0, p, []float32{c.grad}, 0, 1, 0.1)
		if math.Abs(float64(p[0]-c.want)) > 1e-6 {
			t.Errorf("%v, want %v", p[0], c.want)
		}
	}
}

// TestAdamLazy requires elements outside of lo and hi to stay, gradients too.
func TestAdamLazy(t *testing.T) {
	var a Adam
	other, p, g := []float32{5}, []float32{1, 1, 1, 1}, []float32{1, 1, 1, 1}
	a.Begin([][]float32{other, p})
	a.Update(1, p, g, 1, 3, 0.1)
	for i, want := range []float32{1, 0.9, 0.9, 1} {
		if math.Abs(float64(p[i]-want)) > 1e-6 {
			t.Errorf("parameter %d is %v, want %v", i, p[i], want)
		}
		if left := float32(0); (i == 0 || i == 3) && g[i] != 1 || i != 0 && i != 3 && g[i] != left {
			t.Errorf("gradient %d is %v", i, g[i])
		}
	}
	if other[0] != 5 {
		t.Errorf("the other parameter is %v", other[0])
	}
}
