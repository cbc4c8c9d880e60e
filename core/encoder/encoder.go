package encoder

import (
	"sync"

	"github.com/normlet/normlet/internal/f32"
)

// normEpsilon keeps LayerNorm and the L2 norm finite on a zero vector.
const normEpsilon = 1e-5

// Encoder maps texts to unit vectors. It is safe for concurrent use.
type Encoder struct {
	w      *Weights
	w1, w2 []float32 // w.W1, w.W2 as float32
	pool   sync.Pool // *scratch
}

// scratch is the working memory of one Encode.
type scratch struct {
	form     []byte
	features []uint32
	marked   []byte
	sum      []int32
	x, h, y  []float32
}

// New returns an encoder with weights w, which must not change afterwards.
func New(w *Weights) (*Encoder, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	e := &Encoder{w: w, w1: w.W1.Floats(), w2: w.W2.Floats()}
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

// Weights returns the encoder's weights, which must not be changed.
func (e *Encoder) Weights() *Weights { return e.w }

// Encode appends the unit vector of text, Dim float32, to dst. Every text has
// one, the empty text too.
func (e *Encoder) Encode(dst []float32, text string) []float32 {
	s := e.pool.Get().(*scratch)
	s.form = AppendTextForm(s.form[:0], text)
	s.features, s.marked = AppendFeatures(s.features[:0], s.form, e.w.Rows, s.marked)
	e.embed(s)
	e.layerNorm(s.x)
	e.mlp(s)
	n := len(dst)
	dst = append(dst, s.x...)
	normalize(dst[n:])
	e.pool.Put(s)
	return dst
}

// embed sets s.x to the sum of the features' rows over sqrt(number of features).
func (e *Encoder) embed(s *scratch) {
	clear(s.sum)
	dim := e.w.Dim
	for _, r := range s.features {
		row := e.w.Table.Data[int(r)*dim : int(r)*dim+dim]
		sum := s.sum[:len(row)]
		for i, v := range row {
			sum[i] += int32(v)
		}
	}
	scale := e.w.Table.Scale / f32.Sqrt(float32(max(1, len(s.features))))
	for i, v := range s.sum {
		s.x[i] = float32(scale * float32(v))
	}
}

// layerNorm normalizes x to mean 0 and variance 1, then applies gain and bias.
func (e *Encoder) layerNorm(x []float32) {
	mean := f32.Sum(x) / float32(len(x))
	for i := range x {
		x[i] -= mean
	}
	inv := 1 / f32.Sqrt(f32.Dot(x, x)/float32(len(x))+normEpsilon)
	for i := range x {
		x[i] = float32(float32(x[i]*inv)*e.w.Gain[i]) + e.w.Bias[i]
	}
}

// mlp adds W2 relu(W1 x + b1) + b2 to x.
func (e *Encoder) mlp(s *scratch) {
	dim, hidden := e.w.Dim, e.w.Hidden
	for j := range s.h {
		s.h[j] = max(0, f32.Dot(e.w1[j*dim:j*dim+dim], s.x)+e.w.B1[j])
	}
	for i := range s.y {
		s.y[i] = f32.Dot(e.w2[i*hidden:i*hidden+hidden], s.h) + e.w.B2[i]
	}
	for i, v := range s.y {
		s.x[i] += v
	}
}

// normalize scales x to length 1.
func normalize(x []float32) {
	f32.Scale(1/f32.Sqrt(f32.Dot(x, x)+normEpsilon*normEpsilon), x)
}
