package sentence

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/internal/nn"
)

const (
	extra  = 16 // directions beside those that are wanted, which make these precise
	rounds = 2  // of subspace iteration
)

// Reduction maps vectors to their coordinates along orthonormal directions that hold almost as much
// of their variance as as many principal components do.
type Reduction struct {
	Share float64   // of the variance, that the coordinates hold
	axes  nn.Matrix // dims x Dim
}

// NewReduction finds the directions by randomized subspace iteration (Halko, Martinsson and Tropp
// 2011, Algorithm 4.4) from centred vectors.
func NewReduction(x fit.Vectors, dims int, seed uint64) (*Reduction, error) {
	k := dims + extra
	if x.Len() <= k || x.Dim <= k {
		return nil, fmt.Errorf("%d vectors of %d elements: too few for %d directions", x.Len(), x.Dim, k)
	}
	rng := rand.New(rand.NewPCG(seed, 19))
	axes := nn.NewMatrix(k, x.Dim)
	for i := range axes.Data {
		axes.Data[i] = float32(rng.NormFloat64())
	}
	rows := nn.Matrix{Rows: x.Len(), Cols: x.Dim, Stride: x.Dim, Data: x.Data}
	coordinates := nn.NewMatrix(x.Len(), k)
	for range rounds {
		if err := orthonormalize(axes); err != nil {
			return nil, err
		}
		nn.Gemm(blas.NoTrans, blas.Trans, 1, rows, axes, 0, coordinates)
		nn.Gemm(blas.Trans, blas.NoTrans, 1, coordinates, rows, 0, axes)
	}
	if err := orthonormalize(axes); err != nil {
		return nil, err
	}
	nn.Gemm(blas.NoTrans, blas.Trans, 1, rows, axes, 0, coordinates)
	r := &Reduction{axes: nn.NewMatrix(dims, x.Dim)}
	if err := r.rotate(axes, coordinates); err != nil {
		return nil, err
	}
	r.Share = square(r.Apply(x).Data) / square(x.Data)
	return r, nil
}

// rotate sets the axes to the combinations of given ones along which coordinates vary most.
func (r *Reduction) rotate(axes, coordinates nn.Matrix) error {
	k := axes.Rows
	gram := nn.NewMatrix(k, k)
	nn.Gemm(blas.Trans, blas.NoTrans, 1, coordinates, coordinates, 0, gram)
	sym := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			sym.SetSym(i, j, float64(nn.Row(gram, i)[j]))
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(sym, true) {
		return fmt.Errorf("no principal components of %d directions: are some numbers huge?", k)
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors) // ascending
	turn := nn.NewMatrix(r.axes.Rows, k)
	for i := range turn.Rows {
		for j := range k {
			nn.Row(turn, i)[j] = float32(vectors.At(j, k-1-i))
		}
	}
	nn.Gemm(blas.NoTrans, blas.NoTrans, 1, turn, axes, 0, r.axes)
	return nil
}

// orthonormalize replaces the rows of m by orthonormal ones that span the same, by the Cholesky
// factor of their products.
func orthonormalize(m nn.Matrix) error {
	rows := mat.NewDense(m.Rows, m.Cols, nil)
	for i := range m.Rows {
		for j, v := range nn.Row(m, i) {
			rows.Set(i, j, float64(v))
		}
	}
	gram := mat.NewSymDense(m.Rows, nil)
	gram.SymOuterK(1, rows)
	var factor mat.Cholesky
	var lower, inverse mat.TriDense
	if !factor.Factorize(gram) {
		return fmt.Errorf("the vectors do not vary in %d directions", m.Rows)
	}
	factor.LTo(&lower)
	if err := inverse.InverseTri(&lower); err != nil {
		return fmt.Errorf("the vectors hardly vary in %d directions: %w", m.Rows, err)
	}
	var out mat.Dense
	out.Mul(&inverse, rows)
	for i := range m.Rows {
		for j, v := range out.RawRowView(i) {
			nn.Row(m, i)[j] = float32(v)
		}
	}
	return nil
}

func square(x []float32) (sum float64) {
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	return sum
}

// Apply returns the coordinates of vectors.
func (r *Reduction) Apply(x fit.Vectors) fit.Vectors {
	out := nn.NewMatrix(x.Len(), r.axes.Rows)
	nn.Gemm(blas.NoTrans, blas.Trans, 1, nn.Matrix{Rows: x.Len(), Cols: x.Dim, Stride: x.Dim, Data: x.Data}, r.axes, 0, out)
	return fit.Vectors{Dim: out.Cols, Data: out.Data}
}
