package nn

import "math"

// Adam is the optimizer of Kingma and Ba (2015, Algorithm 1), with the decoupled
// weight decay of AdamW when Decay is not zero. Zero values mean the defaults in
// the comments.
type Adam struct {
	Beta1   float64 // 0.9
	Beta2   float64 // 0.999
	Epsilon float64 // 1e-8
	Decay   float64 // 0: plain Adam

	step int
	m, v [][]float32
}

// defaults fills in zero values.
func (a *Adam) defaults() {
	if a.Beta1 == 0 {
		a.Beta1 = 0.9
	}
	if a.Beta2 == 0 {
		a.Beta2 = 0.999
	}
	if a.Epsilon == 0 {
		a.Epsilon = 1e-8
	}
}

// Begin starts a step over params; the slices must be the same at every step.
func (a *Adam) Begin(params [][]float32) {
	a.defaults()
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
	c1 := 1 - math.Pow(a.Beta1, float64(a.step))
	c2 := 1 - math.Pow(a.Beta2, float64(a.step))
	rate := float32(lr * math.Sqrt(c2) / c1)
	eps := float32(a.Epsilon * math.Sqrt(c2))
	b1, b2, decay := float32(a.Beta1), float32(a.Beta2), float32(lr*a.Decay)
	p, g, m, v := param[lo:hi], grad[lo:hi], a.m[i][lo:hi], a.v[i][lo:hi]
	for j, d := range g {
		m[j] = b1*m[j] + (1-b1)*d
		v[j] = b2*v[j] + (1-b2)*d*d
		p[j] -= rate*m[j]/(float32(math.Sqrt(float64(v[j])))+eps) + decay*p[j]
		g[j] = 0
	}
}
