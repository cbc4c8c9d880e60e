package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// negligible is the share of the largest variance under which a component is
// taken for the rounding noise of float32 input.
const negligible = 1e-12

func principal(_ context.Context, s *sample, cfg Config, r *Report) (w, t []float32, err error) {
	p, err := components(s, cfg.Bits, r)
	if err != nil {
		return nil, nil, err
	}
	return rowsOfColumns(p), nil, nil
}

// components returns Dim x bits, the principal components as columns, largest
// variance first, and writes the share of variance they hold to the report.
func components(s *sample, bits int, r *Report) (*mat.Dense, error) {
	if bits > s.Dim {
		return nil, fmt.Errorf("%d bits of vectors of %d elements: there are only as many principal components as elements; rp takes more bits", bits, s.Dim)
	}
	if s.Len() <= bits {
		return nil, fmt.Errorf("%d vectors for %d bits: principal components need more vectors than bits; rp does not", s.Len(), bits)
	}
	var eig mat.EigenSym
	if !eig.Factorize(covariance(s), true) {
		return nil, errors.New("the covariance matrix has no eigenvalues within reach: are some numbers huge?")
	}
	variance := eig.Values(nil) // ascending
	rank := 0
	for _, v := range variance {
		if v > negligible*variance[s.Dim-1] {
			rank++
		}
	}
	if rank < bits {
		return nil, fmt.Errorf("%d bits, but the vectors vary in %d directions only; rp takes more bits", bits, rank)
	}
	r.Variance = floats.Sum(variance[s.Dim-bits:]) / floats.Sum(variance)
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	return lastColumns(&vectors, bits), nil
}

func covariance(s *sample) *mat.SymDense {
	data := make([]float64, len(s.Data))
	for i, v := range s.Data {
		data[i] = float64(v)
	}
	var c mat.SymDense
	stat.CovarianceMatrix(&c, mat.NewDense(s.Len(), s.Dim, data), nil)
	return &c
}

// lastColumns returns the last n columns of m in reverse order, the largest element of each made
// positive, so that the sign does not depend on the solver.
func lastColumns(m *mat.Dense, n int) *mat.Dense {
	rows, cols := m.Dims()
	out := mat.NewDense(rows, n, nil)
	for k := range n {
		v := mat.Col(nil, cols-1-k, m)
		if largest := maxAbs(v); largest < 0 {
			floats.Scale(-1, v)
		}
		out.SetCol(k, v)
	}
	return out
}

// maxAbs returns the element with the largest absolute value, sign and all.
func maxAbs(v []float64) float64 {
	var best float64
	for _, x := range v {
		if math.Abs(x) > math.Abs(best) {
			best = x
		}
	}
	return best
}

// rowsOfColumns returns the columns of m one after the other: the rows of W.
func rowsOfColumns(m *mat.Dense) []float32 {
	dim, bits := m.Dims()
	w := make([]float32, 0, bits*dim)
	for i := range bits {
		for j := range dim {
			w = append(w, float32(m.At(j, i)))
		}
	}
	return w
}
