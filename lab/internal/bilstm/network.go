package bilstm

import (
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/losses"
	"github.com/normlet/normlet/lab/internal/objective"
	"github.com/normlet/normlet/lab/internal/sequence"
	"github.com/normlet/normlet/train"
)

// normEpsilon keeps the L2 norm finite on a zero vector.
const normEpsilon = 1e-5

// network trains a model. Its input embeddings are those of characters.
type network struct {
	cfg         train.Config
	shape       Shape
	model       *model
	chars, rest nn.Shared
	symbols     [][]uint32 // of each example
	parts       []*part
	z           nn.Matrix
}

// part is the working memory of a part of a batch. A step is time-major: a row of x is a character of an example, and
// steps says which.
type part struct {
	grad        *model
	steps       sequence.Steps
	act         sequence.BiLSTMActivations
	x, dx       nn.Matrix // input embeddings and their gradient in the last backward pass
	last, dlast nn.Matrix // final states of the layers
	r           nn.Matrix // before the L2 norm
	length      []float32
	examples    []int // of each row of x
}

func newNetwork(cfg train.Config, shape Shape, n int) *network {
	m := &network{cfg: cfg, shape: shape, model: newModel(shape), symbols: make([][]uint32, n), z: nn.NewMatrix(n, cfg.Dim)}
	m.model.init(rand.New(rand.NewPCG(cfg.Seed, 2)))
	grad, adam := newModel(shape), nn.Adam{}
	m.chars.Learned = nn.Learned{Params: m.model.chars.Params(), Grads: grad.chars.Params(), Adam: adam}
	m.rest.Learned = nn.Learned{Params: m.model.dense(), Grads: grad.dense(), Adam: adam}
	for range cfg.Threads {
		g := newModel(shape)
		m.chars.Parts = append(m.chars.Parts, g.chars.Params())
		m.rest.Parts = append(m.rest.Parts, g.dense())
		m.parts = append(m.parts, &part{grad: g})
	}
	return m
}

func (m *network) Vectors() nn.Matrix { return m.z }

func (m *network) Read(i int, form []byte, _ *rand.Rand) {
	m.symbols[i] = appendSymbols(m.symbols[i][:0], form)
}

func (m *network) Embed(p train.Part) { m.parts[p.Shard].embed(m.model, m.symbols[p.Lo:p.Hi]) }

// embed looks up the embeddings of the symbols of names.
func (w *part) embed(m *model, symbols [][]uint32) {
	n := len(symbols)
	w.steps.Pack(symbols)
	for _, x := range []*nn.Matrix{&w.x, &w.dx} {
		nn.Resize(x, w.steps.Rows(), m.chars.Dim)
	}
	for _, x := range []*nn.Matrix{&w.last, &w.dlast} {
		nn.Resize(x, n, 2*m.stack.Hidden)
	}
	nn.Resize(&w.r, n, m.out.Out)
	w.length = slices.Grow(w.length[:0], n)[:n]
	m.chars.Forward(w.x, w.steps.IDs)
}

func (m *network) Forward(p train.Part) { m.parts[p.Shard].forward(m.model, p.Of(m.z)) }

// forward sets the rows of z to the unit vectors of the names that were embedded.
func (w *part) forward(m *model, z nn.Matrix) {
	m.stack.Forward(&w.act, w.last, w.x, &w.steps)
	m.out.Forward(w.r, w.last)
	nn.L2Norm(z, w.length, w.r, normEpsilon*normEpsilon)
}

func (m *network) Backward(p train.Part, dz nn.Matrix) {
	w := m.parts[p.Shard]
	nn.L2NormBackward(dz, p.Of(m.z), w.length, dz)
	m.model.out.Backward(&w.grad.out, w.dlast, w.last, dz)
	m.model.stack.Backward(w.grad.stack, &w.act, w.dx, w.x, w.dlast, &w.steps)
	m.model.chars.Backward(&w.grad.chars, w.steps.IDs, w.dx)
}

var _ objective.Perturber = (*network)(nil)

// Perturb implements objective.Perturber.
func (m *network) Perturb(p train.Part, first int, epsilon float32) {
	w := m.parts[p.Shard]
	losses.FGSM(w.dx, w.dx, epsilon)
	w.examples = w.steps.Sequences(w.examples[:0])
	for row, example := range w.examples {
		if p.Lo+example < first {
			continue
		}
		x := nn.Row(w.x, row)
		for j, v := range nn.Row(w.dx, row) {
			x[j] += v
		}
	}
}

func (m *network) Reduce(int) float64 { return m.chars.Reduce() + m.rest.Reduce() }

// maxNorm is the norm of the gradients that longer ones are scaled down to.
const maxNorm = 1

func (m *network) Update(norm, rate float64) {
	if norm > maxNorm {
		for _, grad := range slices.Concat(m.chars.Grads, m.rest.Grads) {
			nn.Rescale(grad, float32(maxNorm/norm))
		}
	}
	m.chars.Update(rate * m.cfg.TableRate)
	m.rest.Update(rate * m.cfg.Rate)
}

func (m *network) State() [][]float32 { return slices.Concat(m.chars.State(), m.rest.State()) }

func (m *network) Restore(steps int, state [][]float32) error {
	n := min(3, len(state))
	if err := m.chars.Restore(steps, state[:n]); err != nil {
		return err
	}
	return m.rest.Restore(steps, state[n:])
}
