package train

import (
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/core/names"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
	"github.com/normlet/normlet/train/data"
)

// stepper takes training steps: it draws a batch, encodes it, and lets the
// network learn from the loss. A batch is split into parts, one a thread.
type stepper struct {
	cfg    Config
	source source
	net    Network
	pupil  *pupil // nil without a teacher
	steps  int    // taken so far
	pairs  int    // of a batch: its examples are their first halves, their second halves, and perhaps hard negatives

	loss        func(dx, x nn.Matrix) float64
	share       float64 // of the loss on soft bits
	dz          nn.Matrix
	bits, dbits nn.Matrix // soft bits of the vectors
}

// newStepper returns a stepper with the network's starting weights. It fails when
// there is nothing to learn from.
func newStepper(cfg Config, set *examples, t *data.Terminology, start func(Config, int) (Network, error)) (*stepper, error) {
	pairs := min(cfg.Batch, len(set.names))
	n := 2 * pairs
	s := &stepper{cfg: cfg, pairs: pairs, share: max(0, cfg.BitShare)}
	if cfg.Loss == "contrastive" {
		d, err := newGraded(cfg, set, t, pairs)
		if err != nil {
			return nil, err
		}
		s.source, s.loss = d, pairLoss(cfg, d)
	} else {
		d := newSynonyms(cfg, set, pairs)
		s.source, s.loss = d, labelLoss(cfg, pairs, d.labels)
		n = len(d.labels)
	}
	if cfg.Teacher != nil {
		s.pupil = newPupil(cfg, n)
		s.loss = s.pupil.with(s.loss)
	}
	var err error
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
		s.net.Update(normScale(norm, s.cfg.MaxNorm), rate)
	}
	return l, norm
}

// gradient draws the next batch and leaves the gradients in the network.
func (s *stepper) gradient() (l, norm float64) {
	n := s.source.begin(s.steps)
	s.steps++
	parallel(s.cfg.Threads, n, func(p Part) { s.read(p); s.net.Embed(p) })
	l = s.pass(n, 1)
	if s.cfg.FGSM { // of positives and negatives; the names that look for them stay
		parallel(s.cfg.Threads, n, func(p Part) { s.net.Perturb(p, s.pairs, float32(s.cfg.Epsilon)) })
		l += float64(s.cfg.Lambda * s.pass(n, float32(s.cfg.Lambda)))
	}
	return l, math.Sqrt(s.net.Reduce(n))
}

// read reads the examples of a part. Every example has a random stream of its
// own, so that the split into parts does not matter.
func (s *stepper) read(p Part) {
	var form []byte
	for i := p.Lo; i < p.Hi; i++ {
		rng := rand.New(rand.NewPCG(s.cfg.Seed, uint64(s.steps)<<24|uint64(i)<<2|3))
		form = names.AppendForm(form[:0], s.source.text(i, rng))
		s.net.Read(i, form, rng)
		if s.pupil != nil {
			s.pupil.read(i, form)
		}
	}
}

// pass encodes the n embedded examples, hands scale times the gradient of the
// loss to the network, and returns the loss.
func (s *stepper) pass(n int, scale float32) float64 {
	all, slope := Part{0, 0, n}, float32(s.cfg.BitSlope)
	z, dz, bits, dbits := all.Of(s.net.Vectors()), all.Of(s.dz), all.Of(s.bits), all.Of(s.dbits)
	parallel(s.cfg.Threads, n, func(p Part) {
		s.net.Forward(p)
		if s.share > 0 {
			loss.SoftBits(p.Of(bits), p.Of(z), slope)
		}
	})
	l := float64((1 - s.share) * s.loss(dz, z))
	if s.share > 0 {
		l += float64(s.share * s.loss(dbits, bits))
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

// labelLoss returns the loss on entities that cfg asks for, as a function of a batch's vectors x
// that sets dx to its gradient.
func labelLoss(cfg Config, pairs int, labels []int32) func(dx, x nn.Matrix) float64 {
	var l interface {
		Loss(da, db, a, b nn.Matrix, la, lb []int32) float64
	}
	switch cfg.Loss {
	case "proxy":
		l = &loss.Proxy{Alpha: float32(cfg.Alpha), Margin: float32(cfg.Margin), Threads: cfg.Threads}
	default:
		l = &loss.InfoNCE{Temperature: float32(cfg.Temperature), OneWay: cfg.Loss == "ce", Threads: cfg.Threads}
	}
	return func(dx, x nn.Matrix) float64 {
		n := x.Rows
		return l.Loss(nn.Rows(dx, 0, pairs), nn.Rows(dx, pairs, n), nn.Rows(x, 0, pairs), nn.Rows(x, pairs, n), labels[:pairs], labels[pairs:n])
	}
}

// pairLoss is as labelLoss, for the contrastive loss on the pairs of g.
func pairLoss(cfg Config, g *graded) func(dx, x nn.Matrix) float64 {
	l := loss.Contrastive{Margin: float32(cfg.Margin)}
	across := loss.Across{Margin: float32(cfg.Margin), Threads: cfg.Threads}
	return func(dx, x nn.Matrix) float64 {
		pairs, n := len(g.wanted), x.Rows
		sum := l.Loss(nn.Rows(dx, 0, pairs), nn.Rows(dx, pairs, n), nn.Rows(x, 0, pairs), nn.Rows(x, pairs, n), g.wanted)
		if cfg.InBatch {
			sum += across.Add(dx, x, g.apart)
		}
		return sum
	}
}

func bad(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }
