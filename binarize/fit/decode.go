package fit

import (
	"errors"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/nn"
)

// ridge keeps least squares away from bits that say nothing; it is a share of the number of rows.
const ridge = 0.01

// leastSquares sets d to the affine map from codes, of 1 and -1 each, to x that
// has the smallest squared error.
func leastSquares(d *nn.Dense, code, x nn.Matrix) error {
	n := code.Cols + 1 // one for the bias
	c := nn.NewMatrix(code.Rows, n)
	for i := range c.Rows {
		row := nn.Row(c, i)
		copy(row, nn.Row(code, i))
		row[n-1] = 1
	}
	gram, target := nn.NewMatrix(n, n), nn.NewMatrix(n, x.Cols)
	nn.Gemm(blas.Trans, blas.NoTrans, 1, c, c, 0, gram)
	nn.Gemm(blas.Trans, blas.NoTrans, 1, c, x, 0, target)
	a, b := rows64(gram), rows64(target)
	for i := range n {
		a[i][i] = (1 + ridge) * float64(code.Rows)
	}
	if !solve(a, b) {
		return errors.New("no decoder fits the codes: are some numbers huge?")
	}
	for j := range x.Cols {
		for i := range code.Cols {
			d.W[j*code.Cols+i] = float32(b[i][j])
		}
		d.B[j] = float32(b[n-1][j])
	}
	return nil
}

// reconstruction returns the share of the rows' variance that a linear decoder of their codes
// loses. It is fitted to every other row and measured on the rest; a decoder that does harm
// there gives more than 1.
func reconstruction(rows Vectors, codes []uint64, bits int) float64 {
	n := rows.Len()
	if n < 4 {
		return 1
	}
	s := newSample(rows, Config{Sample: n})
	all, _ := standardized(s)
	even := (n + 1) / 2
	p := newPass(n, rows.Dim, bits)
	words := binarize.Words(bits)
	for i := range n {
		place := i/2 + i%2*even // even rows first
		copy(nn.Row(p.x, place), all.Row(i))
		unpack(nn.Row(p.code, place), codes[i*words:])
	}
	d := nn.NewDense(bits, rows.Dim)
	if leastSquares(&d, nn.Rows(p.code, 0, even), nn.Rows(p.x, 0, even)) != nil {
		return 1
	}
	got, want := nn.Rows(p.diff, even, n), nn.Rows(p.x, even, n)
	d.Forward(got, nn.Rows(p.code, even, n))
	var lost, whole float64
	for i, v := range want.Data {
		e := float64(v - got.Data[i])
		lost += float64(e * e)
		whole += float64(float64(v) * float64(v))
	}
	return lost / whole
}

// unpack sets dst to 1 where a bit of the codes is set and to -1 elsewhere.
func unpack(dst []float32, codes []uint64) {
	for i := range dst {
		dst[i] = 2*float32(codes[i/64]>>(i%64)&1) - 1
	}
}

func rows64(m nn.Matrix) [][]float64 {
	rows := make([][]float64, m.Rows)
	for i := range rows {
		rows[i] = make([]float64, m.Cols)
		for j, v := range nn.Row(m, i) {
			rows[i][j] = float64(v)
		}
	}
	return rows
}
