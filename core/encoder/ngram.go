package encoder

import "github.com/normlet/normlet/internal/f32"

// normEpsilon keeps LayerNorm and the L2 norm finite on a zero vector.
const normEpsilon = 1e-5

// scratch is the working memory of one encode.
type scratch struct {
	form     []byte
	features []uint32
	marked   []byte
	sum      []int32
	seen     int8 // keeps the compiler from removing the reads of touch
	x, h, y  []float32
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
	f32.MatVec(s.h, e.w1, s.x)
	for j, v := range s.h {
		s.h[j] = max(0, v+e.w.B1[j])
	}
	f32.MatVec(s.y, e.w2, s.h)
	for i, v := range s.y {
		s.x[i] += v + e.w.B2[i]
	}
}

func normalize(x []float32) {
	f32.Scale(1/f32.Sqrt(f32.Dot(x, x)+normEpsilon*normEpsilon), x)
}
