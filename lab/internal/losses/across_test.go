package losses

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss/losstest"
)

// TestAcrossIsContrastive compares Across with Contrastive on the same pairs, one at a time.
func TestAcrossIsContrastive(t *testing.T) {
	const rows, dim = 8, 4
	x := losstest.UnitRows(rand.New(rand.NewPCG(5, 0)), rows, dim)
	apart := func(i, j int) bool { return (i+j)%3 != 0 }
	for _, margin := range []float32{0, 0.5, 1, 2} {
		want, dwant := 0.0, nn.NewMatrix(rows, dim)
		pairs, single := 0, Contrastive{Margin: margin}
		for i := range rows {
			for j := range i {
				if !apart(i, j) {
					continue
				}
				pairs++
				da, db := nn.NewMatrix(1, dim), nn.NewMatrix(1, dim)
				want += single.Loss(da, db, nn.Rows(x, i, i+1), nn.Rows(x, j, j+1), []float32{0}) / (rows / 2)
				for k := range dim {
					nn.Row(dwant, i)[k] += da.Data[k] / (rows / 2)
					nn.Row(dwant, j)[k] += db.Data[k] / (rows / 2)
				}
			}
		}
		l := Across{Margin: margin}
		dx := nn.NewMatrix(rows, dim)
		for i := range dx.Data {
			dx.Data[i] = 1
		}
		if got := l.Add(dx, x, apart); pairs == 0 || math.Abs(got-want) > 1e-5 {
			t.Errorf("margin %v: loss %v of %d pairs, want %v", margin, got, pairs, want)
		}
		for i, v := range dx.Data {
			if math.Abs(float64(v-1-dwant.Data[i])) > 1e-5 {
				t.Fatalf("margin %v: element %d of the gradient is %v, want 1 + %v", margin, i, v, dwant.Data[i])
			}
		}
	}
}

func TestAcrossThreads(t *testing.T) {
	const rows, dim = 37, 6
	x := losstest.UnitRows(rand.New(rand.NewPCG(6, 0)), rows, dim)
	apart := func(i, j int) bool { return i%5 != j%5 }
	one, four := Across{}, Across{Threads: 4}
	a, b := nn.NewMatrix(rows, dim), nn.NewMatrix(rows, dim)
	if la, lb := one.Add(a, x, apart), four.Add(b, x, apart); la != lb || la == 0 || !slices.Equal(a.Data, b.Data) {
		t.Errorf("losses %v and %v with one and four threads, or other gradients", la, lb)
	}
}
