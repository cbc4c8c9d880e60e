package kg

import (
	"math"
	"slices"
	"testing"
)

// TestAdagrad follows two steps by the formula.
func TestAdagrad(t *testing.T) {
	p, g := []float32{1, 2, 3}, []float32{0.5, 0, -2}
	params := [][]float32{p}
	var a adagrad
	a.Begin(params)
	a.Update(0, p, g, 0, 3, 0.1)
	if want := []float32{0.9, 2, 3.1}; !near(p, want) || !slices.Equal(g, make([]float32, 3)) {
		t.Errorf("after a step %v, want %v; gradients %v, want none", p, want, g)
	}
	g[0], g[2] = 0.5, 7
	a.Begin(params)
	a.Update(0, p, g, 0, 2, 0.1)
	if want := []float32{0.9 - 0.1*0.5/float32(math.Sqrt(0.5)), 2, 3.1}; !near(p, want) || g[2] != 7 {
		t.Errorf("after two steps %v, want %v; the last gradient is %v, want 7", p, want, g[2])
	}
}

func near(a, b []float32) bool {
	for i := range a {
		if math.Abs(float64(a[i]-b[i])) > 1e-6 {
			return false
		}
	}
	return len(a) == len(b)
}

// TestAdagradRestore goes on from a state, and refuses one of another shape.
func TestAdagradRestore(t *testing.T) {
	step := func(a *adagrad, p []float32) {
		a.Begin([][]float32{p})
		a.Update(0, p, []float32{1, -3}, 0, 2, 0.1)
	}
	p := []float32{1, 2}
	var a, b adagrad
	step(&a, p)
	q := slices.Clone(p)
	if err := b.Restore([][]float32{q}, a.State()); err != nil {
		t.Fatal(err)
	}
	step(&a, p)
	step(&b, q)
	if !slices.Equal(p, q) {
		t.Errorf("restored %v, want %v", q, p)
	}
	if err := b.Restore([][]float32{q}, nil); err != nil || b.State() != nil {
		t.Errorf("no sums: %v, %v", err, b.State())
	}
	for _, bad := range [][][]float32{{{1}}, {{1, 2}, {3}}} {
		if err := b.Restore([][]float32{q}, bad); err == nil {
			t.Errorf("%v is taken for the state of %v", bad, q)
		}
	}
}
