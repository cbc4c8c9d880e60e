package encoder

import (
	"sync"

	"github.com/normlet/normlet/internal/core/names"
)

// Encoder maps texts to unit vectors. It is safe for concurrent use.
type Encoder struct {
	w      *Weights
	w1, w2 []float32 // w.W1, w.W2 as float32
	pool   sync.Pool // *scratch
}

// New returns an Encoder with the weights w, which must not change afterwards. It returns an error for shapes that do not fit
// together and for weights that could make a vector infinite or NaN.
func New(w *Weights) (*Encoder, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	e := &Encoder{w: w, w1: w.W1.floats(), w2: w.W2.floats()}
	e.pool.New = func() any {
		return &scratch{
			sum: make([]int32, w.Dim), x: make([]float32, w.Dim),
			h: make([]float32, w.Hidden), y: make([]float32, w.Dim),
		}
	}
	return e, nil
}

// Dim returns the length of the vectors.
func (e *Encoder) Dim() int { return e.w.Dim }

// Encode appends the unit vector of text to dst, Dim elements. Every text has one, even the empty text.
func (e *Encoder) Encode(dst []float32, text string) []float32 {
	s := e.pool.Get().(*scratch)
	defer e.pool.Put(s)
	s.form = names.AppendForm(s.form[:0], text)
	return e.encode(dst, s, s.form)
}

// EncodeForm is Encode for a text form.
func (e *Encoder) EncodeForm(dst []float32, form []byte) []float32 {
	s := e.pool.Get().(*scratch)
	defer e.pool.Put(s)
	return e.encode(dst, s, form)
}

// encode is the forward pass, over the hashed features of a name.
func (e *Encoder) encode(dst []float32, s *scratch, form []byte) []float32 {
	s.features, s.marked = AppendFeatures(s.features[:0], form, e.w.Rows, s.marked)
	e.embed(s)
	e.layerNorm(s.x)
	e.mlp(s)
	n := len(dst)
	dst = append(dst, s.x...)
	normalize(dst[n:])
	return dst
}
