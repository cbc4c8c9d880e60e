package parents

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	penalty = 0.3 // of squared weights
	rounds  = 30  // of Newton's method, more than enough
)

// Fit returns the weights of a logistic regression on the worlds of the fit.
func Fit(worlds []*World) []float64 {
	const n = 4 // score.ParentInputs
	w := make([]float64, n)
	for range rounds {
		hessian, gradient := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
		for i := range n {
			hessian.SetSym(i, i, penalty)
			gradient.SetVec(i, -penalty*w[i])
		}
		for _, world := range worlds {
			for _, f := range world.cases {
				var sum, right float64
				for i, x := range f.inputs {
					sum += w[i] * x
				}
				if f.right {
					right = 1
				}
				p := 1 / (1 + math.Exp(-sum))
				for i, x := range f.inputs {
					gradient.SetVec(i, gradient.AtVec(i)+world.Weight*(right-p)*x)
					for j := range i + 1 {
						hessian.SetSym(i, j, hessian.At(i, j)+world.Weight*p*(1-p)*x*f.inputs[j])
					}
				}
			}
		}
		var step mat.VecDense
		if err := step.SolveVec(hessian, gradient); err != nil {
			return w // it has converged
		}
		for i := range w {
			w[i] += step.AtVec(i)
		}
	}
	return w
}
