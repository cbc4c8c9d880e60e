package sequence

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/vec"
)

// LSTM reads sequences in one direction (Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000):
// for each element x, with h and c of the element before, or zero,
//
//	i, f, g, o = the four parts of W x + U h + B, in this order
//	c = sigmoid(f) c + sigmoid(i) tanh(g)
//	h = sigmoid(o) tanh(c)
//
// W is 4 Hidden x In, U is 4 Hidden x Hidden. Reverse reads each sequence from its own end to its beginning.
type LSTM struct {
	In, Hidden int
	Reverse    bool
	W, U, B    []float32
}

// newLSTM returns a layer of zeros.
func newLSTM(in, hidden int, reverse bool) LSTM {
	return LSTM{In: in, Hidden: hidden, Reverse: reverse,
		W: make([]float32, 4*hidden*in), U: make([]float32, 4*hidden*hidden), B: make([]float32, 4*hidden)}
}

// init draws the weights, every gate's for itself. The bias of the forget gate is 1, so that a new network remembers.
func (l *LSTM) init(rng *rand.Rand) {
	Glorot(rng, l.W, l.In, l.Hidden)
	Glorot(rng, l.U, l.Hidden, l.Hidden)
	clear(l.B)
	for j := range l.Hidden {
		l.B[l.Hidden+j] = 1
	}
}

// params returns the layer's parameters, in a fixed order.
func (l *LSTM) params() [][]float32 { return [][]float32{l.W, l.U, l.B} }

func (l *LSTM) inputWeights() nn.Matrix { return matrix(4*l.Hidden, l.In, l.W) }
func (l *LSTM) stateWeights() nn.Matrix { return matrix(4*l.Hidden, l.Hidden, l.U) }

// lstmActivations are what forward leaves for backward, a row for each of Steps.
type lstmActivations struct {
	gates nn.Matrix // i, f, g, o after sigmoid and tanh; backward leaves their gradient
	cell  nn.Matrix // c
	tanh  nn.Matrix // of c
	prev  nn.Matrix // h of the element before
	dh    nn.Matrix // a row for each sequence: what backward carries from step to step
	dc    nn.Matrix
	zero  []float32
}

func (a *lstmActivations) resize(rows, sequences, hidden int) {
	nn.Resize(&a.gates, rows, 4*hidden)
	for _, m := range []*nn.Matrix{&a.cell, &a.tanh, &a.prev} {
		nn.Resize(m, rows, hidden)
	}
	nn.Resize(&a.dh, sequences, hidden)
	nn.Resize(&a.dc, sequences, hidden)
	if len(a.zero) != hidden {
		a.zero = make([]float32, hidden)
	}
}

// forward sets y (rows x Hidden) from x (rows x In).
func (l *LSTM) forward(a *lstmActivations, y, x nn.Matrix, s *Steps) {
	setRows(a.gates, l.B)
	nn.Gemm(blas.NoTrans, blas.Trans, 1, x, l.inputWeights(), 1, a.gates)
	for k := range len(s.start) - 1 {
		b := s.block(k, l.Reverse)
		for i := range b.n {
			copy(nn.Row(a.prev, b.lo+i), b.before(i, y, a.zero))
		}
		if b.going > 0 {
			nn.Gemm(blas.NoTrans, blas.Trans, 1, nn.Rows(a.prev, b.lo, b.lo+b.going), l.stateWeights(), 1, nn.Rows(a.gates, b.lo, b.lo+b.going))
		}
		for i := range b.n {
			r := b.lo + i
			cellForward(nn.Row(y, r), nn.Row(a.cell, r), nn.Row(a.tanh, r), nn.Row(a.gates, r), b.before(i, a.cell, a.zero))
		}
	}
}

// cellForward sets h, c and tanh, and replaces the sums in gates by the gates themselves.
func cellForward(h, c, tanh, gates, before []float32) {
	n := len(h)
	is, fs, gs, os := gates[:n], gates[n:2*n], gates[2*n:3*n], gates[3*n:4*n]
	vec.Sigmoid(gates[:2*n])
	vec.Tanh(gs)
	vec.Sigmoid(os)
	for j := range h {
		c[j] = float32(fs[j]*before[j]) + float32(is[j]*gs[j])
	}
	copy(tanh, c)
	vec.Tanh(tanh)
	for j, o := range os {
		h[j] = o * tanh[j]
	}
}

// backward adds the parameter gradients for output gradient dy to g and sets dx to the input gradient plus beta dx.
func (l *LSTM) backward(g *LSTM, a *lstmActivations, dx, x, dy nn.Matrix, beta float32, s *Steps) {
	clear(a.dh.Data)
	clear(a.dc.Data)
	for k := len(s.start) - 2; k >= 0; k-- {
		b := s.block(k, l.Reverse)
		for i := range b.n {
			r := b.lo + i
			cellBackward(nn.Row(a.gates, r), nn.Row(a.dc, i), nn.Row(dy, r), nn.Row(a.dh, i), nn.Row(a.tanh, r), b.before(i, a.cell, a.zero))
		}
		if b.going > 0 {
			nn.Gemm(blas.NoTrans, blas.NoTrans, 1, nn.Rows(a.gates, b.lo, b.lo+b.going), l.stateWeights(), 0, nn.Rows(a.dh, 0, b.going))
		}
	}
	nn.Gemm(blas.Trans, blas.NoTrans, 1, a.gates, x, 1, g.inputWeights())
	nn.Gemm(blas.Trans, blas.NoTrans, 1, a.gates, a.prev, 1, g.stateWeights())
	addRows(g.B, a.gates)
	nn.Gemm(blas.NoTrans, blas.NoTrans, 1, a.gates, l.inputWeights(), beta, dx)
}

// cellBackward replaces the gates by the gradients of their sums, and dc by the gradient of the cell before. The
// gradient of h is dy plus dh, which the following element carried back.
func cellBackward(gates, dc, dy, dh, tanh, before []float32) {
	n := len(dc)
	is, fs, gs, os := gates[:n], gates[n:2*n], gates[2*n:3*n], gates[3*n:4*n]
	for j := range dc {
		i, f, g, o, t := is[j], fs[j], gs[j], os[j], tanh[j]
		d := dy[j] + dh[j]
		c := dc[j] + float32(d*o*(1-float32(t*t)))
		is[j] = c * g * i * (1 - i)
		fs[j] = c * before[j] * f * (1 - f)
		gs[j] = c * i * (1 - float32(g*g))
		os[j] = d * t * o * (1 - o)
		dc[j] = c * f
	}
}

func matrix(rows, cols int, data []float32) nn.Matrix {
	return nn.Matrix{Rows: rows, Cols: cols, Stride: cols, Data: data}
}

func setRows(m nn.Matrix, row []float32) {
	for i := range m.Rows {
		copy(nn.Row(m, i), row)
	}
}

func addRows(sum []float32, m nn.Matrix) {
	for i := range m.Rows {
		vec.Add(sum, nn.Row(m, i))
	}
}
