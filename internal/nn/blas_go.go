//go:build !openblas

package nn

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/normlet/normlet/internal/f32"
)

func init() { blas32.Use(implementation{}) }

// implementation is Gonum's BLAS with our own matrix product. Gonum's kernel has
// vectors of four, f32.MatVec of eight, which takes a quarter of the time in training.
// Every element is one dot product in the order of package f32, so products have the
// same bits on every machine and for any number of threads.
type implementation struct{ gonum.Implementation }

// leastWork is how many multiplications are worth a thread.
const leastWork = 1 << 16

// Sgemm computes c = alpha*op(a)*op(b) + beta*c, op(a) being m x k, op(b) k x n.
func (implementation) Sgemm(ta, tb blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	if ta == blas.NoTrans {
		a = rowsOf(a, lda, m, k)
	} else {
		a = transposed(a, lda, k, m)
	}
	if tb == blas.NoTrans {
		b = transposed(b, ldb, k, n)
	} else {
		b = rowsOf(b, ldb, n, k)
	}
	var wg sync.WaitGroup
	threads := max(1, min(runtime.GOMAXPROCS(0), m, m*n*k/leastWork))
	for t := range threads {
		wg.Go(func() {
			product := make([]float32, n)
			for i := m * t / threads; i < m*(t+1)/threads; i++ {
				f32.MatVec(product, b, a[i*k:(i+1)*k])
				add(c[i*ldc:i*ldc+n], product, alpha, beta)
			}
		})
	}
	wg.Wait()
}

// add sets y = alpha*x + beta*y; with beta 0 whatever was in y is forgotten.
func add(y, x []float32, alpha, beta float32) {
	switch {
	case beta == 0:
		for j, v := range x {
			y[j] = float32(alpha * v)
		}
	case alpha == 1 && beta == 1:
		for j, v := range x {
			y[j] += v
		}
	default:
		for j, v := range x {
			y[j] = float32(alpha*v) + float32(beta*y[j])
		}
	}
}

// rowsOf returns the rows of x, ld apart, one after the other.
func rowsOf(x []float32, ld, rows, cols int) []float32 {
	if ld == cols || rows == 1 {
		return x
	}
	out := make([]float32, 0, rows*cols)
	for i := range rows {
		out = append(out, x[i*ld:i*ld+cols]...)
	}
	return out
}

// transposed returns the transpose of x, which is rows x cols, ld apart. It works
// in squares that fit into the first cache.
func transposed(x []float32, ld, rows, cols int) []float32 {
	const side = 32
	out := make([]float32, rows*cols)
	for i := 0; i < rows; i += side {
		for j := 0; j < cols; j += side {
			for r := i; r < min(i+side, rows); r++ {
				for c, v := range x[r*ld+j : r*ld+min(j+side, cols)] {
					out[(j+c)*rows+r] = v
				}
			}
		}
	}
	return out
}
