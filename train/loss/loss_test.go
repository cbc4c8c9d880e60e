package loss

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"github.com/normlet/normlet/internal/nn"
)

// unitRows returns random unit vectors, one a row.
func unitRows(rng *rand.Rand, rows, cols int) nn.Matrix {
	m := nn.NewMatrix(rows, cols)
	for i := range m.Data {
		m.Data[i] = float32(rng.NormFloat64())
	}
	nn.L2Norm(m, make([]float32, rows), m, 0)
	return m
}

// checkGradient compares grad with central differences of f in x, which f reads.
func checkGradient(t *testing.T, what string, f func() float64, x, grad []float32) {
	t.Helper()
	at := make([]float64, len(x))
	for i, v := range x {
		at[i] = float64(v)
	}
	set := func(v []float64) {
		for i := range x {
			x[i] = float32(v[i])
		}
	}
	want := fd.Gradient(nil, func(v []float64) float64 { set(v); return f() }, at, &fd.Settings{Formula: fd.Central, Step: 3e-3})
	set(at)
	for i, w := range want {
		if d := math.Abs(float64(grad[i]) - w); !(d <= 1e-3+2e-3*math.Abs(w)) {
			t.Errorf("%s: gradient %d is %v, central differences give %v", what, i, grad[i], w)
		}
	}
}

func matrix(cols int, data ...float32) nn.Matrix {
	return nn.Matrix{Rows: len(data) / cols, Cols: cols, Stride: cols, Data: data}
}

// TestInfoNCEByHand: with a = b = the unit matrix, each of the two rows has the
// logits 1/T for its partner and 0 for the other, in both directions.
func TestInfoNCEByHand(t *testing.T) {
	a, b := matrix(2, 1, 0, 0, 1), matrix(2, 1, 0, 0, 1)
	for _, c := range []struct {
		temperature float32
		labels      []int32
		want        float64
		grad        float32 // of a's first row in its own direction
	}{
		{1, []int32{0, 1}, 2 * math.Log(1+math.Exp(-1)), -2 / (1 + math.E) / 2},
		{0.5, []int32{0, 1}, 2 * math.Log(1+math.Exp(-2)), float32(-2 / (1 + math.Exp(2)) / 2 / 0.5)},
		// Both rows are positives of both: half the mass on each logit.
		{1, []int32{5, 5}, 2 * (math.Log(1+math.E) - 0.5), float32(2 * (math.E/(1+math.E) - 0.5) / 2)},
	} {
		da, db := nn.NewMatrix(2, 2), nn.NewMatrix(2, 2)
		l := InfoNCE{Temperature: c.temperature}
		if got := l.Loss(da, db, a, b, c.labels); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("T %v, labels %v: loss %v, want %v", c.temperature, c.labels, got, c.want)
		}
		if math.Abs(float64(da.Data[0]-c.grad)) > 1e-6 || math.Abs(float64(db.Data[0]-c.grad)) > 1e-6 {
			t.Errorf("T %v, labels %v: gradients %v and %v, want %v", c.temperature, c.labels, da.Data[0], db.Data[0], c.grad)
		}
	}
}

func TestInfoNCEGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, labels := range [][]int32{{0, 1, 2, 3, 4}, {7, 7, 1, 7, 1}, {3, 3, 3, 3, 3}, {9}} {
		n := len(labels)
		a, b, da, db := unitRows(rng, n, 4), unitRows(rng, n, 4), nn.NewMatrix(n, 4), nn.NewMatrix(n, 4)
		l := InfoNCE{Temperature: 0.3}
		l.Loss(da, db, a, b, labels)
		f := func() float64 {
			other := InfoNCE{Temperature: 0.3}
			return other.Loss(nn.NewMatrix(n, 4), nn.NewMatrix(n, 4), a, b, labels)
		}
		checkGradient(t, "a", f, a.Data, da.Data)
		checkGradient(t, "b", f, b.Data, db.Data)
	}
}

// TestInfoNCEReuse requires that buffers of an earlier, larger or smaller batch
// leave no trace.
func TestInfoNCEReuse(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	var reused InfoNCE
	reused.Temperature = 0.1
	for _, n := range []int{6, 2, 4, 4} {
		labels := make([]int32, n)
		for i := range labels {
			labels[i] = int32(i / 2)
		}
		a, b, da, db := unitRows(rng, n, 3), unitRows(rng, n, 3), nn.NewMatrix(n, 3), nn.NewMatrix(n, 3)
		got := reused.Loss(da, db, a, b, labels)
		fresh, first := InfoNCE{Temperature: 0.1}, da.Data[0]
		if want := fresh.Loss(da, db, a, b, labels); got != want || da.Data[0] != first {
			t.Errorf("batch of %d: loss %v and gradient %v with old buffers, %v and %v with new", n, got, first, want, da.Data[0])
		}
	}
}

// TestInfoNCEExtremes requires finite numbers of logits far beyond the range of exp.
func TestInfoNCEExtremes(t *testing.T) {
	a, b := matrix(2, 1, 0, -1, 0), matrix(2, -1, 0, 1, 0)
	da, db := nn.NewMatrix(2, 2), nn.NewMatrix(2, 2)
	l := InfoNCE{Temperature: 1e-3}
	if got := l.Loss(da, db, a, b, []int32{0, 1}); math.Abs(got-4000) > 1e-3 {
		t.Errorf("loss %v, want 4000", got)
	}
	for _, v := range append(da.Data, db.Data...) {
		if v-v != 0 {
			t.Errorf("gradient %v", v)
		}
	}
}

func TestSoftBits(t *testing.T) {
	z, soft := matrix(4, 0, 0.5, -0.5, 0.25), nn.NewMatrix(1, 4)
	SoftBits(soft, z, 2)
	for i, want := range []float64{0, math.Tanh(2) / 2, -math.Tanh(2) / 2, math.Tanh(1) / 2} {
		if math.Abs(float64(soft.Data[i])-want) > 1e-6 {
			t.Errorf("element %d is %v, want %v", i, soft.Data[i], want)
		}
	}
	SoftBits(soft, matrix(4, 1, 1, -1, 1), 1000)
	for i, want := range []float32{0.5, 0.5, -0.5, 0.5} { // steep: signs, of unit length together
		if soft.Data[i] != want {
			t.Errorf("steep element %d is %v, want %v", i, soft.Data[i], want)
		}
	}
}

// TestSoftBitsGradient checks the mixture of both losses, (1-share)*vectors + share*bits.
func TestSoftBitsGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	const rows, cols, slope, share = 3, 5, 1.5, 0.4
	z, cz, cs := unitRows(rng, rows, cols), unitRows(rng, rows, cols), unitRows(rng, rows, cols)
	soft := nn.NewMatrix(rows, cols)
	f := func() float64 {
		SoftBits(soft, z, slope)
		s := 0.0
		for i, v := range z.Data {
			s += (1-share)*float64(v)*float64(cz.Data[i]) + share*float64(soft.Data[i])*float64(cs.Data[i])
		}
		return s
	}
	f()
	dz := nn.NewMatrix(rows, cols)
	copy(dz.Data, cz.Data)
	SoftBitsBackward(dz, soft, cs, slope, share)
	checkGradient(t, "z", f, z.Data, dz.Data)
}
