package fit

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestDirections(t *testing.T) {
	rows := orthonormal(rand.New(rand.NewPCG(1, 1)), 30, 32)
	for i, a := range rows {
		for j, b := range rows[:i+1] {
			want := 0.0
			if i == j {
				want = 1
			}
			if got := dot(a, b); math.Abs(got-want) > 1e-14 {
				t.Errorf("directions %d and %d: product %v", i, j, got)
			}
		}
	}
}

// TestSolve requires what was asked for, and refuses a matrix that no sum of squares has.
func TestSolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, columns = 20, 3
	var v, want, a, b [n][]float64
	for i := range n {
		v[i], want[i], b[i] = make([]float64, 2*n), make([]float64, columns), make([]float64, columns)
		for j := range v[i] {
			v[i][j] = rng.NormFloat64()
		}
		for j := range columns {
			want[i][j] = rng.NormFloat64()
		}
	}
	for i := range n {
		a[i] = make([]float64, n)
		for j := range n {
			a[i][j] = dot(v[i], v[j])
			for c := range columns {
				b[i][c] += a[i][j] * want[j][c]
			}
		}
	}
	if !solve(a[:], b[:]) {
		t.Fatal("refused")
	}
	for i := range n {
		for c := range columns {
			if math.Abs(b[i][c]-want[i][c]) > 1e-10 {
				t.Errorf("row %d: %v, want %v", i, b[i], want[i])
			}
		}
	}
	for _, bad := range [][][]float64{{{1, 2}, {2, 1}}, {{math.NaN()}}, {{math.Inf(1)}}, {{0}}} {
		if solve(bad, make([][]float64, len(bad))) {
			t.Errorf("took %v", bad)
		}
	}
}
