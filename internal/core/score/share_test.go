package score

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestShift requires odds to change by the odds of the shares, and 0, 1 and an equal share to stay.
func TestShift(t *testing.T) {
	for _, tt := range []struct{ p, base, share, want float64 }{
		{0.5, 0.5, 0.8, 0.8}, {0.5, 0.8, 0.5, 0.2}, {0.3, 0.4, 0.4, 0.3}, {0, 0.5, 0.999, 0}, {1, 0.5, 0.001, 1},
	} {
		if got := Shift(tt.p, tt.base, tt.share); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%v of %v becomes %v with %v, want %v", tt.p, tt.base, got, tt.share, tt.want)
		}
	}
}

// TestShare draws answers whose p is right where half of them are, takes a share of them, and requires it to be found
// again, but for what the expected share pulls.
func TestShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, share := range []float64{0.02, 0.3, 0.95} {
		var p []float64
		for range 4000 {
			// Evidence of a right answer is normal around 1, that of a wrong one around -1: log odds are twice it.
			mean := -1.0
			if rng.Float64() < share {
				mean = 1
			}
			p = append(p, 1/(1+math.Exp(-2*(mean+rng.NormFloat64()))))
		}
		if got := Share(p, 0.5, 0.5); math.Abs(got-share) > 0.06 {
			t.Errorf("a share of %v is estimated as %v", share, got)
		}
	}
	few := Share([]float64{0.99, 0.99, 0.99}, 0.5, 0.5)
	if none := Share(nil, 0.5, 0.3); none != 0.3 || few < 0.5 || few > 0.75 {
		t.Errorf("nothing says %v, three sure answers %v", none, few)
	}
	many := make([]float64, 100_000)
	if got := Share(many, 0.5, 0.5); !(got > 0 && got < 0.1) {
		t.Errorf("nothing right is %v", got)
	}
}

// TestShares requires a group of sure answers and one of doubtful ones to have shares of their own, and a group of one to
// have what all have.
func TestShares(t *testing.T) {
	sure, none := make([]float64, 50), make([]float64, 50)
	for i := range sure {
		sure[i], none[i] = 0.95, 0.02
	}
	shares, right := Shares([][]float64{sure, none, {0.5}, nil}, 0.5)
	if !(shares[0] > 0.85 && shares[1] < 0.3 && shares[1] < shares[2] && shares[2] < shares[0]) || !(right[0] > 48 && right[1] < 2) || right[3] != 0 {
		t.Errorf("shares %v, of which %v are right", shares, right)
	}
}
