package nn

import "math"

// Adam is the optimizer of Kingma and Ba (2015, Algorithm 1), with their settings.
type Adam struct {
	step int
	m, v [][]float32
}

const (
	beta1       = 0.9
	beta2       = 0.999
	adamEpsilon = 1e-8
)

// Begin starts a step over params; the slices must be the same at every step.
func (a *Adam) Begin(params [][]float32) {
	if a.m == nil {
		for _, p := range params {
			a.m = append(a.m, make([]float32, len(p)))
			a.v = append(a.v, make([]float32, len(p)))
		}
	}
	a.step++
}

// Update changes elements lo to hi-1 of parameter i by its gradient, with
// learning rate lr, and clears the gradient. Elements that are not updated keep
// their moments (lazy Adam for sparse rows).
func (a *Adam) Update(i int, param, grad []float32, lo, hi int, lr float64) {
	c1 := 1 - math.Pow(beta1, float64(a.step))
	c2 := 1 - math.Pow(beta2, float64(a.step))
	rate := float32(lr * math.Sqrt(c2) / c1)
	eps := float32(adamEpsilon * math.Sqrt(c2))
	b1, b2 := float32(beta1), float32(beta2)
	p, g, m, v := param[lo:hi], grad[lo:hi], a.m[i][lo:hi], a.v[i][lo:hi]
	for j, d := range g {
		m[j] = b1*m[j] + (1-b1)*d
		v[j] = b2*v[j] + (1-b2)*d*d
		p[j] -= rate * m[j] / (float32(math.Sqrt(float64(v[j]))) + eps)
		g[j] = 0
	}
}
