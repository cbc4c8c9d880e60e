package losses

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/vec"
	"github.com/normlet/normlet/internal/parallel"
)

// Teacher is the loss of vectors that shall lie to each other as those of a teacher do, whatever
// their length. Each row i of a batch of n has a distribution over the others, by cosine c,
//
//	p(j|i) = exp(c(i,j)/T) / Σ exp(c(i,k)/T), over k ≠ i
//
// and q of the teacher's vectors alike. The loss is the mean divergence of the first from the second,
//
//	1/n Σ_i Σ_j q(j|i) log(q(j|i) / p(j|i))
//
// which is 0 where all cosines are the teacher's. It is InfoNCE's cross-entropy with q for a target,
// less the least that it can be. Buffers are reused between calls.
type Teacher struct {
	Temperature float32 // T
	Threads     int     // rows worked on at a time; 0: 1. It changes nothing in the result.

	p, q nn.Matrix
	loss []float64 // of each row
}

// Loss returns the loss of the rows of x against those of the teacher, one of the same text each, and
// sets dx to its gradient. Up to two rows there is nothing to tell: 0.
func (l *Teacher) Loss(dx, x, teacher nn.Matrix) float64 {
	n := x.Rows
	nn.Resize(&l.p, n, n)
	nn.Resize(&l.q, n, n)
	nn.Gemm(blas.NoTrans, blas.Trans, 1/l.Temperature, x, x, 0, l.p)
	nn.Gemm(blas.NoTrans, blas.Trans, 1/l.Temperature, teacher, teacher, 0, l.q)
	l.loss = append(l.loss[:0], make([]float64, n)...)
	if n > 1 {
		parallel.Each(max(1, l.Threads), n, func(i int) { l.loss[i] = divergence(nn.Row(l.p, i), nn.Row(l.q, i), i) })
	} else {
		clear(l.p.Data)
	}
	scale := 1 / (float32(n) * l.Temperature)
	nn.Gemm(blas.NoTrans, blas.NoTrans, scale, l.p, x, 0, dx)
	nn.Gemm(blas.Trans, blas.NoTrans, scale, l.p, x, 1, dx)
	return sum(l.loss) / float64(n)
}

// divergence replaces the logits p and q of row own by the gradient in p, softmax of p less softmax
// of q, and returns the divergence of the two. The row itself has no part in it.
func divergence(p, q []float32, own int) float64 {
	p[own], q[own] = -math.MaxFloat32, -math.MaxFloat32
	normalize(q)
	top := vec.Max(p)
	l, mass := 0.0, 0.0
	for j, v := range q {
		if v > 0 {
			l += float64(float64(v) * (f64.Log(float64(v)) - float64(p[j]-top)))
			mass += float64(v)
		}
	}
	l += float64(mass * f64.Log(normalize(p)))
	for j, v := range q {
		p[j] -= v
	}
	return l
}

// negligible is a logit below the largest one whose exponential no sum shows.
const negligible = -20

// normalize replaces logits by their softmax, and returns the sum of exponentials less the largest
// logit that it divided by.
func normalize(x []float32) float64 {
	vec.ExpBelow(x, vec.Max(x), negligible)
	sum := 0.0
	for _, e := range x {
		sum += float64(e)
	}
	vec.Scale(float32(1/sum), x)
	return sum
}
