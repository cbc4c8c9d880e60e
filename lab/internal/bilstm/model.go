// Package bilstm trains NSEEN's encoder (Fakhraei, Mathew and Ambite): a network that reads the characters of a name.
//
//	"fox-p2"  --symbols-->  f o x - p 2  --embeddings-->  a vector each
//	    --layers of LSTMs, forward and reverse-->  the state each direction ends in
//	    --dense-->  L2 norm  -->  vector of Dim float32
//
// Package train trains it like the encoder of packs, which is a hundred times as fast.
package bilstm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/objective"
	"github.com/normlet/normlet/lab/internal/sequence"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// Config says how to train. Of objective.Config, Hidden are the units of a layer, each direction: 64; Batch is 128 by
// default; Rows, Dropout, Levels and Clip mean nothing.
type Config struct {
	objective.Config
	Embedding int // length of a character's vector: 32
	Layers    int // 4
}

// Defaults returns c with defaults for zero values.
func (c Config) Defaults() Config {
	c.Embedding, c.Layers = cmp.Or(c.Embedding, 32), cmp.Or(c.Layers, 4)
	c.Hidden, c.Batch = cmp.Or(c.Hidden, 64), cmp.Or(c.Batch, 128)
	c.Config = c.Config.Defaults()
	return c
}

// Train trains an encoder on t as train.Run does.
func Train(ctx context.Context, cfg Config, t *data.Terminology, progress train.Progress) (*Encoder, *train.Report, error) {
	cfg = cfg.Defaults()
	training, err := cfg.Training()
	if err != nil {
		return nil, nil, err
	}
	var net *network
	rep, err := train.RunNetwork(ctx, training, t, func(c train.Config, n int) (train.Network, error) {
		net = newNetwork(c, Shape{c.Dim, cfg.Embedding, c.Hidden, cfg.Layers}, n)
		return net, nil
	}, progress)
	if err != nil {
		return nil, nil, err
	}
	return &Encoder{Shape: net.shape, model: net.model}, rep, nil
}

// Shape is the size of a network.
type Shape struct{ Dim, Embedding, Hidden, Layers int }

// model are the parameters of a network, and also the shape of its gradient.
type model struct {
	chars sequence.Embedding
	stack *sequence.BiLSTM
	out   nn.Dense
}

func newModel(s Shape) *model {
	return &model{
		chars: sequence.NewEmbedding(alphabet, s.Embedding),
		stack: sequence.NewBiLSTM(s.Embedding, s.Hidden, s.Layers),
		out:   nn.NewDense(2*s.Hidden, s.Dim),
	}
}

func (m *model) init(rng *rand.Rand) {
	m.chars.Init(rng)
	m.stack.Init(rng)
	sequence.Glorot(rng, m.out.W, m.out.In, m.out.Out)
}

// dense returns all parameters but the characters' embeddings.
func (m *model) dense() [][]float32 { return append(m.stack.Params(), m.out.Params()...) }

// Encoder maps names to unit vectors. It is safe for concurrent use.
type Encoder struct {
	Shape
	model   *model
	scratch sync.Pool // *part
}

// Dim returns the length of the vectors.
func (e *Encoder) Dim() int { return e.Shape.Dim }

// Encode appends the vector of a text to dst.
func (e *Encoder) Encode(dst []float32, text string) []float32 {
	return e.EncodeForm(dst, names.AppendForm(nil, text))
}

// EncodeForm appends the vector of a text form to dst.
func (e *Encoder) EncodeForm(dst []float32, form []byte) []float32 {
	p, _ := e.scratch.Get().(*part)
	if p == nil {
		p = new(part)
	}
	z := nn.NewMatrix(1, e.Shape.Dim)
	p.embed(e.model, [][]uint32{appendSymbols(nil, form)})
	p.forward(e.model, z)
	e.scratch.Put(p)
	return append(dst, z.Data...)
}

// Magic begins an encoder's file.
const Magic = "NORMLAB-BILSTM1\n"

// file is what follows the magic, by encoding/gob.
type file struct {
	Shape  Shape
	Params [][]float32
}

// AppendBinary appends the encoder's file to b.
func (e *Encoder) AppendBinary(b []byte) ([]byte, error) {
	var out bytes.Buffer
	err := gob.NewEncoder(&out).Encode(file{e.Shape, append(e.model.dense(), e.model.chars.Table)})
	return append(append(b, Magic...), out.Bytes()...), err
}

// Parse reads what AppendBinary wrote.
func Parse(content []byte) (*Encoder, error) {
	content, ok := bytes.CutPrefix(content, []byte(Magic))
	if !ok {
		return nil, errors.New("not a BiLSTM encoder of lab bilstm")
	}
	var f file
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(&f); err != nil {
		return nil, fmt.Errorf("BiLSTM encoder: %w", err)
	}
	if s := f.Shape; min(s.Dim, s.Embedding, s.Hidden, s.Layers) < 1 || max(s.Dim, s.Embedding, s.Hidden) > 1024 || s.Layers > 8 {
		return nil, fmt.Errorf("BiLSTM encoder: shape %+v is out of range", s)
	}
	e := &Encoder{Shape: f.Shape, model: newModel(f.Shape)}
	params := append(e.model.dense(), e.model.chars.Table)
	if len(params) != len(f.Params) {
		return nil, fmt.Errorf("BiLSTM encoder: %d arrays, want %d", len(f.Params), len(params))
	}
	for i, p := range params {
		if copy(p, f.Params[i]) != len(p) || len(p) != len(f.Params[i]) {
			return nil, fmt.Errorf("BiLSTM encoder: array %d has %d numbers, want %d", i, len(f.Params[i]), len(p))
		}
	}
	return e, nil
}
