// Package nn holds the layers of training, each with its backward pass, and the optimizers. A phone runs core/encoder
// instead.
//
// A layer is a struct of its parameters; its gradient is a value of the same type. So every shard of data-parallel
// training has its own gradient, and they are added in shard order: the same seed and number of shards give the same
// bits. The caller owns activations. Matrices are row-major, one example in each row. Backward passes add to parameter
// gradients and overwrite input gradients.
//
// Matrix products run on the kernel of package f32 (blas_go.go), or, with the build tag openblas, on the system's
// OpenBLAS, which needs cgo and libopenblas-dev.
package nn

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"github.com/normlet/normlet/internal/nn/vec"
)

// Matrix is a row-major float32 matrix.
type Matrix = blas32.General

func NewMatrix(rows, cols int) Matrix {
	return matrix(rows, cols, make([]float32, rows*cols))
}

func Row(m Matrix, i int) []float32 { return m.Data[i*m.Stride : i*m.Stride+m.Cols] }

// Rows returns rows lo to hi-1 of m as a view.
func Rows(m Matrix, lo, hi int) Matrix {
	return Matrix{Rows: hi - lo, Cols: m.Cols, Stride: m.Stride, Data: m.Data[lo*m.Stride : hi*m.Stride]}
}

// Gemm computes c = alpha*op(a)*op(b) + beta*c.
func Gemm(ta, tb blas.Transpose, alpha float32, a, b Matrix, beta float32, c Matrix) {
	blas32.Gemm(ta, tb, alpha, a, b, beta, c)
}

func matrix(rows, cols int, data []float32) Matrix {
	return Matrix{Rows: rows, Cols: cols, Stride: cols, Data: data}
}

// Dense is the affine layer y = x Wᵀ + b. W is Out x In, row-major.
type Dense struct {
	In, Out int
	W, B    []float32
}

func NewDense(in, out int) Dense {
	return Dense{In: in, Out: out, W: make([]float32, in*out), B: make([]float32, out)}
}

func (d *Dense) weights() Matrix { return matrix(d.Out, d.In, d.W) }

// Params returns the layer's parameters, in a fixed order.
func (d *Dense) Params() [][]float32 { return [][]float32{d.W, d.B} }

// Forward sets y (n x Out) from x (n x In).
func (d *Dense) Forward(y, x Matrix) {
	for i := range y.Rows {
		copy(Row(y, i), d.B)
	}
	Gemm(blas.NoTrans, blas.Trans, 1, x, d.weights(), 1, y)
}

// Backward adds the parameter gradients for output gradient dy to g and, unless
// dx has no rows, sets dx to the input gradient.
func (d *Dense) Backward(g *Dense, dx, x, dy Matrix) {
	Gemm(blas.Trans, blas.NoTrans, 1, dy, x, 1, g.weights())
	for i := range dy.Rows {
		vec.Add(g.B, Row(dy, i))
	}
	if dx.Rows > 0 {
		Gemm(blas.NoTrans, blas.NoTrans, 1, dy, d.weights(), 0, dx)
	}
}

// ReLU sets negative elements of x to zero, in place.
func ReLU(x Matrix) {
	for i := range x.Rows {
		row := Row(x, i)
		for j, v := range row {
			if v < 0 {
				row[j] = 0
			}
		}
	}
}

// ReLUBackward zeroes dy where the output y of ReLU is zero.
func ReLUBackward(dy, y Matrix) {
	for i := range dy.Rows {
		d := Row(dy, i)
		for j, v := range Row(y, i) {
			if v <= 0 {
				d[j] = 0
			}
		}
	}
}

// LayerNorm normalizes every row to mean 0 and variance 1, then applies gain
// and bias. Epsilon is added to the variance.
type LayerNorm struct {
	Gain, Bias []float32
	Epsilon    float32
}

// NewLayerNorm returns a LayerNorm of gain 1 and bias 0.
func NewLayerNorm(dim int, epsilon float32) LayerNorm {
	l := LayerNorm{Gain: make([]float32, dim), Bias: make([]float32, dim), Epsilon: epsilon}
	for i := range l.Gain {
		l.Gain[i] = 1
	}
	return l
}

// Params returns the layer's parameters, in a fixed order.
func (l *LayerNorm) Params() [][]float32 { return [][]float32{l.Gain, l.Bias} }

// Forward sets y from x. hat (n x dim) and inv (n) keep the normalized rows and
// the reciprocal deviations for Backward.
func (l *LayerNorm) Forward(y, hat Matrix, inv []float32, x Matrix) {
	n := float32(x.Cols)
	for i := range x.Rows {
		row, h, out := Row(x, i), Row(hat, i), Row(y, i)
		var mean, variance float32
		for _, v := range row {
			mean += v
		}
		mean /= n
		for _, v := range row {
			variance += float32((v - mean) * (v - mean))
		}
		inv[i] = 1 / float32(math.Sqrt(float64(variance/n+l.Epsilon)))
		for j, v := range row {
			h[j] = (v - mean) * inv[i]
			out[j] = float32(h[j]*l.Gain[j]) + l.Bias[j]
		}
	}
}

// Backward adds the parameter gradients to g and sets dx, which may be dy.
func (l *LayerNorm) Backward(g *LayerNorm, dx, hat Matrix, inv []float32, dy Matrix) {
	n := float32(dy.Cols)
	for i := range dy.Rows {
		d, h, out := Row(dy, i), Row(hat, i), Row(dx, i)
		var sum, dot float32
		for j, v := range d {
			g.Gain[j] += float32(v * h[j])
			g.Bias[j] += v
			s := float32(v * l.Gain[j])
			sum += s
			dot += float32(s * h[j])
		}
		for j, v := range d {
			out[j] = inv[i] * (float32(v*l.Gain[j]) - sum/n - float32(h[j]*dot/n))
		}
	}
}

// L2Norm sets every row of y to the row of x scaled to length 1; norm (n) keeps
// the lengths.
func L2Norm(y Matrix, norm []float32, x Matrix, epsilon float32) {
	for i := range x.Rows {
		row, out := Row(x, i), Row(y, i)
		var s float32
		for _, v := range row {
			s += float32(v * v)
		}
		norm[i] = float32(math.Sqrt(float64(s + epsilon)))
		for j, v := range row {
			out[j] = v / norm[i]
		}
	}
}

// L2NormBackward sets dx, which may be dy, from the output y of L2Norm.
func L2NormBackward(dx, y Matrix, norm []float32, dy Matrix) {
	for i := range dy.Rows {
		d, u, out := Row(dy, i), Row(y, i), Row(dx, i)
		var dot float32
		for j, v := range d {
			dot += float32(v * u[j])
		}
		for j, v := range d {
			out[j] = (v - float32(u[j]*dot)) / norm[i]
		}
	}
}

// Resize gives m a shape, in its old memory if there is enough; what it holds afterwards is undefined.
func Resize(m *Matrix, rows, cols int) {
	if n := rows * cols; cap(m.Data) < n {
		m.Data = make([]float32, n)
	}
	m.Rows, m.Cols, m.Stride, m.Data = rows, cols, cols, m.Data[:rows*cols]
}
