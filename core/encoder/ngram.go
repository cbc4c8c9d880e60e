package encoder

import (
	"sync"

	"github.com/normlet/normlet/internal/f32"
)

// normEpsilon keeps LayerNorm and the L2 norm finite on a zero vector.
const normEpsilon = 1e-5

// ngram is the forward pass over the hashed n-grams of a name.
type ngram struct {
	w      *Weights
	w1, w2 []float32 // w.W1, w.W2 as float32
	pool   sync.Pool // *scratch
}

// scratch is the working memory of one encode.
type scratch struct {
	features []uint32
	marked   []byte
	sum      []int32
	lanes    []uint64 // of addRows
	seen     int8     // keeps reads from being left out
	x, h, y  []float32
}

func newNgram(w *Weights) *ngram {
	e := &ngram{w: w, w1: w.W1.floats(), w2: w.W2.floats()}
	e.pool.New = func() any {
		return &scratch{
			sum: make([]int32, w.Dim), lanes: make([]uint64, w.Dim/8*2), x: make([]float32, w.Dim),
			h: make([]float32, w.Hidden), y: make([]float32, w.Dim),
		}
	}
	return e
}

func (e *ngram) encode(dst []float32, form []byte) []float32 {
	s := e.pool.Get().(*scratch)
	s.features, s.marked = AppendFeatures(s.features[:0], form, e.w.Rows, s.marked)
	e.embed(s)
	e.layerNorm(s.x)
	e.mlp(s)
	n := len(dst)
	dst = append(dst, s.x...)
	normalize(dst[n:])
	e.pool.Put(s)
	return dst
}

// layerNorm normalizes x to mean 0 and variance 1, then applies gain and bias.
func (e *ngram) layerNorm(x []float32) {
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
func (e *ngram) mlp(s *scratch) {
	f32.MatVec(s.h, e.w1, s.x)
	for j, v := range s.h {
		s.h[j] = max(0, v+e.w.B1[j])
	}
	f32.MatVec(s.y, e.w2, s.h)
	for i, v := range s.y {
		s.x[i] += v + e.w.B2[i]
	}
}

// normalize scales x to length 1.
func normalize(x []float32) {
	f32.Scale(1/f32.Sqrt(f32.Dot(x, x)+normEpsilon*normEpsilon), x)
}
