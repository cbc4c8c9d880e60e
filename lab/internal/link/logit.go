package link

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// ridge keeps weights finite when pools are told apart without fault.
const ridge = 1e-3

// Fit returns the weights under which the gold entities of pools are most likely. If no
// pool has one, names alone count.
func Fit(pools []Pool) Weights {
	if !slices.ContainsFunc(pools, func(p Pool) bool { return slices.ContainsFunc(p.Entities, p.isGold) }) {
		return Weights{P: 1}
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return loss(pools, x, make([]float64, len(x))) },
		Grad: func(grad, x []float64) { loss(pools, x, grad) },
	}
	// A line search that can do no better still has the best point.
	res, _ := optimize.Minimize(problem, make([]float64, 2), &optimize.Settings{GradientThreshold: 1e-9, Converger: optimize.NeverTerminate{}}, &optimize.LBFGS{})
	return Weights{res.X[0], res.X[1]}
}

func (p *Pool) isGold(e int32) bool { return slices.Contains(p.gold, e) }

// loss is the negative log-likelihood of the gold entities plus the ridge, at weights x.
// It sets grad to its gradient: the difference of the mean surface and context under all
// probabilities and under those of the gold.
func loss(pools []Pool, x, grad []float64) float64 {
	sum := ridge / 2 * (x[0]*x[0] + x[1]*x[1])
	grad[0], grad[1] = ridge*x[0], ridge*x[1]
	for i := range pools {
		p := &pools[i]
		share := p.softmax(x)
		var all, gold [2]float64
		hit := 0.0
		for j, e := range p.Entities {
			s, c := share[j]*float64(p.Surface[j]), share[j]*float64(p.Context[j])
			all[0], all[1] = all[0]+s, all[1]+c
			if p.isGold(e) {
				hit, gold[0], gold[1] = hit+share[j], gold[0]+s, gold[1]+c
			}
		}
		if hit > 0 {
			n := float64(p.count)
			sum -= n * math.Log(hit)
			grad[0] += n * (all[0] - gold[0]/hit)
			grad[1] += n * (all[1] - gold[1]/hit)
		}
	}
	return sum
}

// softmax returns the probabilities of a pool's entities.
func (p *Pool) softmax(x []float64) []float64 {
	share := make([]float64, len(p.Entities))
	for j := range share {
		share[j] = x[0]*float64(p.Surface[j]) + x[1]*float64(p.Context[j])
	}
	sum := floats.LogSumExp(share)
	for j := range share {
		share[j] = math.Exp(share[j] - sum)
	}
	return share
}
