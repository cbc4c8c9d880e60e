package losses

import (
	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
	"github.com/normlet/normlet/internal/parallel"
)

// CrossEntropy is the cross-entropy of a mention over candidates, by softmax: every row of a has to find its
// positives, the rows with its label, among those of b. Its buffers are reused between calls.
type CrossEntropy struct {
	Temperature float32
	Threads     int // rows worked on at a time; 0: 1. It changes nothing in the result.

	s    nn.Matrix // similarities (rows of a x rows of b), then the gradients in them
	loss []float64 // of each row
}

// Loss returns the mean loss of the rows of a, and sets da and db to its gradients. Shapes and
// labels are those of loss.InfoNCE.
func (l *CrossEntropy) Loss(da, db, a, b nn.Matrix, la, lb []int32) float64 {
	n := a.Rows
	nn.Resize(&l.s, n, b.Rows)
	nn.Gemm(blas.NoTrans, blas.Trans, 1/l.Temperature, a, b, 0, l.s)
	l.loss = append(l.loss[:0], make([]float64, n)...)
	parallel.Each(max(1, l.Threads), n, func(i int) { l.loss[i] = loss.SoftmaxRow(nn.Row(l.s, i), lb, la[i]) })
	scale := 1 / (float32(n) * l.Temperature)
	nn.Gemm(blas.NoTrans, blas.NoTrans, scale, l.s, b, 0, da)
	nn.Gemm(blas.Trans, blas.NoTrans, scale, l.s, a, 0, db)
	return sum(l.loss) / float64(n)
}
