package train

import (
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/vec"
)

// ngramNetwork trains an ngram. Its input embeddings are the bags of features. A row of the
// table belongs to one part, so that parts never race and sums have one order.
type ngramNetwork struct {
	cfg      Config
	model    *ngram
	grad     *ngram
	shards   []*ngram   // gradients of each part, of all but the table
	features [][]uint32 // of each example
	scratch  [][]byte   // of each example's features
	act      *activations
	dx       nn.Matrix // gradient of the bags, the sum over all backward passes
	touched  []bool    // rows of the table in this batch
	rest     nn.Shared
	table    nn.Learned
}

func newNgramNetwork(cfg Config, n int) *ngramNetwork {
	m := &ngramNetwork{cfg: cfg, touched: make([]bool, cfg.Rows)}
	m.model = newNgram(cfg.Rows, cfg.Dim, cfg.Hidden)
	m.model.init(rand.New(rand.NewPCG(cfg.Seed, 2)))
	m.grad = newNgram(cfg.Rows, cfg.Dim, cfg.Hidden)
	clear(m.grad.norm.Gain)
	adam := nn.Adam{}
	m.rest.Learned = nn.Learned{Params: m.model.dense(), Grads: m.grad.dense(), Adam: adam}
	m.table = nn.Learned{Params: [][]float32{m.model.bag.Table}, Grads: [][]float32{m.grad.bag.Table}, Adam: adam}
	for range cfg.Threads {
		g := newNgram(0, cfg.Dim, cfg.Hidden)
		clear(g.norm.Gain)
		m.shards = append(m.shards, g)
		m.rest.Parts = append(m.rest.Parts, g.dense())
	}
	m.features, m.scratch = make([][]uint32, n), make([][]byte, n)
	m.act = newActivations(n, cfg.Dim, cfg.Hidden)
	m.dx = nn.NewMatrix(n, cfg.Dim)
	return m
}

func (m *ngramNetwork) Vectors() nn.Matrix { return m.act.z }

func (m *ngramNetwork) Read(i int, form []byte, rng *rand.Rand) {
	m.features[i], m.scratch[i] = encoder.AppendFeatures(m.features[i][:0], form, m.cfg.Rows, m.scratch[i])
	if rng != nil {
		m.features[i] = dropout(m.features[i], m.cfg.Dropout, rng)
	}
}

// dropout forgets each feature with probability p, but never all of them.
func dropout(features []uint32, p float64, rng *rand.Rand) []uint32 {
	kept := features[:0]
	for i, f := range features {
		if rng.Float64() >= p || len(kept) == 0 && i == len(features)-1 {
			kept = append(kept, f)
		}
	}
	return kept
}

func (m *ngramNetwork) Embed(p Part) {
	m.model.bag.Forward(p.Of(m.act.x), m.features[p.Lo:p.Hi])
}

func (m *ngramNetwork) Forward(p Part) { m.model.forward(m.act.part(p.Lo, p.Hi)) }

func (m *ngramNetwork) Backward(p Part, dz nn.Matrix) {
	m.model.backward(m.shards[p.Shard], m.act.part(p.Lo, p.Hi), dz)
	vec.Add(p.Of(m.dx).Data, dz.Data[:dz.Rows*dz.Stride])
}

// Inputs returns the input embeddings of a part's examples, one a row, and their gradient: what
// SecondPass may change, and by.
func (m *ngramNetwork) Inputs(p Part) (x, dx nn.Matrix) { return p.Of(m.act.x), p.Of(m.dx) }

func (m *ngramNetwork) Reduce(n int) float64 {
	sum := m.rest.Reduce()
	shards := len(m.shards)
	squares := make([]float64, shards)
	parallel(shards, shards, func(p Part) {
		m.model.bag.Backward(&m.grad.bag, m.touched, m.features[:n], m.dx, uint32(p.Shard), uint32(shards))
		m.rows(p, func(row []float32, _ int) { squares[p.Shard] += nn.SumOfSquares(row) })
	})
	clear(m.dx.Data)
	for _, v := range squares {
		sum += v
	}
	return sum
}

// rows calls f with the gradient of every touched row of a part and where the
// row begins in the table.
func (m *ngramNetwork) rows(p Part, f func(row []float32, at int)) {
	dim := m.cfg.Dim
	for r := p.Shard; r < len(m.touched); r += len(m.shards) {
		if m.touched[r] {
			f(m.grad.bag.Table[r*dim:(r+1)*dim], r*dim)
		}
	}
}

func (m *ngramNetwork) Update(_, rate float64) {
	m.rest.Update(rate * m.cfg.Rate)
	table, grad := m.model.bag.Table, m.grad.bag.Table
	m.table.Adam.Begin(m.table.Params)
	shards := len(m.shards)
	parallel(shards, shards, func(p Part) {
		m.rows(p, func(row []float32, at int) {
			m.table.Adam.Update(0, table, grad, at, at+len(row), rate*m.cfg.TableRate)
		})
		for r := p.Shard; r < len(m.touched); r += shards {
			m.touched[r] = false
		}
	})
}

func (m *ngramNetwork) weights() *encoder.Weights { return m.model.weights(m.cfg.Levels, m.cfg.Clip) }

func (m *ngramNetwork) State() [][]float32 { return slices.Concat(m.table.State(), m.rest.State()) }

func (m *ngramNetwork) Restore(steps int, state [][]float32) error {
	n := min(3, len(state))
	if err := m.table.Restore(steps, state[:n]); err != nil {
		return err
	}
	return m.rest.Restore(steps, state[n:])
}
