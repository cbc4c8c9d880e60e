// Package loss holds the training losses. All of them work on cosine: their
// inputs are unit vectors, one a row.
package loss

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/nn"
)

// InfoNCE is the in-batch softmax cross-entropy, both ways: every row of a has
// to find its positives among the rows of b, and every row of b among the rows
// of a, at the given temperature. Rows with equal labels are positives and share
// the target mass. Its buffers are reused between calls.
type InfoNCE struct {
	Temperature float32
	Threads     int // rows worked on at a time; 0: 1. It changes nothing in the result.

	s, t nn.Matrix // similarities and their transpose (n x n), then the gradients in them
	loss []float64 // of each row of s and t
}

// Loss returns the mean loss of the n rows of a and b and sets da and db to its
// gradients.
func (l *InfoNCE) Loss(da, db, a, b nn.Matrix, labels []int32) float64 {
	n := a.Rows
	if l.s.Rows != n {
		l.s, l.t, l.loss = nn.NewMatrix(n, n), nn.NewMatrix(n, n), make([]float64, 2*n)
	}
	nn.Gemm(blas.NoTrans, blas.Trans, 1/l.Temperature, a, b, 0, l.s)
	l.rows(n, func(i int) {
		for j, v := range nn.Row(l.s, i) {
			l.t.Data[j*n+i] = v
		}
	})
	l.rows(n, func(i int) {
		l.loss[i] = softmaxRow(nn.Row(l.s, i), labels, labels[i])
		l.loss[n+i] = softmaxRow(nn.Row(l.t, i), labels, labels[i])
	})
	l.rows(n, func(i int) {
		for j := range nn.Row(l.s, i) {
			l.s.Data[i*n+j] += l.t.Data[j*n+i]
		}
	})
	sum := 0.0
	for _, v := range l.loss {
		sum += v
	}
	scale := 1 / (float32(n) * l.Temperature)
	nn.Gemm(blas.NoTrans, blas.NoTrans, scale, l.s, b, 0, da)
	nn.Gemm(blas.Trans, blas.NoTrans, scale, l.s, a, 0, db)
	return sum / float64(n)
}

// rows calls f for 0 to n-1, each thread for a range of them.
func (l *InfoNCE) rows(n int, f func(i int)) {
	threads := max(1, l.Threads)
	var wg sync.WaitGroup
	for t := range threads {
		wg.Go(func() {
			for i := n * t / threads; i < n*(t+1)/threads; i++ {
				f(i)
			}
		})
	}
	wg.Wait()
}

// softmaxRow replaces the logits s by softmax minus target, the gradient of the
// cross-entropy in them, and returns the cross-entropy.
func softmaxRow(s []float32, labels []int32, label int32) float64 {
	top, positives := s[0], 0
	for j, v := range s {
		top = max(top, v)
		if labels[j] == label {
			positives++
		}
	}
	var sum, hit float64
	target := 1 / float64(positives)
	for j, v := range s {
		if labels[j] == label {
			hit += target * float64(v-top)
		}
		e := math.Exp(float64(v - top))
		s[j] = float32(e)
		sum += e
	}
	for j := range s {
		s[j] = float32(float64(s[j]) / sum)
		if labels[j] == label {
			s[j] -= float32(target)
		}
	}
	return math.Log(sum) - hit
}
