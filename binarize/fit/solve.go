package fit

import (
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
)

// What builds use of linear algebra without being asked is here and not Gonum's, whose kernels give other bits on other
// processors: a pack must not depend on the machine that builds it.

// orthonormal returns n random directions at right angles to each other, n <= dim, by modified Gram-Schmidt, twice over,
// because the first time leaves rounding errors.
func orthonormal(rng *rand.Rand, n, dim int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		row := make([]float64, dim)
		for j := range row {
			row[j] = nn.Normal(rng)
		}
		for range 2 {
			for _, before := range rows[:i] {
				share := dot(before, row)
				for j, v := range before {
					row[j] -= float64(share * v)
				}
			}
			length := math.Sqrt(dot(row, row))
			for j := range row {
				row[j] /= length
			}
		}
		rows[i] = row
	}
	return rows
}

// solve replaces the rows of b by those of the X with a X = b, by Cholesky's decomposition of a, which is symmetric and of
// which only the part up to the diagonal is read. It reports whether a is positive definite.
func solve(a, b [][]float64) bool {
	for i := range a {
		for j := range i + 1 {
			rest := a[i][j] - dot(a[i][:j], a[j][:j])
			if i > j {
				a[i][j] = rest / a[j][j]
			} else if a[i][i] = math.Sqrt(rest); !(rest > 0) || math.IsInf(rest, 1) {
				return false
			}
		}
	}
	reduce := func(i, k int, share float64) { // row i of b less a share of row k
		for c, v := range b[k] {
			b[i][c] -= float64(share * v)
		}
	}
	divide := func(i int) {
		for c := range b[i] {
			b[i][c] /= a[i][i]
		}
	}
	for i := range a {
		for k := range i {
			reduce(i, k, a[i][k])
		}
		divide(i)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := i + 1; k < len(a); k++ {
			reduce(i, k, a[k][i])
		}
		divide(i)
	}
	return true
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
