package link

import (
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/sequence"
)

// What Config.Context may be.
const (
	None   = "none"
	Bag    = "bag"
	BiLSTM = "bilstm"
	CNN    = "cnn"
)

// contextLayer turns the words beside mentions into vectors. Gradients are values of the same type.
type contextLayer interface {
	params() [][]float32
	// forward sets the columns of y from the words of the examples, keeping what backward needs.
	forward(y nn.Matrix, list []*Example)
	// backward adds to grad, a layer of the same kind, for the gradient dy of the examples last seen.
	backward(grad contextLayer, dy nn.Matrix)
}

// newContext returns the layer that cfg asks for, and the length of its vectors.
func newContext(cfg Config) (contextLayer, int) {
	switch cfg.Context {
	case Bag:
		return &bags{left: nn.NewBag(cfg.Rows, cfg.Dim), right: nn.NewBag(cfg.Rows, cfg.Dim)}, 2 * cfg.Dim
	case BiLSTM:
		return &recurrent{words: sequence.NewEmbedding(cfg.Rows, cfg.Dim), net: sequence.NewBiLSTM(cfg.Dim, cfg.Dim, 1), window: cfg.Window}, 2 * cfg.Dim
	case CNN:
		return newConvolution(cfg), 2 * cfg.Dim
	}
	return nothing{}, 0
}

// nothing is the context of mentions alone.
type nothing struct{}

func (nothing) params() [][]float32              { return nil }
func (nothing) forward(nn.Matrix, []*Example)    {}
func (nothing) backward(contextLayer, nn.Matrix) {}

// bags is an embedding bag of each side's words, side by side.
type bags struct {
	left, right nn.Bag

	words   [2][][]uint32 // rows of the examples' words
	touched []bool
}

func (b *bags) params() [][]float32 { return [][]float32{b.left.Table, b.right.Table} }

func columns(m nn.Matrix, lo, hi int) nn.Matrix {
	m.Cols, m.Data = hi-lo, m.Data[min(lo, len(m.Data)):]
	return m
}

func (b *bags) forward(y nn.Matrix, list []*Example) {
	b.words = [2][][]uint32{}
	for _, e := range list {
		b.words[0] = append(b.words[0], rowsOf(e.left, b.left.Rows))
		b.words[1] = append(b.words[1], rowsOf(e.right, b.right.Rows))
	}
	dim := b.left.Dim
	b.left.Forward(columns(y, 0, dim), b.words[0])
	b.right.Forward(columns(y, dim, 2*dim), b.words[1])
}

func (b *bags) backward(grad contextLayer, dy nn.Matrix) {
	g, dim := grad.(*bags), b.left.Dim
	if b.touched == nil {
		b.touched = make([]bool, b.left.Rows)
	}
	b.left.Backward(&g.left, b.touched, b.words[0], columns(dy, 0, dim), 0, 1)
	b.right.Backward(&g.right, b.touched, b.words[1], columns(dy, dim, 2*dim), 0, 1)
}

func rowsOf(words []uint32, rows int) []uint32 {
	out := make([]uint32, len(words))
	for i, w := range words {
		out[i] = row(w, rows)
	}
	return out
}

// recurrent is a BiLSTM over the nearest words, with a row of its own in the place of the mention.
type recurrent struct {
	words  sequence.Embedding
	net    *sequence.BiLSTM
	window int

	steps sequence.Steps
	x, dx nn.Matrix
	act   sequence.BiLSTMActivations
}

func (r *recurrent) params() [][]float32 { return append(r.words.Params(), r.net.Params()...) }

func (r *recurrent) forward(y nn.Matrix, list []*Example) {
	sequences := make([][]uint32, len(list))
	for i, e := range list {
		mention := []uint32{0}
		left, right := e.left[max(0, len(e.left)-r.window):], e.right[:min(len(e.right), r.window)]
		sequences[i] = slices.Concat(rowsOf(left, r.words.Rows), mention, rowsOf(right, r.words.Rows))
	}
	r.steps.Pack(sequences)
	r.x, r.dx = nn.NewMatrix(r.steps.Rows(), r.words.Dim), nn.NewMatrix(r.steps.Rows(), r.words.Dim)
	r.words.Forward(r.x, r.steps.IDs)
	r.net.Forward(&r.act, y, r.x, &r.steps)
}

func (r *recurrent) backward(grad contextLayer, dy nn.Matrix) {
	g := grad.(*recurrent)
	r.net.Backward(g.net, &r.act, r.dx, r.x, dy, &r.steps)
	r.words.Backward(&g.words, r.steps.IDs, r.dx)
}

func initialize(c contextLayer, rng *rand.Rand) {
	switch c := c.(type) {
	case *bags:
		for _, p := range c.params() {
			for i := range p {
				p[i] = float32(0.05 * rng.NormFloat64())
			}
		}
	case *recurrent:
		c.words.Init(rng)
		c.net.Init(rng)
	case *convolution:
		c.initialize(rng)
	}
}
