package encoder

import (
	"errors"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// Finite weights can have an infinite sum, and the difference of two infinite numbers is NaN, as is every answer computed from
// it. So this file bounds, in float64, the values of each step of the forward pass by those of its inputs.

// largest bounds sums of float32, far below the values that rounding could make infinite.
const largest = math.MaxFloat32 / 16

var errBounds = errors.New("encoder: the weights are so large that a vector may not be finite")

// reach collects the bounds of the steps.
type reach struct{ most float64 }

// add records the bound of a step.
func (r *reach) add(x float64) float64 {
	r.most = max(r.most, x)
	return x
}

// dot records the bound of a vector's inner product with itself.
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

// checkBounds refuses weights that could make an element of a vector infinite or NaN.
func (w *Weights) checkBounds() error {
	var r reach
	dim := float64(w.Dim)
	element := func(q Int8) float64 { return r.add(maxElement * math.Abs(float64(q.Scale))) }
	x := r.add(float64(element(w.Table) * math.Sqrt(maxFeatures))) // a sum of n rows over sqrt(n)
	r.dot(2*x, w.Dim)                                              // minus the mean
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

// Cost estimates the number of multiply-additions that encoding a text of size bytes takes.
func (e *Encoder) Cost(size int) int64 {
	dim := int64(e.w.Dim)
	features := int64(min(maxFeatures, 4*size+8)) // embed adds eight elements of a row at once
	return features*dim/8 + 2*int64(e.w.Hidden)*dim + 8*dim
}

// TableBytes estimates the memory, in bytes, of an Encoder with the weights in data, their binary form: the int8 matrices and
// the float32 copies of some.
func TableBytes(data []byte) int {
	r := wire.NewReader(data[min(len(magic), len(data)):])
	r.Uint32() // rows of the table, which stays int8
	dim, hidden := int(min(r.Uint32(), maxDim)), int(min(r.Uint32(), maxHidden))
	return len(data) + 4*min(2*dim*hidden, len(data))
}
