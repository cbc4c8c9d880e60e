package train

import (
	"math/rand/v2"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
)

// bilstm is the trainable form of core/encoder's BiLSTM network, and also the
// shape of its gradient: characters -> layers -> dense -> L2 norm.
type bilstm struct {
	chars nn.Embedding
	stack *nn.BiLSTM
	out   nn.Dense
}

func newBiLSTM(cfg Config) *bilstm {
	return &bilstm{
		chars: nn.NewEmbedding(encoder.Alphabet, cfg.Embedding),
		stack: nn.NewBiLSTM(cfg.Embedding, cfg.Hidden, cfg.Layers),
		out:   nn.NewDense(2*cfg.Hidden, cfg.Dim),
	}
}

func (m *bilstm) init(rng *rand.Rand) {
	m.chars.Init(rng)
	m.stack.Init(rng)
	nn.Glorot(rng, m.out.W, m.out.In, m.out.Out)
}

// dense returns all parameters but the characters' embeddings.
func (m *bilstm) dense() [][]float32 { return append(m.stack.Params(), m.out.Params()...) }

func (m *bilstm) weights() *encoder.Weights {
	b := &encoder.BiLSTM{
		Embed: m.chars.Dim, Hidden: m.stack.Hidden,
		Table: encoder.QuantizeRows(m.chars.Table, m.chars.Rows),
		Dense: encoder.QuantizeRows(m.out.W, m.out.Out), Bias: m.out.B,
	}
	for _, layer := range m.stack.Layers {
		var rounded [2]encoder.LSTM
		for d, l := range layer {
			rounded[d] = encoder.LSTM{W: encoder.QuantizeRows(l.W, 4*l.Hidden), U: encoder.QuantizeRows(l.U, 4*l.Hidden), B: l.B}
		}
		b.Layers = append(b.Layers, rounded)
	}
	return &encoder.Weights{Dim: m.out.Out, BiLSTM: b}
}
