package nn

import (
	"github.com/normlet/normlet/internal/nn/gradtest"
	"math"
	"math/rand/v2"
	"testing"
)

// random fills x from N(0, 1), away from zero where ReLU has its corner.
func random(rng *rand.Rand, x []float32) {
	for i := range x {
		for x[i] = 0; math.Abs(float64(x[i])) < 0.05; {
			x[i] = float32(rng.NormFloat64())
		}
	}
}

func randomMatrix(rng *rand.Rand, rows, cols int) Matrix {
	m := NewMatrix(rows, cols)
	random(rng, m.Data)
	return m
}

// dot is the loss of these tests: a fixed linear function of the outputs.
func dot(a, b Matrix) float64 {
	s := 0.0
	for i, v := range a.Data {
		s += float64(v) * float64(b.Data[i])
	}
	return s
}

func checkGradient(t *testing.T, what string, f func() float64, x, grad []float32) {
	t.Helper()
	gradtest.Check(t, what, f, x, grad, gradtest.Tolerance{Step: 1e-2, Absolute: 2e-3, Relative: 2e-3})
}

func TestRows(t *testing.T) {
	m := NewMatrix(4, 3)
	for i := range m.Data {
		m.Data[i] = float32(i)
	}
	v := Rows(m, 1, 3)
	if v.Rows != 2 || v.Cols != 3 || Row(v, 1)[2] != 8 {
		t.Errorf("rows 1 and 2 are %v", v)
	}
	Row(v, 0)[0] = 100
	if m.Data[3] != 100 {
		t.Error("Rows copied")
	}
	if e := Rows(m, 4, 4); e.Rows != 0 || len(e.Data) != 0 {
		t.Errorf("no rows: %v", e)
	}
}

func TestDense(t *testing.T) {
	d := Dense{In: 2, Out: 3, W: []float32{1, 2, 3, 4, 5, 6}, B: []float32{10, 20, 30}}
	x, y := Matrix{Rows: 2, Cols: 2, Stride: 2, Data: []float32{1, 0, 1, -1}}, NewMatrix(2, 3)
	d.Forward(y, x)
	for i, want := range []float32{11, 23, 35, 9, 19, 29} {
		if y.Data[i] != want {
			t.Errorf("output %d is %v, want %v", i, y.Data[i], want)
		}
	}
}

func TestDenseGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	d, g := NewDense(4, 3), NewDense(4, 3)
	random(rng, d.W)
	random(rng, d.B)
	x, c, y, dx := randomMatrix(rng, 5, 4), randomMatrix(rng, 5, 3), NewMatrix(5, 3), randomMatrix(rng, 5, 4)
	loss := func() float64 { d.Forward(y, x); return dot(y, c) }
	d.Backward(&g, dx, x, c)
	checkGradient(t, "W", loss, d.W, g.W)
	checkGradient(t, "B", loss, d.B, g.B)
	checkGradient(t, "x", loss, x.Data, dx.Data)

	once := append([]float32(nil), g.W...)
	d.Backward(&g, Matrix{}, x, c) // adds, and works without an input gradient
	for i, v := range once {
		if math.Abs(float64(g.W[i]-2*v)) > 1e-5 {
			t.Errorf("W: the second backward pass gives %v after %v", g.W[i], v)
		}
	}
}

func TestReLUGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	x, c, y := randomMatrix(rng, 3, 6), randomMatrix(rng, 3, 6), NewMatrix(3, 6)
	loss := func() float64 { copy(y.Data, x.Data); ReLU(y); return dot(y, c) }
	loss()
	for i, v := range x.Data {
		if y.Data[i] != max(0, v) {
			t.Errorf("ReLU(%v) = %v", v, y.Data[i])
		}
	}
	dx := NewMatrix(3, 6)
	copy(dx.Data, c.Data)
	ReLUBackward(dx, y)
	checkGradient(t, "x", loss, x.Data, dx.Data)
}

func TestLayerNorm(t *testing.T) {
	l := NewLayerNorm(4, 0)
	x, y, hat := Matrix{Rows: 1, Cols: 4, Stride: 4, Data: []float32{1, 3, 1, 3}}, NewMatrix(1, 4), NewMatrix(1, 4)
	inv := make([]float32, 1)
	l.Gain[3], l.Bias[0] = 10, 0.5
	l.Forward(y, hat, inv, x)
	for i, want := range []float32{-0.5, 1, -1, 10} {
		if y.Data[i] != want {
			t.Errorf("output %d is %v, want %v", i, y.Data[i], want)
		}
	}
}

func TestLayerNormGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	const n, dim = 3, 7
	l, g := NewLayerNorm(dim, 1e-5), NewLayerNorm(dim, 0)
	random(rng, l.Gain)
	random(rng, l.Bias)
	clear(g.Gain)
	x, c, y, hat := randomMatrix(rng, n, dim), randomMatrix(rng, n, dim), NewMatrix(n, dim), NewMatrix(n, dim)
	inv := make([]float32, n)
	loss := func() float64 { l.Forward(y, hat, inv, x); return dot(y, c) }
	loss()
	dx := NewMatrix(n, dim)
	copy(dx.Data, c.Data)
	l.Backward(&g, dx, hat, inv, dx) // in place, as training uses it
	checkGradient(t, "Gain", loss, l.Gain, g.Gain)
	checkGradient(t, "Bias", loss, l.Bias, g.Bias)
	checkGradient(t, "x", loss, x.Data, dx.Data)
}

func TestL2NormGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	const n, dim = 3, 6
	x, c, y, norm := randomMatrix(rng, n, dim), randomMatrix(rng, n, dim), NewMatrix(n, dim), make([]float32, n)
	loss := func() float64 { L2Norm(y, norm, x, 1e-10); return dot(y, c) }
	loss()
	for i := range n {
		s := 0.0
		for _, v := range Row(y, i) {
			s += float64(v) * float64(v)
		}
		if math.Abs(s-1) > 1e-6 {
			t.Errorf("row %d has squared length %v", i, s)
		}
	}
	dx := NewMatrix(n, dim)
	copy(dx.Data, c.Data)
	L2NormBackward(dx, y, norm, dx)
	checkGradient(t, "x", loss, x.Data, dx.Data)
}

// TestZeroRows requires finite results of rows of zeros, which texts without
// known features give.
func TestZeroRows(t *testing.T) {
	l := NewLayerNorm(3, 1e-5)
	x, y, hat := NewMatrix(1, 3), NewMatrix(1, 3), NewMatrix(1, 3)
	one := make([]float32, 1)
	l.Forward(y, hat, one, x)
	L2Norm(x, one, y, 1e-10)
	L2NormBackward(y, x, one, y)
	for i, v := range append(x.Data, y.Data...) {
		if v != 0 {
			t.Errorf("value %d is %v, want 0", i, v)
		}
	}
}
