//go:build !openblas

package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// TestSgemm compares with Gonum's own product: all transposes, strides, factors
// and sizes from nothing to more than a thread's work.
func TestSgemm(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	random := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(rng.NormFloat64())
		}
		return x
	}
	for _, size := range [][3]int{{1, 1, 1}, {3, 5, 7}, {33, 2, 64}, {2, 33, 31}, {70, 65, 130}, {4, 4, 0}} {
		m, n, k := size[0], size[1], size[2]
		for _, ta := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			for _, tb := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				for _, factors := range [][2]float32{{1, 0}, {1, 1}, {0.5, -2}} {
					const gap = 3
					lda, ldb, ldc := k+gap, n+gap, n+gap
					rowsA, rowsB := m, k
					if ta == blas.Trans {
						lda, rowsA = m+gap, k
					}
					if tb == blas.Trans {
						ldb, rowsB = k+gap, n
					}
					a, b, c := random(lda*rowsA+gap), random(ldb*rowsB+gap), random(ldc*m)
					want := slices.Clone(c)
					gonum.Implementation{}.Sgemm(ta, tb, m, n, k, factors[0], a, lda, b, ldb, factors[1], want, ldc)
					implementation{}.Sgemm(ta, tb, m, n, k, factors[0], a, lda, b, ldb, factors[1], c, ldc)
					for i := range c {
						if math.Abs(float64(c[i]-want[i])) > 1e-4 {
							t.Fatalf("%v %c %c %v: element %d is %v, want %v", size, ta, tb, factors, i, c[i], want[i])
						}
					}
				}
			}
		}
	}
}

// TestSgemmThreads requires the same bits for any number of threads, and that
// what was in c does not matter when beta is 0.
func TestSgemmThreads(t *testing.T) {
	const m, n, k = 200, 100, 64
	rng := rand.New(rand.NewPCG(2, 0))
	a, b := make([]float32, m*k), make([]float32, n*k)
	for i := range a {
		a[i] = float32(rng.NormFloat64())
	}
	for i := range b {
		b[i] = float32(rng.NormFloat64())
	}
	var first []float32
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, threads := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(threads)
		c := slices.Repeat([]float32{float32(math.NaN())}, m*n)
		implementation{}.Sgemm(blas.NoTrans, blas.Trans, m, n, k, 1, a, k, b, k, 0, c, n)
		if first == nil {
			first = c
		}
		if !slices.Equal(c, first) {
			t.Errorf("%d threads: other bits", threads)
		}
	}
}

func BenchmarkSgemm(b *testing.B) {
	x, y, z := NewMatrix(512, 128), NewMatrix(512, 128), NewMatrix(512, 512)
	for i := range x.Data {
		x.Data[i], y.Data[i] = float32(i%7), float32(i%5)
	}
	for _, ours := range []bool{true, false} {
		b.Run(fmt.Sprintf("ours=%v", ours), func(b *testing.B) {
			for b.Loop() {
				if ours {
					implementation{}.Sgemm(blas.NoTrans, blas.Trans, 512, 512, 128, 1, x.Data, 128, y.Data, 128, 0, z.Data, 512)
				} else {
					gonum.Implementation{}.Sgemm(blas.NoTrans, blas.Trans, 512, 512, 128, 1, x.Data, 128, y.Data, 128, 0, z.Data, 512)
				}
			}
		})
	}
}
