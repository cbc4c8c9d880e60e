package losses

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss/losstest"
)

// at returns the loss of one pair at cosine distance d, and its slope in d.
func at(l Contrastive, d float64, y float32) (loss, slope float64) {
	a, b := losstest.Matrix(2, 1, 0), losstest.Matrix(2, float32(1-d), float32(math.Sqrt(max(0, 1-(1-d)*(1-d)))))
	da, db := nn.NewMatrix(1, 2), nn.NewMatrix(1, 2)
	loss = l.Loss(da, db, a, b, []float32{y})
	return loss, -float64(db.Data[0]) // b's first element is the cosine, 1-d
}

func TestContrastiveByHand(t *testing.T) {
	for _, c := range []struct {
		margin      float32
		d           float64
		y           float32
		loss, slope float64
	}{
		{0, 0, 1, 0, 0},
		{0, 0.5, 1, 0.125, 0.5},
		{0, 2, 1, 2, 2},    // opposite vectors of one name
		{0, 0, 0, 0.5, -1}, // equal vectors of two names
		{0, 0.25, 0, 0.28125, -0.75},
		{0, 1, 0, 0, 0}, // far enough
		{0, 2, 0, 0, 0},
		{0, 1.5, 0.5, 0.5625, 0.75}, // beyond the margin only the pull is left
		{2, 1, 0, 0.5, -1},
		{2, 2, 0, 0, 0},
	} {
		loss, slope := at(Contrastive{Margin: c.margin}, c.d, c.y)
		if math.Abs(loss-c.loss) > 1e-6 || math.Abs(slope-c.slope) > 1e-6 {
			t.Errorf("margin %v, d %v, y %v: loss %v and slope %v, want %v and %v", c.margin, c.d, c.y, loss, slope, c.loss, c.slope)
		}
	}
}

// TestContrastiveOptimum finds the best distance of every label on a grid, and
// asks the gradient on both sides of it for the same.
func TestContrastiveOptimum(t *testing.T) {
	const steps, reach = 400, 2.0
	for y := float32(0); y <= 1; y += 0.0625 {
		want := float64(1 - y)
		best, bestLoss := 0.0, math.Inf(1)
		for i := range steps + 1 {
			d := reach * float64(i) / steps
			if loss, _ := at(Contrastive{}, d, y); loss < bestLoss-1e-9 {
				best, bestLoss = d, loss
			}
		}
		if math.Abs(best-want) > 2*reach/steps {
			t.Errorf("y %v: the loss is least at distance %v, want %v", y, best, want)
		}
		for _, d := range []float64{want - 0.05, want + 0.05} {
			_, slope := at(Contrastive{}, d, y)
			falls := d < want // towards larger distances
			if d >= 0 && d <= 2 && !(y == 0 && d > 1) && (slope < 0) != falls {
				t.Errorf("y %v: slope %v at distance %v, want the optimum at %v", y, slope, d, want)
			}
		}
	}
}

func TestContrastiveGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	const rows = 12
	a, b, da, db := losstest.UnitRows(rng, rows, 4), losstest.UnitRows(rng, rows, 4), nn.NewMatrix(rows, 4), nn.NewMatrix(rows, 4)
	y := make([]float32, rows)
	for i := range y {
		y[i] = float32(i%5) / 4
	}
	for _, l := range []Contrastive{{}, {Margin: 0.5}, {Margin: 2}} {
		l.Loss(da, db, a, b, y)
		f := func() float64 { return l.Loss(nn.NewMatrix(rows, 4), nn.NewMatrix(rows, 4), a, b, y) }
		losstest.CheckGradient(t, "a", f, a.Data, da.Data)
		losstest.CheckGradient(t, "b", f, b.Data, db.Data)
	}
}
