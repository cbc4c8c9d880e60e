package encoder

import (
	"sync"

	"github.com/normlet/normlet/internal/f32"
)

// bilstm is the forward pass of a BiLSTM encoder over the characters of a name. The weights are kept as float32.
type bilstm struct {
	w      *Weights
	table  []float32
	layers [][2]direction
	dense  []float32
	pool   sync.Pool // *bilstmScratch
}

// direction is an LSTM that reads forward or, if reverse, from the end.
type direction struct {
	in, hidden int
	reverse    bool
	w, u, b    []float32
}

// bilstmScratch is the working memory of one encode.
type bilstmScratch struct {
	symbols     []uint32
	x, y        []float32 // input and output of a layer, a row for each symbol
	gates, more []float32 // of a step: the sums, and the state's part of them
	cell, zero  []float32
	last        []float32 // final states of both directions
	out         []float32
}

func newBiLSTM(w *Weights) *bilstm {
	b := w.BiLSTM
	n := &bilstm{w: w, table: b.Table.floats(), dense: b.Dense.floats()}
	in := b.Embed
	for _, l := range b.Layers {
		var layer [2]direction
		for i, d := range l {
			layer[i] = direction{in: in, hidden: b.Hidden, reverse: i == 1, w: d.W.floats(), u: d.U.floats(), b: d.B}
		}
		n.layers = append(n.layers, layer)
		in = 2 * b.Hidden
	}
	rows := maxSymbols * max(b.Embed, 2*b.Hidden)
	n.pool.New = func() any {
		return &bilstmScratch{
			x: make([]float32, rows), y: make([]float32, rows),
			gates: make([]float32, 4*b.Hidden), more: make([]float32, 4*b.Hidden),
			cell: make([]float32, b.Hidden), zero: make([]float32, b.Hidden),
			last: make([]float32, 2*b.Hidden), out: make([]float32, w.Dim),
		}
	}
	return n
}

func (n *bilstm) encode(dst []float32, form []byte) []float32 {
	s := n.pool.Get().(*bilstmScratch)
	s.symbols = AppendSymbols(s.symbols[:0], form)
	embed, hidden := n.w.BiLSTM.Embed, n.w.BiLSTM.Hidden
	for t, c := range s.symbols {
		copy(s.x[t*embed:(t+1)*embed], n.table[int(c)*embed:])
	}
	for i := range n.layers {
		for d := range n.layers[i] {
			n.layers[i][d].run(s)
		}
		s.x, s.y = s.y, s.x
	}
	end := (len(s.symbols) - 1) * 2 * hidden // forward ends at the last symbol, reverse at the first
	copy(s.last[:hidden], s.x[end:])
	copy(s.last[hidden:], s.x[hidden:])
	f32.MatVec(s.out, n.dense, s.last)
	for i, v := range n.w.BiLSTM.Bias {
		s.out[i] += v
	}
	from := len(dst)
	dst = append(dst, s.out...)
	normalize(dst[from:])
	n.pool.Put(s)
	return dst
}

// run sets this direction's half of the rows of s.y from the rows of s.x.
func (d *direction) run(s *bilstmScratch) {
	clear(s.cell)
	half, state := 0, s.zero
	if d.reverse {
		half = d.hidden
	}
	for k := range s.symbols {
		t := k
		if d.reverse {
			t = len(s.symbols) - 1 - k
		}
		f32.MatVec(s.gates, d.w, s.x[t*d.in:(t+1)*d.in])
		f32.MatVec(s.more, d.u, state)
		for j, v := range s.more {
			s.gates[j] += v + d.b[j]
		}
		at := t*2*d.hidden + half
		state = s.y[at : at+d.hidden]
		cell(state, s.cell, s.gates)
	}
}

// cell sets the state h and the cell c after a step from the sums of the gates i, f, g, o and the cell before.
func cell(h, c, sums []float32) {
	n := len(h)
	is, fs, gs, os := sums[:n], sums[n:2*n], sums[2*n:3*n], sums[3*n:4*n]
	for j := range h {
		kept := float32(f32.Sigmoid(fs[j]) * c[j])
		c[j] = kept + float32(f32.Sigmoid(is[j])*f32.Tanh(gs[j]))
		h[j] = float32(f32.Sigmoid(os[j]) * f32.Tanh(c[j]))
	}
}
