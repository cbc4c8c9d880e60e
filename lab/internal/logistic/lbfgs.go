package logistic

import (
	"slices"

	"github.com/normlet/normlet/internal/f32"
)

const (
	memory     = 8     // steps that the curvature is estimated from
	sufficient = 1e-4  // of the decrease that the slope promises (Armijo)
	shortest   = 1e-10 // step: a line without a decrease this close is at its minimum
	settled    = 1e-5  // relative decrease of the loss that ends a fit
	leastCurve = 1e-10 // a step's curvature, as a share of its squared length, worth remembering
)

// problem is one regression on its way down.
type problem struct {
	train   []int
	penalty float64

	w, grad          []float32
	loss             float64
	trial, trialGrad []float32 // the weights to try next
	trialLoss        float64

	direction    []float32
	slope, step  float64
	moved, turns [][]float32 // differences of weights and of gradients, the latest last
	done         bool
}

func newProblem(n int, train []int) *problem {
	return &problem{train: train, w: make([]float32, n)}
}

// clone returns a problem that begins where p is.
func (p *problem) clone() *problem {
	return &problem{train: p.train, penalty: p.penalty, w: slices.Clone(p.w)}
}

// fit minimizes the loss of all problems, in step, with at most so many evaluations.
func (s *Set) fit(problems []*problem, steps int) {
	active := slices.Clone(problems)
	for _, p := range active {
		p.begin()
	}
	s.evaluate(active)
	for _, p := range active {
		p.take()
		p.aim()
	}
	for range steps {
		active = slices.DeleteFunc(active, func(p *problem) bool { return p.done })
		if len(active) == 0 {
			return
		}
		s.evaluate(active)
		for _, p := range active {
			p.judge()
		}
	}
}

// begin forgets earlier steps, which were those of another loss.
func (p *problem) begin() {
	n := len(p.w)
	p.trial, p.trialGrad, p.grad, p.direction = slices.Clone(p.w), make([]float32, n), make([]float32, n), make([]float32, n)
	p.moved, p.turns, p.done = nil, nil, false
}

func (p *problem) take() {
	copy(p.w, p.trial)
	copy(p.grad, p.trialGrad)
	p.loss = p.trialLoss
}

// judge accepts the trial and turns to a new direction, or takes a shorter step.
func (p *problem) judge() {
	if p.trialLoss > p.loss+float64(sufficient*p.step*p.slope) {
		if p.step /= 2; p.step < shortest {
			p.done = true
		}
		p.try()
		return
	}
	p.done = p.loss-p.trialLoss <= settled*p.loss
	p.remember()
	p.take()
	p.aim()
}

// remember keeps the step and the change of the gradient, if the loss curves upwards along it.
func (p *problem) remember() {
	moved, turn := slices.Clone(p.trial), slices.Clone(p.trialGrad)
	f32.Axpy(-1, p.w, moved)
	f32.Axpy(-1, p.grad, turn)
	if f32.Dot(moved, turn) <= leastCurve*f32.Dot(moved, moved) {
		return
	}
	if len(p.moved) == memory {
		p.moved, p.turns = p.moved[1:], p.turns[1:]
	}
	p.moved, p.turns = append(p.moved, moved), append(p.turns, turn)
}

// aim sets the direction, minus the gradient times the estimated inverse of the curvature (two-loop
// recursion), and the first weights to try along it.
func (p *problem) aim() {
	d := p.direction
	copy(d, p.grad)
	f32.Scale(-1, d)
	n := len(p.moved)
	alpha := make([]float32, n)
	for i := n - 1; i >= 0; i-- {
		alpha[i] = f32.Dot(p.moved[i], d) / f32.Dot(p.moved[i], p.turns[i])
		f32.Axpy(-alpha[i], p.turns[i], d)
	}
	if n > 0 {
		f32.Scale(f32.Dot(p.moved[n-1], p.turns[n-1])/f32.Dot(p.turns[n-1], p.turns[n-1]), d)
	}
	for i := range n {
		beta := f32.Dot(p.turns[i], d) / f32.Dot(p.moved[i], p.turns[i])
		f32.Axpy(alpha[i]-beta, p.moved[i], d)
	}
	p.slope, p.step = float64(f32.Dot(d, p.grad)), 1
	if !(p.slope < 0) {
		p.done = true // at the minimum, to the precision of the numbers
	}
	if n == 0 {
		p.step = 4 // the loss curves by at most 1/4 times the mean square of a row, which is about 1
	}
	p.try()
}

func (p *problem) try() {
	copy(p.trial, p.w)
	f32.Axpy(float32(p.step), p.direction, p.trial)
}
