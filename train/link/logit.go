package link

import (
	"math"
	"slices"
)

const (
	newtonSteps = 50
	ridge       = 1e-3 // keeps weights finite when pools are told apart without fault
)

// Fit returns the weights under which the gold entities of pools are most likely. If no pool has
// one, names alone count. context false leaves Q at 0.
func Fit(pools []Pool, context bool) Weights {
	w := Weights{}
	for range newtonSteps {
		g, h := gradient(pools, w)
		if h.n == 0 {
			return Weights{P: 1}
		}
		if !context {
			h.pq, g.Q = 0, 0
		}
		det := h.pp*h.qq - h.pq*h.pq
		step := Weights{(h.qq*g.P - h.pq*g.Q) / det, (h.pp*g.Q - h.pq*g.P) / det}
		rate, before := 1.0, likelihood(pools, w)
		next := w
		for ; rate > 1e-6; rate /= 2 {
			if next = (Weights{w.P + rate*step.P, w.Q + rate*step.Q}); likelihood(pools, next) >= before {
				break
			}
		}
		if rate <= 1e-6 || math.Abs(next.P-w.P)+math.Abs(next.Q-w.Q) < 1e-9 {
			break
		}
		w = next
	}
	return w
}

// likelihood is the log-likelihood of the gold entities, less the ridge.
func likelihood(pools []Pool, w Weights) float64 {
	sum := -ridge / 2 * (w.P*w.P + w.Q*w.Q)
	for i := range pools {
		share, _ := pools[i].softmax(w)
		hit := 0.0
		for j, e := range pools[i].Entities {
			if slices.Contains(pools[i].gold, e) {
				hit += share[j]
			}
		}
		if hit > 0 {
			sum += float64(pools[i].count) * math.Log(hit)
		}
	}
	return sum
}

// hessian is the negative second derivative, of which the gold's part is left out so that it is never negative.
type hessian struct {
	pp, pq, qq float64
	n          int // pools with a gold entity
}

// moments are the means, and the products, of surface and context under some probabilities.
type moments struct{ s, c, ss, sc, cc float64 }

func (p *Pool) moments(share []float64, of func(j int) bool) (m moments) {
	sum := 0.0
	for j, a := range share {
		if !of(j) {
			continue
		}
		s, c := float64(p.Surface[j]), float64(p.Context[j])
		sum += a
		m.s, m.c, m.ss, m.sc, m.cc = m.s+a*s, m.c+a*c, m.ss+a*s*s, m.sc+a*s*c, m.cc+a*c*c
	}
	if sum > 0 {
		m.s, m.c, m.ss, m.sc, m.cc = m.s/sum, m.c/sum, m.ss/sum, m.sc/sum, m.cc/sum
	}
	return m
}

func gradient(pools []Pool, w Weights) (g Weights, h hessian) {
	g, h = Weights{-ridge * w.P, -ridge * w.Q}, hessian{pp: ridge, qq: ridge}
	for i := range pools {
		p := &pools[i]
		isGold := func(j int) bool { return slices.Contains(p.gold, p.Entities[j]) }
		if !slices.ContainsFunc(p.Entities, func(e int32) bool { return slices.Contains(p.gold, e) }) {
			continue
		}
		h.n++
		share, n := p.softmax(w)
		all, gold := p.moments(share, func(int) bool { return true }), p.moments(share, isGold)
		g.P += n * (gold.s - all.s)
		g.Q += n * (gold.c - all.c)
		h.pp += n * (all.ss - all.s*all.s)
		h.pq += n * (all.sc - all.s*all.c)
		h.qq += n * (all.cc - all.c*all.c)
	}
	return g, h
}

// softmax returns the probabilities of a pool, and how often it occurs.
func (p *Pool) softmax(w Weights) (share []float64, count float64) {
	share = make([]float64, len(p.Entities))
	most := math.Inf(-1)
	for j := range share {
		share[j] = w.P*float64(p.Surface[j]) + w.Q*float64(p.Context[j])
		most = max(most, share[j])
	}
	sum := 0.0
	for j := range share {
		share[j] = math.Exp(share[j] - most)
		sum += share[j]
	}
	for j := range share {
		share[j] /= sum
	}
	return share, float64(p.count)
}
