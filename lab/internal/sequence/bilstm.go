// Package sequence holds layers that read sequences, each with its backward pass, as package nn's: embeddings of symbols,
// LSTMs, and stacks of LSTMs in both directions. Steps lays out a batch of sequences.
package sequence

import (
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
)

// BiLSTM is a stack of bidirectional LSTM layers. A layer's output is the two states of each element side by side,
// forward first. The stack's output are the states in which the last layer's directions end: forward's at the last
// element, reverse's at the first. An empty sequence gives zeros.
type BiLSTM struct {
	Hidden int
	Layers [][2]LSTM // forward, reverse
}

// NewBiLSTM returns a stack of zeros: in inputs, hidden units each direction.
func NewBiLSTM(in, hidden, layers int) *BiLSTM {
	b := &BiLSTM{Hidden: hidden}
	for range layers {
		b.Layers = append(b.Layers, [2]LSTM{newLSTM(in, hidden, false), newLSTM(in, hidden, true)})
		in = 2 * hidden
	}
	return b
}

// Init draws the weights.
func (b *BiLSTM) Init(rng *rand.Rand) {
	for i := range b.Layers {
		b.Layers[i][0].init(rng)
		b.Layers[i][1].init(rng)
	}
}

// Params returns the parameters of all layers, in a fixed order.
func (b *BiLSTM) Params() [][]float32 {
	var p [][]float32
	for i := range b.Layers {
		p = append(p, b.Layers[i][0].params()...)
		p = append(p, b.Layers[i][1].params()...)
	}
	return p
}

// BiLSTMActivations are what Forward leaves for Backward, and the working memory of both. It grows to the largest batch.
type BiLSTMActivations struct {
	layers []layerActivations
	dy     [2]nn.Matrix // gradients of a layer's output and input, in turn
}

type layerActivations struct {
	y         nn.Matrix // rows x 2 Hidden
	direction [2]lstmActivations
}

// half returns the columns of y that one direction writes. Its data ends with its last row: do not take Rows of it.
func half(y nn.Matrix, direction int) nn.Matrix {
	y.Cols /= 2
	y.Data = y.Data[min(direction*y.Cols, len(y.Data)):]
	return y
}

// Forward sets row i of y (sequences x 2 Hidden) to the final states of sequence i of s, whose elements are the rows of
// x (s.Rows() x in).
func (b *BiLSTM) Forward(a *BiLSTMActivations, y, x nn.Matrix, s *Steps) {
	for len(a.layers) < len(b.Layers) {
		a.layers = append(a.layers, layerActivations{})
	}
	for i := range b.Layers {
		l := &a.layers[i]
		nn.Resize(&l.y, s.Rows(), 2*b.Hidden)
		for d := range b.Layers[i] {
			l.direction[d].resize(s.Rows(), len(s.order), b.Hidden)
			b.Layers[i][d].forward(&l.direction[d], half(l.y, d), x, s)
		}
		x = l.y
	}
	for place, sequence := range s.order {
		out := nn.Row(y, sequence)
		clear(out)
		if s.ends[place] > 0 {
			copy(out[:b.Hidden], nn.Row(x, s.last(place)))
			copy(out[b.Hidden:], nn.Row(x, place)[b.Hidden:])
		}
	}
}

// Backward takes the output gradient dy (sequences x 2 Hidden), adds the parameter gradients to g and sets dx to the
// gradient of x. It uses up the activations: the next Backward needs a Forward first.
func (b *BiLSTM) Backward(g *BiLSTM, a *BiLSTMActivations, dx, x, dy nn.Matrix, s *Steps) {
	up := &a.dy[0]
	nn.Resize(up, s.Rows(), 2*b.Hidden)
	clear(up.Data)
	for place, sequence := range s.order {
		if d := nn.Row(dy, sequence); s.ends[place] > 0 {
			copy(nn.Row(*up, s.last(place)), d[:b.Hidden])
			copy(nn.Row(*up, place)[b.Hidden:], d[b.Hidden:])
		}
	}
	for i := len(b.Layers) - 1; i >= 0; i-- {
		in, down := x, &dx
		if i > 0 {
			in, down = a.layers[i-1].y, &a.dy[(len(b.Layers)-i)%2]
			nn.Resize(down, s.Rows(), 2*b.Hidden)
		}
		for d := range b.Layers[i] {
			b.Layers[i][d].backward(&g.Layers[i][d], &a.layers[i].direction[d], *down, in, half(*up, d), float32(d), s)
		}
		up = down
	}
}
