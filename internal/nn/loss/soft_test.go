package loss

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss/losstest"
)

func TestSoftBits(t *testing.T) {
	z, soft := losstest.Matrix(4, 0, 0.5, -0.5, 0.25), nn.NewMatrix(1, 4)
	SoftBits(soft, z, 2)
	for i, want := range []float64{0, math.Tanh(2) / 2, -math.Tanh(2) / 2, math.Tanh(1) / 2} {
		if math.Abs(float64(soft.Data[i])-want) > 1e-6 {
			t.Errorf("element %d is %v, want %v", i, soft.Data[i], want)
		}
	}
	SoftBits(soft, losstest.Matrix(4, 1, 1, -1, 1), 1000)
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
	z, cz, cs := losstest.UnitRows(rng, rows, cols), losstest.UnitRows(rng, rows, cols), losstest.UnitRows(rng, rows, cols)
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
	losstest.CheckGradient(t, "z", f, z.Data, dz.Data)
}
