package train

import (
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/vec"
)

// normEpsilon is core/encoder's: both forward passes must agree.
const normEpsilon = 1e-5

// ngram is the trainable form of core/encoder's n-gram network, and also the
// shape of its gradient: bag -> LayerNorm -> x + out(relu(in(x))) -> L2 norm.
type ngram struct {
	bag  nn.Bag
	norm nn.LayerNorm
	in   nn.Dense
	out  nn.Dense
}

func newNgram(rows, dim, hidden int) *ngram {
	return &ngram{
		bag: nn.NewBag(rows, dim), norm: nn.NewLayerNorm(dim, normEpsilon),
		in: nn.NewDense(dim, hidden), out: nn.NewDense(hidden, dim),
	}
}

func (m *ngram) init(rng *rand.Rand) {
	fill(rng, m.bag.Table, 0.05)
	fill(rng, m.in.W, 0.05)
	fill(rng, m.out.W, 0.03)
}

func (m *ngram) dense() [][]float32 {
	p := m.norm.Params()
	p = append(p, m.in.Params()...)
	return append(p, m.out.Params()...)
}

// activations are what forward leaves for backward, for n examples.
type activations struct {
	x, hat, y, h, r, z nn.Matrix // bag, normalized, LayerNorm, hidden, before and after L2
	inv, length        []float32
	dy, dh             nn.Matrix
}

func newActivations(n, dim, hidden int) *activations {
	m := func(cols int) nn.Matrix { return nn.NewMatrix(n, cols) }
	return &activations{
		x: m(dim), hat: m(dim), y: m(dim), h: m(hidden), r: m(dim), z: m(dim),
		inv: make([]float32, n), length: make([]float32, n), dy: m(dim), dh: m(hidden),
	}
}

func (a *activations) part(lo, hi int) *activations {
	v := func(m nn.Matrix) nn.Matrix { return nn.Rows(m, lo, hi) }
	return &activations{
		x: v(a.x), hat: v(a.hat), y: v(a.y), h: v(a.h), r: v(a.r), z: v(a.z),
		inv: a.inv[lo:hi], length: a.length[lo:hi], dy: v(a.dy), dh: v(a.dh),
	}
}

// forward sets a.z to the unit vectors of the examples whose bags are in a.x.
func (m *ngram) forward(a *activations) {
	m.norm.Forward(a.y, a.hat, a.inv, a.x)
	m.in.Forward(a.h, a.y)
	nn.ReLU(a.h)
	m.out.Forward(a.r, a.h)
	vec.Add(a.r.Data, a.y.Data[:a.y.Rows*a.y.Stride])
	nn.L2Norm(a.z, a.length, a.r, normEpsilon*normEpsilon)
}

// backward takes the gradient of a.z in dz, overwrites it with the gradient of
// the bag's output, and adds the gradients of all parameters but the table to g.
func (m *ngram) backward(g *ngram, a *activations, dz nn.Matrix) {
	nn.L2NormBackward(dz, a.z, a.length, dz)
	m.out.Backward(&g.out, a.dh, a.h, dz)
	nn.ReLUBackward(a.dh, a.h)
	m.in.Backward(&g.in, a.dy, a.y, a.dh)
	vec.Add(dz.Data, a.dy.Data[:a.dy.Rows*a.dy.Stride])
	m.norm.Backward(&g.norm, dz, a.hat, a.inv, dz)
}

// weights rounds the network to the encoder's int8 form: the table to levels each side of zero,
// the outermost at clip standard deviations; few levels compress well.
func (m *ngram) weights(levels int, clip float64) *encoder.Weights {
	limit := float32(clip * math.Sqrt(nn.SumOfSquares(m.bag.Table)/float64(len(m.bag.Table))))
	return &encoder.Weights{
		Rows: m.bag.Rows, Dim: m.bag.Dim, Hidden: m.in.Out,
		Table: encoder.Quantize(m.bag.Table, levels, limit),
		W1:    encoder.Quantize(m.in.W, 127, 0), W2: encoder.Quantize(m.out.W, 127, 0),
		Gain: m.norm.Gain, Bias: m.norm.Bias, B1: m.in.B, B2: m.out.B,
	}
}
