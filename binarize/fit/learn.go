package fit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
)

// Start says which directions training begins with.
type Start uint8

const (
	StartAuto   Start = iota // StartITQ, with more bits than dimensions StartRandom
	StartITQ                 // those that itq finds
	StartPCA                 // the principal components
	StartRandom              // orthonormal random ones
	StartSigns               // the dimensions as they are, and orthonormal random ones if there are more bits
)

const (
	// gain is the root mean square of the encoder's output at the start. With 3, the sigmoid
	// passes the gradients of vectors that lie close to the threshold of a bit.
	gain = 3
	// heldOut is the share of the sample, as its reciprocal, that training does not
	// see, and mostHeldOut its most rows: on these it is decided when to stop.
	heldOut     = 10
	mostHeldOut = 4096
)

func reconstructing(ctx context.Context, s *sample, cfg Config, r *Report) (w, t []float32, err error) {
	return learn(ctx, s, cfg, r, 0)
}

func preserving(ctx context.Context, s *sample, cfg Config, r *Report) (w, t []float32, err error) {
	return learn(ctx, s, cfg, r, max(0, cfg.Lambda))
}

// learn trains an autoencoder with lambda times the semantic-preserving loss,
// and returns its encoder as it was when the loss on held-out rows was smallest.
func learn(ctx context.Context, s *sample, cfg Config, r *Report, lambda float64) (w, t []float32, err error) {
	if s.Len() <= cfg.Bits {
		return nil, nil, fmt.Errorf("%d vectors for %d bits: an autoencoder needs more vectors than bits; rp does not", s.Len(), cfg.Bits)
	}
	l, err := newLearner(ctx, s, cfg, r, lambda)
	if err != nil {
		return nil, nil, err
	}
	r.Loss = nil // of the start
	best, kept, worse := math.Inf(1), [][]float32(nil), 0
	for epoch := 0; epoch <= cfg.Epochs && worse < cfg.Patience; epoch++ {
		if epoch > 0 {
			if err := l.epoch(ctx, epoch); err != nil {
				return nil, nil, err
			}
		}
		loss := l.validate()
		r.Loss = append(r.Loss, loss)
		if cfg.Progress != nil {
			cfg.Progress(epoch, cfg.Epochs, loss)
		}
		if worse++; loss < best {
			best, worse, r.Epochs = loss, 0, epoch
			kept = [][]float32{slices.Clone(l.net.encode.W), slices.Clone(l.net.encode.B)}
		}
	}
	if kept == nil {
		return nil, nil, fmt.Errorf("training diverged: the loss is %v; a smaller rate may help", r.Loss[0])
	}
	return kept[0], l.thresholds(kept[0], kept[1]), nil
}

// learner is the state of a training run. The net sees (x - offset) / scale.
type learner struct {
	cfg    Config
	lambda float64
	x      Vectors
	offset []float64
	scale  float64

	net, grad  *autoencoder
	adam       nn.Adam
	pass       *pass
	batches    *batcher
	rng        *rand.Rand
	rows, held []int // numbers of the rows to learn from and of the others
	at         int   // in rows
}

func newLearner(ctx context.Context, s *sample, cfg Config, r *Report, lambda float64) (*learner, error) {
	l := &learner{cfg: cfg, lambda: lambda, rng: newRand(cfg.Seed, streamLearn), offset: s.mean,
		net: newAutoencoder(s.Dim, cfg.Bits), grad: newAutoencoder(s.Dim, cfg.Bits)}
	l.x, l.scale = standardized(s)
	n := s.Len()
	perm := l.rng.Perm(n)
	held := min(n/heldOut, mostHeldOut)
	l.held, l.rows = perm[:held], perm[held:]
	l.pass = newPass(max(min(cfg.Batch, n), groupRows), s.Dim, cfg.Bits)
	w, err := directions(ctx, s, cfg, r)
	if err != nil {
		return nil, err
	}
	copy(l.net.encode.W, w)
	if err := l.begin(); err != nil {
		return nil, err
	}
	l.batches, err = newBatcher(ctx, l.x, cfg, lambda > 0)
	return l, err
}

// standardized returns the vectors less their mean, scaled to a mean square of 1, so
// that a squared error of 1 is that of knowing nothing. It returns the scale, too.
func standardized(s *sample) (Vectors, float64) {
	x := Vectors{Dim: s.Dim, Data: make([]float32, len(s.Data))}
	var sum float64
	for i, v := range s.Data {
		d := float64(v) - s.mean[i%s.Dim]
		x.Data[i] = float32(d)
		sum += float64(d * d)
	}
	scale := math.Sqrt(sum / float64(len(x.Data)))
	for i := range x.Data {
		x.Data[i] = float32(float64(x.Data[i]) / scale)
	}
	return x, scale
}

// directions returns the weights that training begins with.
func directions(ctx context.Context, s *sample, cfg Config, r *Report) (w []float32, err error) {
	start := cfg.Start
	if start == StartAuto {
		start = StartITQ
		if cfg.Bits > s.Dim {
			start = StartRandom
		}
	}
	switch start {
	case StartITQ:
		w, _, err = iterativeQuantization(ctx, s, cfg, r)
	case StartPCA:
		w, _, err = principal(ctx, s, cfg, r)
	case StartRandom:
		w = orthogonalRows(newRand(cfg.Seed, streamWeights), cfg.Bits, s.Dim)
	case StartSigns:
		if cfg.Bits < s.Dim {
			return nil, fmt.Errorf("%d bits of vectors of %d elements: training begins from signs only with at least a bit for each element", cfg.Bits, s.Dim)
		}
		signs := cfg
		signs.Bits = wholeWords(s.Dim)
		if _, _, err = hardThreshold(ctx, s, signs, r); err == nil {
			w = append(identity(s.Dim, s.Dim), orthogonalRows(newRand(cfg.Seed, streamWeights), cfg.Bits-s.Dim, s.Dim)...)
		}
	default:
		err = fmt.Errorf("unknown start %d", start)
	}
	return w, err
}

// begin scales the encoder, balances its bits, and gives it the decoder that
// fits it best, since one that does not would drive it away from its start.
func (l *learner) begin() error {
	rows := l.rows[:min(len(l.rows), measureRows)]
	p := newPass(len(rows), l.x.Dim, l.cfg.Bits)
	l.load(p, rows)
	l.net.encode.Forward(p.soft, p.x)
	norm := f32.Sqrt(f32.Dot(p.soft.Data, p.soft.Data) / float32(len(p.soft.Data)))
	f32.Scale(gain/norm, l.net.encode.W)
	for i := range rows {
		f32.Axpy(-gain/norm/float32(len(rows)), nn.Row(p.soft, i), l.net.encode.B)
	}
	l.net.forward(p, nil)
	return leastSquares(&l.net.decode, p.code, p.x)
}

func (l *learner) load(p *pass, rows []int) {
	for i, row := range rows {
		copy(nn.Row(p.x, i), l.x.Row(row))
	}
}

// epoch takes as many steps as show about as many rows as there are.
func (l *learner) epoch(ctx context.Context, epoch int) error {
	batch := l.pass.x.Rows
	steps := (len(l.rows) + batch - 1) / batch
	for i := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		done := float64((epoch-1)*steps+i) / float64(l.cfg.Epochs*steps)
		l.learn(l.cfg.Rate * (1 - done))
	}
	return nil
}

func (l *learner) learn(rate float64) {
	rows, triples := l.batches.batch(nil, nil, l.pass.x.Rows, l.rng, l.next)
	p := l.pass.first(len(rows))
	l.load(p, rows)
	var rng *rand.Rand
	if l.cfg.Stochastic {
		rng = l.rng
	}
	l.net.forward(p, rng)
	l.net.backward(l.grad, p)
	preserve(p, triples, l.lambda)
	l.net.through(l.grad, p)
	params, grads := l.net.params(), l.grad.params()
	l.adam.Begin(params)
	for i := range params {
		l.adam.Update(i, params[i], grads[i], 0, len(params[i]), rate)
	}
}

// next returns a row to learn from, all of them in turn, in a new order each time.
func (l *learner) next() int {
	if l.at == 0 {
		l.rng.Shuffle(len(l.rows), func(i, j int) { l.rows[i], l.rows[j] = l.rows[j], l.rows[i] })
	}
	row := l.rows[l.at]
	l.at = (l.at + 1) % len(l.rows)
	return row
}

// validate returns the loss on the held-out rows, each the middle of its triples;
// the neighbours may be of the other rows. The triples are the same every time.
func (l *learner) validate() float64 {
	rng := newRand(l.cfg.Seed, streamValidate)
	seen, batches, sum := 0, 0, 0.0
	next := func() int {
		seen++
		return l.held[(seen-1)%len(l.held)]
	}
	for ; seen < len(l.held); batches++ {
		rows, triples := l.batches.batch(nil, nil, l.pass.x.Rows, rng, next)
		p := l.pass.first(len(rows))
		l.load(p, rows)
		sum += l.net.forward(p, nil) + float64(l.lambda*preserve(p, triples, 0))
	}
	return sum / float64(batches)
}

// thresholds rounds w to the precision it is stored at, and returns what its projections exceed
// where those of the net, with its biases b, exceed zero.
func (l *learner) thresholds(w, b []float32) []float32 {
	t := make([]float32, len(b))
	for i := range t {
		row := w[i*l.x.Dim : (i+1)*l.x.Dim]
		sum := -float64(l.scale * float64(b[i]))
		for j := range row {
			row[j] = binarize.BFloat16(row[j])
			sum += float64(float64(row[j]) * l.offset[j])
		}
		t[i] = float32(sum)
	}
	return t
}
