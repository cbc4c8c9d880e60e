package train

import (
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
)

// bilstmNetwork trains a bilstm. Its input embeddings are those of characters.
type bilstmNetwork struct {
	cfg         Config
	model       *bilstm
	chars, rest dense
	symbols     [][]uint32 // of each example
	parts       []*bilstmPart
	z           nn.Matrix
}

// bilstmPart is the working memory of a part. A step time-major: a row of x is a
// character of an example, and nn.Steps says which.
type bilstmPart struct {
	grad        *bilstm
	steps       nn.Steps
	act         nn.BiLSTMActivations
	x, dx       nn.Matrix // input embeddings and their gradient in the last backward pass
	last, dlast nn.Matrix // final states of the layers
	r           nn.Matrix // before the L2 norm
	length      []float32
	examples    []int // of each row of x
}

func newBiLSTMNetwork(cfg Config, n int) *bilstmNetwork {
	m := &bilstmNetwork{cfg: cfg, model: newBiLSTM(cfg), symbols: make([][]uint32, n), z: nn.NewMatrix(n, cfg.Dim)}
	m.model.init(rand.New(rand.NewPCG(cfg.Seed, 2)))
	grad, adam := newBiLSTM(cfg), nn.Adam{}
	m.chars.trained = trained{m.model.chars.Params(), grad.chars.Params(), adam}
	m.rest.trained = trained{m.model.dense(), grad.dense(), adam}
	for range cfg.Threads {
		g := newBiLSTM(cfg)
		m.chars.parts = append(m.chars.parts, g.chars.Params())
		m.rest.parts = append(m.rest.parts, g.dense())
		m.parts = append(m.parts, &bilstmPart{grad: g})
	}
	return m
}

func (m *bilstmNetwork) vectors() nn.Matrix { return m.z }

func (m *bilstmNetwork) read(i int, form []byte, _ *rand.Rand) {
	m.symbols[i] = encoder.AppendSymbols(m.symbols[i][:0], form)
}

func (m *bilstmNetwork) embed(p part) {
	w, n := m.parts[p.shard], p.hi-p.lo
	w.steps.Pack(m.symbols[p.lo:p.hi])
	for _, x := range []*nn.Matrix{&w.x, &w.dx} {
		nn.Resize(x, w.steps.Rows(), m.cfg.Embedding)
	}
	for _, x := range []*nn.Matrix{&w.last, &w.dlast} {
		nn.Resize(x, n, 2*m.cfg.Hidden)
	}
	nn.Resize(&w.r, n, m.cfg.Dim)
	w.length = slices.Grow(w.length[:0], n)[:n]
	m.model.chars.Forward(w.x, w.steps.IDs)
}

func (m *bilstmNetwork) forward(p part) {
	w := m.parts[p.shard]
	m.model.stack.Forward(&w.act, w.last, w.x, &w.steps)
	m.model.out.Forward(w.r, w.last)
	nn.L2Norm(p.of(m.z), w.length, w.r, normEpsilon*normEpsilon)
}

func (m *bilstmNetwork) backward(p part, dz nn.Matrix) {
	w := m.parts[p.shard]
	nn.L2NormBackward(dz, p.of(m.z), w.length, dz)
	m.model.out.Backward(&w.grad.out, w.dlast, w.last, dz)
	m.model.stack.Backward(w.grad.stack, &w.act, w.dx, w.x, w.dlast, &w.steps)
	m.model.chars.Backward(&w.grad.chars, w.steps.IDs, w.dx)
}

func (m *bilstmNetwork) perturb(p part, first int, epsilon float32) {
	w := m.parts[p.shard]
	loss.FGSM(w.dx, w.dx, epsilon)
	w.examples = w.steps.Sequences(w.examples[:0])
	for row, example := range w.examples {
		if p.lo+example < first {
			continue
		}
		x := nn.Row(w.x, row)
		for j, v := range nn.Row(w.dx, row) {
			x[j] += v
		}
	}
}

func (m *bilstmNetwork) reduce(int) float64 { return m.chars.reduce() + m.rest.reduce() }

func (m *bilstmNetwork) update(scale float32, rate float64) {
	m.chars.update(scale, rate*m.cfg.TableRate)
	m.rest.update(scale, rate*m.cfg.Rate)
}

func (m *bilstmNetwork) weights() *encoder.Weights { return m.model.weights() }

func (m *bilstmNetwork) state() [][]float32 { return slices.Concat(m.chars.state(), m.rest.state()) }

func (m *bilstmNetwork) restore(steps int, state [][]float32) error {
	n := min(3, len(state))
	if err := m.chars.restore(steps, state[:n]); err != nil {
		return err
	}
	return m.rest.restore(steps, state[n:])
}
