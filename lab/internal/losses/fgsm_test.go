package losses

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss/losstest"
)

func TestFGSM(t *testing.T) {
	tiny := float32(math.SmallestNonzeroFloat32)
	grad, dst := losstest.Matrix(3, 5, -0.25, 0, tiny, -tiny, 0), nn.NewMatrix(2, 3)
	FGSM(dst, grad, 0.01)
	if want := []float32{0.01, -0.01, 0, 0.01, -0.01, 0}; !slices.Equal(dst.Data, want) {
		t.Errorf("%v, want %v", dst.Data, want)
	}
	FGSM(nn.Rows(grad, 1, 2), nn.Rows(grad, 1, 2), 2) // in place, the second row alone
	if want := []float32{5, -0.25, 0, 2, -2, 0}; !slices.Equal(grad.Data, want) {
		t.Errorf("%v, want %v", grad.Data, want)
	}
	if FGSM(dst, losstest.Matrix(3, float32(math.NaN()), 0, 0), 1); dst.Data[0] == dst.Data[0] {
		t.Errorf("NaN became %v", dst.Data[0])
	}
}

// TestFGSMRaisesLoss moves both sides of a batch, and the negatives, and expects
// a worse loss than of steps to any random corner as far away.
func TestFGSMRaisesLoss(t *testing.T) {
	lb := []int32{0, 1, 2, 3, 9, 8}
	da, db, a, b := losstest.Labelled(5, 8, 4, lb)
	l := Proxy{Alpha: 4}
	moved := func(pa, pb nn.Matrix) float64 {
		return l.Loss(nn.NewMatrix(4, 8), nn.NewMatrix(6, 8), plus(a, pa), plus(b, pb), lb[:4], lb)
	}
	plain := l.Loss(da, db, a, b, lb[:4], lb)
	FGSM(da, da, 0.01)
	FGSM(db, db, 0.01)
	adversarial := moved(da, db)
	if adversarial <= plain {
		t.Fatalf("loss %v at the adversarial inputs, %v at the plain ones", adversarial, plain)
	}
	rng := rand.New(rand.NewPCG(6, 0))
	for range 50 {
		ra, rb := nn.NewMatrix(4, 8), nn.NewMatrix(6, 8)
		for _, r := range []nn.Matrix{ra, rb} {
			for i := range r.Data {
				r.Data[i] = float32(rng.IntN(2)*2-1) * 0.01
			}
		}
		if random := moved(ra, rb); random >= adversarial {
			t.Errorf("a random step gives loss %v, the adversarial one %v", random, adversarial)
		}
	}
}

func plus(x, y nn.Matrix) nn.Matrix {
	s := nn.NewMatrix(x.Rows, x.Cols)
	for i := range s.Data {
		s.Data[i] = x.Data[i] + y.Data[i]
	}
	return s
}
