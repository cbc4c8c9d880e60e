package losses

import (
	"cmp"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
)

// Proxy is the proxy loss of zero-shot entity linking (Wiatrak et al.). Row i of a, the anchor, has
// its proxy in row i of b, at similarity p; the rows of b with other labels are negatives, at
// similarities s:
//
//	log(1 + exp(-Alpha (p-Margin))) + log(1 + sum of exp(Alpha (s+Margin)))
//
// Further rows of b with the anchor's label are left out. Its buffers are reused between calls.
type Proxy struct {
	Alpha   float32 // steepness; 0: 32
	Margin  float32 // wanted of positives above, and of negatives below, a cosine of 0; the paper has 0 to 0.1
	Threads int     // rows worked on at a time; 0: 1. It changes nothing in the result.

	s    nn.Matrix // similarities (rows of a x rows of b), then the gradients in them
	loss []float64 // of each row
}

// Loss returns the mean loss of the rows of a, and sets da and db to its gradients. Shapes and
// labels are those of loss.InfoNCE.
func (l *Proxy) Loss(da, db, a, b nn.Matrix, la, lb []int32) float64 {
	alpha, margin := float64(cmp.Or(l.Alpha, 32)), float64(l.Margin)
	nn.Resize(&l.s, a.Rows, b.Rows)
	nn.Gemm(blas.NoTrans, blas.Trans, 1, a, b, 0, l.s)
	l.loss = append(l.loss[:0], make([]float64, a.Rows)...)
	parallel.Each(max(1, l.Threads), a.Rows, func(i int) {
		l.loss[i] = proxyRow(nn.Row(l.s, i), i, lb, la[i], alpha, margin)
	})
	scale := 1 / float32(a.Rows)
	nn.Gemm(blas.NoTrans, blas.NoTrans, scale, l.s, b, 0, da)
	nn.Gemm(blas.Trans, blas.NoTrans, scale, l.s, a, 0, db)
	return sum(l.loss) / float64(a.Rows)
}

// proxyRow replaces the similarities s of an anchor, whose proxy is column own, by the gradient
// in them and returns the loss. Exponents are relative to the largest of their sum.
func proxyRow(s []float32, own int, labels []int32, label int32, alpha, margin float64) float64 {
	x := float64(-alpha * (float64(s[own]) - margin))
	top := max(0, x)
	e, one := f64.Exp(x-top), f64.Exp(-top)
	loss := top + f64.Log(one+e)
	pull := -alpha * e / (one + e)

	top = 0
	for j, v := range s {
		if labels[j] != label {
			top = max(top, float64(alpha*(float64(v)+margin)))
		}
	}
	sum := f64.Exp(-top)
	for j, v := range s {
		if labels[j] != label {
			sum += f64.Exp(float64(alpha*(float64(v)+margin)) - top)
		}
	}
	for j, v := range s {
		s[j] = 0
		if labels[j] != label {
			s[j] = float32(alpha * f64.Exp(float64(alpha*(float64(v)+margin))-top) / sum)
		}
	}
	s[own] = float32(pull)
	return loss + top + f64.Log(sum)
}
