package kg

import (
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
)

// optimizer changes elements lo to hi-1 of parameter i by their gradients, which it clears.
type optimizer interface {
	Begin(params [][]float32)
	Update(i int, param, grad []float32, lo, hi int, rate float64)
}

type stepper struct {
	cfg     Config
	m       *Model
	penalty penalty
	opt     optimizer
	adam    nn.Adam // the optimizer is one of these
	adagrad adagrad
	softmax softmax

	grad             *Model    // gradients, in the shape of the model; zero between steps
	q, dq            nn.Matrix // queries of the batch
	sampled, dsample nn.Matrix // Sampled: vectors of the candidates
	drawn            []int32   // Sampled: the candidates, ascending
	answers          []answer
	count            []int
}

func newStepper(cfg Config, m *Model) *stepper {
	s := &stepper{cfg: cfg, m: m, penalty: penalties[cfg.Regularizer], grad: newModel(m.Names, m.Rank), softmax: softmax{threads: cfg.Threads}}
	s.opt = &s.adagrad
	if cfg.Optimizer == Adam {
		s.opt = &s.adam
	}
	return s
}

// step trains on a batch and returns its loss, the mean over answers. If that is not a number, it has changed no vector.
func (s *stepper) step(batch []query, number int) float64 {
	loss := s.gradient(batch, number)
	if !bad(loss) {
		s.update()
	}
	return loss
}

// gradient leaves the gradient of the loss of a batch in s.grad, and returns the loss.
func (s *stepper) gradient(batch []query, number int) float64 {
	c, dc := s.candidates(batch, number)
	for _, m := range []*nn.Matrix{&s.q, &s.dq} {
		nn.Resize(m, len(batch), 2*s.m.Rank)
	}
	for i, q := range batch {
		product(nn.Row(s.q, i), s.m.Entity(int(q.head)), nn.Row(s.m.relations, int(q.relation)))
	}
	scale := 1 / float64(len(s.answers))
	loss := scale * s.softmax.loss(s.dq, dc, s.q, c, s.answers, s.count, scale)
	if s.cfg.Loss == Sampled {
		for i, id := range s.drawn {
			copy(s.grad.Entity(int(id)), nn.Row(dc, i))
		}
	}
	for i, q := range batch {
		loss += s.backward(q, nn.Row(s.dq, i), float32(scale))
	}
	return loss
}

// candidates sets the answers of a batch, and returns the vectors of the candidates and where their gradients go.
func (s *stepper) candidates(batch []query, number int) (c, dc nn.Matrix) {
	s.answers, s.count = s.answers[:0], s.count[:0]
	for i, q := range batch {
		s.count = append(s.count, len(q.tails))
		for _, t := range q.tails {
			s.answers = append(s.answers, answer{i, int(t)})
		}
	}
	if s.cfg.Loss == OneVsAll {
		return s.m.entities, s.grad.entities
	}
	s.sample(number)
	n := len(s.drawn)
	for _, m := range []*nn.Matrix{&s.sampled, &s.dsample} {
		nn.Resize(m, n, 2*s.m.Rank)
	}
	for i, id := range s.drawn {
		copy(nn.Row(s.sampled, i), s.m.Entity(int(id)))
	}
	for i, a := range s.answers {
		s.answers[i].candidate, _ = slices.BinarySearch(s.drawn, int32(a.candidate))
	}
	return s.sampled, s.dsample
}

func (s *stepper) sample(number int) {
	rng := rand.New(rand.NewPCG(s.cfg.Seed, 1<<32+uint64(number)))
	n := len(s.m.Entities)
	s.drawn = s.drawn[:0]
	for range min(s.cfg.Negatives, n) {
		s.drawn = append(s.drawn, int32(rng.IntN(n)))
	}
	for _, a := range s.answers {
		s.drawn = append(s.drawn, int32(a.candidate))
	}
	slices.Sort(s.drawn)
	s.drawn = slices.Compact(s.drawn)
}

// backward adds the gradients of a query's head and relation for the gradient dq, and the
// regularizer's, whose loss it returns.
func (s *stepper) backward(q query, dq []float32, scale float32) float64 {
	h, r := s.m.Entity(int(q.head)), nn.Row(s.m.relations, int(q.relation))
	dh, dr := s.grad.Entity(int(q.head)), nn.Row(s.grad.relations, int(q.relation))
	addProductGradient(dh, dr, dq, h, r)
	if s.cfg.Weight < 0 {
		return 0
	}
	weight := float32(s.cfg.Weight) * scale
	n := float32(len(q.tails))
	loss := s.penalty.entity(dh, dr, h, r, n*weight) + s.penalty.relation(dr, r, n*weight)
	for _, t := range q.tails {
		loss += s.penalty.entity(s.grad.Entity(int(t)), dr, s.m.Entity(int(t)), r, weight)
	}
	return loss
}

const updateRows = 512

// update changes all vectors by their gradients, which it clears.
func (s *stepper) update() {
	params, grads := s.m.params(), s.grad.params()
	s.opt.Begin(params)
	for i, p := range params {
		size := updateRows * 2 * s.m.Rank
		parallel.Each(s.cfg.Threads, (len(p)+size-1)/size, func(part int) {
			s.opt.Update(i, p, grads[i], part*size, min((part+1)*size, len(p)), s.cfg.Rate)
		})
	}
}
