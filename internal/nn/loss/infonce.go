package loss

import (
	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/vec"
	"github.com/normlet/normlet/internal/parallel"
)

// InfoNCE is the in-batch softmax cross-entropy, both ways: every row of a has to find its
// positives, the rows with its label, among those of b, and the other way round. Its buffers are
// reused between calls.
type InfoNCE struct {
	Temperature float32
	Threads     int // rows worked on at a time; 0: 1. It changes nothing in the result.

	s, t nn.Matrix // similarities (rows of a x rows of b) and the transpose of their square part, then the gradients in them
	loss []float64 // of each row of s and t
}

// Loss returns the mean loss of the rows of a, and sets da and db to its gradients. Row i of a
// has its partner in row i of b; further rows of b are negatives that search nothing themselves.
// la and lb are the labels.
func (l *InfoNCE) Loss(da, db, a, b nn.Matrix, la, lb []int32) float64 {
	n := a.Rows
	nn.Resize(&l.s, n, b.Rows)
	nn.Gemm(blas.NoTrans, blas.Trans, 1/l.Temperature, a, b, 0, l.s)
	nn.Transpose(&l.t, l.s, l.s.Rows, max(1, l.Threads))
	l.softmax(la, lb)
	scale := 1 / (float32(n) * l.Temperature)
	nn.Gemm(blas.NoTrans, blas.NoTrans, scale, l.s, b, 0, da)
	nn.Gemm(blas.Trans, blas.NoTrans, scale, l.s, a, 0, db)
	sum := 0.0
	for _, v := range l.loss {
		sum += v
	}
	return sum / float64(n)
}

// softmax sets the losses of all rows and turns s into the gradient in it.
func (l *InfoNCE) softmax(la, lb []int32) {
	n := l.s.Rows
	l.loss = append(l.loss[:0], make([]float64, 2*n)...)
	parallel.Each(max(1, l.Threads), n, func(i int) {
		l.loss[i] = SoftmaxRow(nn.Row(l.s, i), lb, la[i])
		l.loss[n+i] = SoftmaxRow(nn.Row(l.t, i), la, lb[i])
	})
	const strip = 8 // rows of s: what t has for them lies together
	parallel.Each(max(1, l.Threads), (n+strip-1)/strip, func(k int) {
		first := k * strip
		for j := range n {
			for i, g := range l.t.Data[j*n+first : j*n+min(first+strip, n)] {
				l.s.Data[(first+i)*l.s.Stride+j] += g
			}
		}
	})
}

// negligible is a logit below the largest one whose exponential, 2e-9, no sum shows. Most are: not
// to compute them saves a tenth of the time of training.
const negligible = -20

// SoftmaxRow replaces the logits s by softmax minus target, the gradient of the
// cross-entropy in them, and returns the cross-entropy.
func SoftmaxRow(s []float32, labels []int32, label int32) float64 {
	labels = labels[:len(s)]
	var room [16]int
	positives := room[:0]
	for j, l := range labels {
		if l == label {
			positives = append(positives, j)
		}
	}
	top := vec.Max(s)
	var sum, hit float64
	target := 1 / float64(len(positives))
	for _, j := range positives {
		hit += float64(target * float64(s[j]-top))
	}
	vec.ExpBelow(s, top, negligible)
	for _, e := range s {
		sum += float64(e)
	}
	vec.Scale(float32(1/sum), s)
	for _, j := range positives {
		s[j] -= float32(target)
	}
	return f64.Log(sum) - hit
}
