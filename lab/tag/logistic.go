package main

import (
	"iter"
	"math"

	"gonum.org/v1/gonum/mat"
)

// sample is what one span tells a logistic regression.
type sample struct {
	traits []float64
	right  bool
	weight float64
}

// fitLogistic fits as many weights as there are traits to samples, by Newton's method.
func fitLogistic(traits int, ridge float64, samples iter.Seq[sample]) []float64 {
	w := make([]float64, traits)
	for range 30 {
		h, g := mat.NewSymDense(traits, nil), mat.NewVecDense(traits, nil)
		for i := range w {
			h.SetSym(i, i, ridge)
			g.SetVec(i, -ridge*w[i])
		}
		for s := range samples {
			p, y := sigmoid(w, s.traits), 0.0
			if s.right {
				y = 1
			}
			x := mat.NewVecDense(traits, s.traits)
			g.AddScaledVec(g, (y-p)*s.weight, x)
			h.SymRankOne(h, p*(1-p)*s.weight, x)
		}
		var step mat.VecDense
		if err := step.SolveVec(h, g); err != nil {
			panic(err) // the ridge keeps it regular
		}
		for i := range w {
			w[i] += step.AtVec(i)
		}
	}
	return w
}

func sigmoid(w, x []float64) float64 {
	sum := 0.0
	for i := range w {
		sum += w[i] * x[i]
	}
	return 1 / (1 + math.Exp(-sum))
}
