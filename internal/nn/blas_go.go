//go:build !openblas

package nn

import (
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn/vec"
)

func init() { blas32.Use(implementation{}) }

// implementation is Gonum's BLAS with our own matrix product. Gonum's kernel has
// vectors of four, vec.Dots2 of eight, two rows at a time.
// Every element is one dot product in the order of package f32, so products have the
// same bits on every machine and for any number of threads.
type implementation struct{ gonum.Implementation }

// leastWork is how many multiplications are worth a thread.
const leastWork = 1 << 16

// Sgemm computes c = alpha*op(a)*op(b) + beta*c, op(a) being m x k, op(b) k x n.
func (implementation) Sgemm(ta, tb blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	room := spare.Get().(*[2][]float32)
	defer spare.Put(room)
	if ta == blas.NoTrans {
		a = rowsOf(a, lda, m, k)
	} else {
		a = transposed(&room[0], a, lda, k, m)
	}
	if tb == blas.NoTrans {
		b = transposed(&room[1], b, ldb, k, n)
	} else {
		b = rowsOf(b, ldb, n, k)
	}
	var wg sync.WaitGroup
	threads := max(1, min(runtime.GOMAXPROCS(0), m, m*n*k/leastWork))
	for t := range threads {
		wg.Go(func() {
			lo, hi := m*t/threads, m*(t+1)/threads
			panel := max(4, panelSize/max(1, k)&^3)
			for j := 0; j < n; j += panel {
				cols := min(panel, n-j)
				products(c[lo*ldc+j:], a[lo*k:hi*k], b[j*k:(j+cols)*k], hi-lo, cols, k, ldc, alpha, beta)
			}
		})
	}
	wg.Wait()
}

// panelSize is how many elements of b stay in the first cache while all rows of a pass.
const panelSize = 1 << 12

// products sets c to alpha*a*bᵀ + beta*c; a has m rows, b, whose rows c has as columns, n.
func products(c, a, b []float32, m, n, k, ldc int, alpha, beta float32) {
	x, y := make([]float32, n), make([]float32, n)
	i := 0
	for ; i+1 < m; i += 2 {
		vec.Dots2(x, y, a[i*k:(i+1)*k], a[(i+1)*k:(i+2)*k], b)
		add(c[i*ldc:i*ldc+n], x, alpha, beta)
		add(c[(i+1)*ldc:(i+1)*ldc+n], y, alpha, beta)
	}
	if i < m {
		f32.MatVec(x, b, a[i*k:(i+1)*k])
		add(c[i*ldc:i*ldc+n], x, alpha, beta)
	}
}

// add sets y = alpha*x + beta*y; with beta 0 whatever was in y is forgotten.
func add(y, x []float32, alpha, beta float32) {
	switch {
	case beta == 0:
		if copy(y, x); alpha != 1 {
			vec.Scale(alpha, y)
		}
	case alpha == 1 && beta == 1:
		vec.Add(y, x)
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

// spare is room for what is transposed: new matrices for each product were a quarter of the garbage of a build.
var spare = sync.Pool{New: func() any { return new([2][]float32) }}

// transposed returns the transpose of x, which is rows x cols, ld apart, in room.
func transposed(room *[]float32, x []float32, ld, rows, cols int) []float32 {
	out := slices.Grow((*room)[:0], rows*cols)[:rows*cols]
	*room = out
	transpose(out, x, ld, rows, cols, max(1, min(runtime.GOMAXPROCS(0), rows*cols/leastWork)))
	return out
}
