package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/train/loss"
)

// tinyStepper returns a stepper that has seen no batch.
func tinyStepper(threads int, bitShare float64) *stepper {
	cfg := Config{Rows: 64, Dim: 8, Hidden: 6, Batch: 6, Threads: threads, Temperature: 0.5, BitShare: bitShare, BitSlope: 1, Seed: 3}
	return newStepper(cfg.Defaults(), newExamples(toy(4)))
}

// nudge keeps the hidden units away from the corner of ReLU, which has no gradient.
func nudge(m *ngram) {
	for i := range m.in.B {
		m.in.B[i] = 3 * float32(i%2*2-1)
	}
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
	want := fd.Gradient(nil, func(v []float64) float64 { set(v); return f() }, at, &fd.Settings{Formula: fd.Central, Step: 2e-3})
	set(at)
	for i, w := range want {
		if d := math.Abs(float64(grad[i]) - w); !(d <= 3e-3+1e-2*math.Abs(w)) {
			t.Errorf("%s: gradient %d is %v, central differences give %v", what, i, grad[i], w)
		}
	}
}

// TestNgramGradient checks the whole chain from the loss on vectors and soft
// bits down to every parameter.
func TestNgramGradient(t *testing.T) {
	const rows, dim, hidden, n, slope, share = 12, 8, 6, 8, 1, 0.4
	rng := rand.New(rand.NewPCG(1, 0))
	m, g := newNgram(rows, dim, hidden), newNgram(rows, dim, hidden)
	m.init(rng)
	nudge(m)
	clear(g.norm.Gain)
	for i := range m.bag.Table {
		m.bag.Table[i] *= 10 // so that a step of the differences is small beside it
	}
	features := make([][]uint32, n)
	for i := range features {
		for range 1 + i%4 {
			features[i] = append(features[i], uint32(rng.IntN(rows)))
		}
	}
	labels := []int32{0, 1, 0, 2}
	a := newActivations(n, dim, hidden)
	dz, bits, dbits := nn.NewMatrix(n, dim), nn.NewMatrix(n, dim), nn.NewMatrix(n, dim)
	pairs := func(dx, x nn.Matrix) float64 {
		l := loss.InfoNCE{Temperature: 0.5}
		return l.Loss(nn.Rows(dx, 0, n/2), nn.Rows(dx, n/2, n), nn.Rows(x, 0, n/2), nn.Rows(x, n/2, n), labels)
	}
	f := func() float64 {
		m.forward(a, features)
		loss.SoftBits(bits, a.z, slope)
		return (1-share)*pairs(dz, a.z) + share*pairs(dbits, bits)
	}
	f()
	loss.SoftBitsBackward(dz, bits, dbits, slope, share)
	m.backward(g, a, dz)
	m.bag.Backward(&g.bag, make([]bool, rows), features, dz, 0, 1)

	checkGradient(t, "table", f, m.bag.Table, g.bag.Table)
	grads := g.dense()
	for i, name := range []string{"gain", "bias", "in.W", "in.B", "out.W", "out.B"} {
		checkGradient(t, name, f, m.dense()[i], grads[i])
	}
}

// TestStepGradient checks what a step itself computes: the gradient of its loss
// in the table, through features, shards and both losses.
func TestStepGradient(t *testing.T) {
	for _, c := range []struct {
		threads  int
		bitShare float64
	}{{1, -1}, {1, 0.5}, {3, 0.5}, {20, 0.5}} { // 20: more shards than examples
		s := tinyStepper(c.threads, c.bitShare)
		nudge(s.model)
		for i := range s.model.bag.Table {
			s.model.bag.Table[i] *= 10
		}
		batch := []int32{0, 1, 3, 5, 6, 9}
		f := func() float64 {
			s.steps = 7 // the same random streams each time
			return s.step(batch, 0)
		}
		f()
		g := nn.NewBag(s.cfg.Rows, s.cfg.Dim)
		s.model.bag.Backward(&g, make([]bool, s.cfg.Rows), s.features, s.dz, 0, 1)
		checkGradient(t, "table", f, s.model.bag.Table, g.Table)
	}
}

// TestThreads requires the number of threads to change rounding and nothing else.
func TestThreads(t *testing.T) {
	one, five := tinyStepper(1, 0.5), tinyStepper(5, 0.5)
	for step := range 10 {
		batch := []int32{0, 1, 3, 5, 6, int32(step)}
		a, b := one.step(batch, 1), five.step(batch, 1)
		if math.Abs(a-b) > 1e-3 {
			t.Fatalf("step %d: loss %v with one thread, %v with five", step, a, b)
		}
	}
}

// TestForwardIsTheEncoders requires the training code and core/encoder to give
// the same vectors for the same weights.
func TestForwardIsTheEncoders(t *testing.T) {
	s := tinyStepper(1, 0.5)
	for range 20 {
		s.step([]int32{0, 1, 3, 5, 6, 9}, 1)
	}
	w := s.model.weights(127, 100)
	enc, err := encoder.New(w)
	if err != nil {
		t.Fatal(err)
	}
	rounded := newNgram(w.Rows, w.Dim, w.Hidden)
	rounded.bag.Table, rounded.in.W, rounded.out.W = w.Table.Floats(), w.W1.Floats(), w.W2.Floats()
	rounded.norm.Gain, rounded.norm.Bias, rounded.in.B, rounded.out.B = w.Gain, w.Bias, w.B1, w.B2
	for _, c := range []struct {
		what      string
		m         *ngram
		tolerance float64
	}{{"rounded", rounded, 1e-5}, {"as trained", s.model, 0.03}} {
		for _, text := range []string{"", "FOX-P2", "PLCγ2", "Haemophilus influenzae", "胰岛素"} {
			features, _ := encoder.AppendFeatures(nil, []byte(encoder.TextForm(text)), w.Rows, nil)
			a := newActivations(1, w.Dim, w.Hidden)
			c.m.forward(a, [][]uint32{features})
			for i, v := range enc.Encode(nil, text) {
				if d := math.Abs(float64(v - a.z.Data[i])); !(d <= c.tolerance) {
					t.Errorf("weights %s, %q: element %d is %v, core/encoder gives %v", c.what, text, i, a.z.Data[i], v)
				}
			}
		}
	}
}

// TestWeightsAreClipped requires the table's rounding to keep to levels and clip.
func TestWeightsAreClipped(t *testing.T) {
	m := newNgram(4, 8, 2)
	for i := range m.bag.Table {
		m.bag.Table[i] = float32(i%2*2 - 1) // deviation 1
	}
	m.bag.Table[0] = -50
	q := m.weights(15, 2).Table
	if q.Data[0] != -15 {
		t.Errorf("the outlier is %d", q.Data[0])
	}
	if top := float64(q.Scale) * 15; top < 2 || top > 20 {
		t.Errorf("the outermost level is at %v", top)
	}
}

func TestDropout(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	full := func() []uint32 { return []uint32{1, 2, 3, 4, 5, 6, 7, 8} }
	if got := dropout(full(), 0, rng); len(got) != 8 {
		t.Errorf("without dropout %v are left", got)
	}
	if got := dropout(full(), 1, rng); len(got) != 1 {
		t.Errorf("of all dropped, %v are left, want one", got)
	}
	if got := dropout(nil, 0.5, rng); len(got) != 0 {
		t.Errorf("of none, %v are left", got)
	}
	kept := 0
	for range 5000 {
		kept += len(dropout(full(), 0.25, rng))
	}
	if share := float64(kept) / 40000; math.Abs(share-0.75) > 0.02 {
		t.Errorf("%v of the features are kept, want 0.75", share)
	}
}
