package train

import (
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/internal/core/names"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
	"github.com/normlet/normlet/train/data"
)

// stepper takes training steps: it draws a batch, encodes it, and lets the
// network learn from the loss. A batch is split into parts, one a thread.
type stepper struct {
	cfg   Config
	task  Task
	net   Network
	steps int // taken so far

	share       float64 // of the loss on soft bits
	dz          nn.Matrix
	bits, dbits nn.Matrix // soft bits of the vectors
}

// newStepper returns a stepper with the network's starting weights. It fails when
// there is nothing to learn from.
func newStepper(cfg Config, set *examples, t *data.Terminology, start func(Config, int) (Network, error)) (*stepper, error) {
	usual := newSynonyms(cfg, set, min(cfg.Batch, len(set.names)))
	s := &stepper{cfg: cfg, task: usual, share: max(0, cfg.BitShare)}
	var err error
	if cfg.Objective != nil {
		if s.task, err = cfg.Objective.Task(cfg, trainedOn(t), usual); err != nil {
			return nil, err
		}
	}
	n := s.task.Examples()
	if s.net, err = start(cfg, n); err != nil {
		return nil, err
	}
	s.dz, s.bits, s.dbits = nn.NewMatrix(n, cfg.Dim), nn.NewMatrix(n, cfg.Dim), nn.NewMatrix(n, cfg.Dim)
	return s, nil
}

// step trains on the next batch at a factor of the learning rates, and returns loss and norm of
// the gradient. If either is not a number, no weight has changed.
func (s *stepper) step(rate float64) (l, norm float64) {
	l, norm = s.gradient()
	if !bad(l) && !bad(norm) {
		s.net.Update(norm, rate)
	}
	return l, norm
}

// gradient draws the next batch and leaves the gradients in the network.
func (s *stepper) gradient() (l, norm float64) {
	n := s.dz.Rows
	s.task.Begin(s.steps)
	s.steps++
	parallel(s.cfg.Threads, n, func(p Part) { s.read(p); s.net.Embed(p) })
	l = s.pass(n, 1)
	if second, ok := s.task.(SecondPass); ok {
		weight := second.Again(s.net, n)
		l += float64(weight * s.pass(n, float32(weight)))
	}
	return l, math.Sqrt(s.net.Reduce(n))
}

// read reads the examples of a part. Every example has a random stream of its
// own, so that the split into parts does not matter.
func (s *stepper) read(p Part) {
	var form []byte
	for i := p.Lo; i < p.Hi; i++ {
		rng := rand.New(rand.NewPCG(s.cfg.Seed, uint64(s.steps)<<24|uint64(i)<<2|3))
		form = names.AppendForm(form[:0], s.task.Text(i, rng))
		s.net.Read(i, form, rng)
	}
}

// pass encodes the n embedded examples, hands scale times the gradient of the
// loss to the network, and returns the loss.
func (s *stepper) pass(n int, scale float32) float64 {
	slope := float32(s.cfg.BitSlope)
	z, dz, bits, dbits := s.net.Vectors(), s.dz, s.bits, s.dbits
	parallel(s.cfg.Threads, n, func(p Part) {
		s.net.Forward(p)
		if s.share > 0 {
			loss.SoftBits(p.Of(bits), p.Of(z), slope)
		}
	})
	l := float64((1 - s.share) * s.task.Loss(dz, z))
	if s.share > 0 {
		l += float64(s.share * s.task.Loss(dbits, bits))
	}
	parallel(s.cfg.Threads, n, func(p Part) {
		dz := p.Of(dz)
		if s.share > 0 {
			loss.SoftBitsBackward(dz, p.Of(bits), p.Of(dbits), slope, float32(s.share))
		}
		nn.Rescale(dz.Data, scale)
		s.net.Backward(p, dz)
	})
	return l
}

func bad(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }
