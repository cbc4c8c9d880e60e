package fit

import (
	"errors"

	"gonum.org/v1/gonum/blas"

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
