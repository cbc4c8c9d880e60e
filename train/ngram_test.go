package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
)

// TestNgramGradient checks the whole chain from the loss on vectors and soft
// bits down to every parameter.
func TestNgramGradient(t *testing.T) {
	const rows, dim, hidden, n, slope, share = 12, 8, 6, 8, 1, 0.4
	rng := rand.New(rand.NewPCG(1, 0))
	m, g := newNgram(rows, dim, hidden), newNgram(rows, dim, hidden)
	m.init(rng)
	nudge(m)
	clear(g.norm.Gain)
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
		return l.Loss(nn.Rows(dx, 0, n/2), nn.Rows(dx, n/2, n), nn.Rows(x, 0, n/2), nn.Rows(x, n/2, n), labels, labels)
	}
	f := func() float64 {
		m.bag.Forward(a.x, features)
		m.forward(a)
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
