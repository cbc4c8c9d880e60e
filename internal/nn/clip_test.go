package nn

import (
	"math"
	"slices"
	"testing"
)

func TestClipNorm(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range []struct {
		grads [][]float32
		limit float64
		norm  float64
		want  []float32
	}{
		{[][]float32{{3}, {0, -4}}, 1, 5, []float32{0.6, 0, -0.8}},
		{[][]float32{{3}, {0, -4}}, 5, 5, []float32{3, 0, -4}},
		{[][]float32{{3}, {0, -4}}, 0, 5, []float32{3, 0, -4}},
		{nil, 1, 0, nil},
		{[][]float32{{inf, 2}}, 1, math.Inf(1), []float32{inf, 2}},
		{[][]float32{{nan}, {2}}, 1, math.NaN(), []float32{nan, 2}},
	} {
		norm := ClipNorm(c.grads, c.limit)
		if norm != c.norm && !(math.IsNaN(norm) && math.IsNaN(c.norm)) {
			t.Errorf("limit %v: norm %v, want %v", c.limit, norm, c.norm)
		}
		got := slices.Concat(c.grads...)
		for i, want := range c.want {
			if math.Abs(float64(got[i]-want)) > 1e-6 || (got[i] != got[i]) != (want != want) {
				t.Errorf("limit %v: gradient %d is %v, want %v", c.limit, i, got[i], want)
			}
		}
	}
}

// TestAdamRestore requires the same bits from an optimizer that goes on and from one that was restored in between.
func TestAdamRestore(t *testing.T) {
	grads := [][]float32{{0.5, -1}, {2, 1e-3}, {-1, 0}, {0.25, 3}}
	run := func(stop int) []float32 {
		a, p := Adam{Decay: 0.1}, []float32{1, -2}
		for i, grad := range grads {
			if i == stop {
				step, m, v := a.State()
				a = Adam{Decay: 0.1}
				if err := a.Restore([][]float32{p}, step, m, v); err != nil {
					t.Fatal(err)
				}
				for j := range m { // a copy was taken
					clear(m[j])
					clear(v[j])
				}
			}
			a.Begin([][]float32{p})
			a.Update(0, p, slices.Clone(grad), 0, 2, 0.1)
		}
		return p
	}
	want := run(-1)
	for stop := range grads {
		if got := run(stop); !slices.Equal(got, want) {
			t.Errorf("restored after step %d: %v, want %v", stop, got, want)
		}
	}
}

func TestAdamRestoreErrors(t *testing.T) {
	params := [][]float32{{1, 2}, {3}}
	for _, c := range []struct {
		step int
		m, v [][]float32
	}{
		{-1, nil, nil},
		{1, nil, nil},
		{1, [][]float32{{1, 2}}, [][]float32{{1, 2}}},
		{1, [][]float32{{1, 2}, {3}}, [][]float32{{1, 2}, {3, 4}}},
		{1, [][]float32{{1}, {3}}, [][]float32{{1, 2}, {3}}},
	} {
		var a Adam
		if err := a.Restore(params, c.step, c.m, c.v); err == nil {
			t.Errorf("%+v: no error", c)
		}
		if step, _, _ := a.State(); step != 0 {
			t.Errorf("%+v: changed by a failure", c)
		}
	}
}
