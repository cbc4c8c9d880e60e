package losses

import (
	"cmp"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
)

// Across is the contrastive loss with label 0 on all pairs of a batch's rows that are of different
// entities: as many random pairs as a batch has, for no further encoding. A pair weighs as much as
// one of Contrastive on half as many pairs as there are rows. Its buffers are reused between calls.
type Across struct {
	Margin  float32 // as in Contrastive
	Threads int     // rows worked on at a time; 0: 1. It changes nothing in the result.

	gap  nn.Matrix // between a row and each other one: what their distance lacks of the margin
	loss []float64 // of each row
}

// Add returns the loss of the unit rows of x, and adds its gradient to dx. apart says which rows, of
// different numbers, are pairs. It is asked both ways, by several goroutines, and answers the same.
func (l *Across) Add(dx, x nn.Matrix, apart func(i, j int) bool) float64 {
	n, beyond := x.Rows, cmp.Or(l.Margin, 1)-1
	nn.Resize(&l.gap, n, n)
	nn.Gemm(blas.NoTrans, blas.Trans, 1, x, x, 0, l.gap)
	l.loss = append(l.loss[:0], make([]float64, n)...)
	parallel.Each(max(1, l.Threads), n, func(i int) {
		row, squares := nn.Row(l.gap, i), 0.0
		for j, cos := range row {
			gap := beyond + cos
			if gap <= 0 || i == j || !apart(i, j) {
				row[j] = 0
				continue
			}
			row[j] = gap
			squares += float64(float64(gap) * float64(gap))
		}
		l.loss[i] = squares / 2
	})
	nn.Gemm(blas.NoTrans, blas.NoTrans, 2/float32(n), l.gap, x, 1, dx)
	return sum(l.loss) / float64(n)
}
