package encoder

import (
	"errors"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// Weights may be finite and their sum not: infinity less infinity is no number, and
// neither is an answer made of it. So what each step of the forward pass can reach is
// bounded, in float64, by what its inputs can reach.

// largest bounds sums of float32, far from where rounding could overflow.
const largest = math.MaxFloat32 / 16

var errBounds = errors.New("encoder: the weights are so large that a vector may not be finite")

// reach collects the largest absolute values of the steps.
type reach struct{ most float64 }

// add notes what a step can reach.
func (r *reach) add(x float64) float64 {
	r.most = max(r.most, x)
	return x
}

// dot notes what a vector's inner product with itself can reach.
func (r *reach) dot(x float64, n int) { r.add(float64(float64(n) * x * x)) }

func magnitude(x []float32) float64 {
	top := 0.0
	for _, v := range x {
		top = max(top, math.Abs(float64(v)))
	}
	return top
}

// maxElement is the largest absolute value of an int8.
const maxElement = 128

// checkBounds refuses weights with which a vector might not be finite.
func (w *Weights) checkBounds() error {
	var r reach
	dim := float64(w.Dim)
	element := func(q Int8) float64 { return r.add(maxElement * math.Abs(float64(q.Scale))) }
	x := r.add(float64(element(w.Table) * math.Sqrt(maxFeatures))) // a sum of n rows over sqrt(n)
	r.dot(2*x, w.Dim)                                              // less the mean
	normed := 2 * math.Sqrt(dim)                                   // an element of a vector of variance 1
	x = r.add(float64(normed*magnitude(w.Gain)) + magnitude(w.Bias))
	h := r.add(float64(element(w.W1)*dim*x) + magnitude(w.B1))
	y := r.add(float64(element(w.W2)*float64(w.Hidden)*h) + magnitude(w.B2))
	r.dot(x+y, w.Dim)
	if !(r.most <= largest) {
		return errBounds
	}
	return nil
}

// Cost estimates the multiply-additions for a text of size bytes.
func (e *Encoder) Cost(size int) int64 {
	dim := int64(e.w.Dim)
	features := int64(min(maxFeatures, 4*size+8)) // eight elements of a row are added at once
	return features*dim/8 + 2*int64(e.w.Hidden)*dim + 8*dim
}

// TableBytes estimates the memory of the weights of a binary form: its int8 matrices
// and the float32 copies of some.
func TableBytes(data []byte) int {
	r := wire.NewReader(data[min(len(magic), len(data)):])
	r.Uint32() // rows of the table, which stays int8
	dim, hidden := int(min(r.Uint32(), maxDim)), int(min(r.Uint32(), maxHidden))
	return len(data) + 4*min(2*dim*hidden, len(data))
}
