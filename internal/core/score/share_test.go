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
		if got := shiftTo(tt.p, tt.base, tt.share); math.Abs(got-tt.want) > 1e-12 {
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
		if got := shareOf(p, 0.5, 0.5); math.Abs(got-share) > 0.06 {
			t.Errorf("a share of %v is estimated as %v", share, got)
		}
	}
	few := shareOf([]float64{0.99, 0.99, 0.99}, 0.5, 0.5)
	if none := shareOf(nil, 0.5, 0.3); none != 0.3 || few < 0.5 || few > 0.75 {
		t.Errorf("nothing says %v, three sure answers %v", none, few)
	}
	many := make([]float64, 100_000)
	if got := shareOf(many, 0.5, 0.5); !(got > 0 && got < 0.1) {
		t.Errorf("nothing right is %v", got)
	}
}

// TestShifts requires what matches nothing, and what is near a name, to take nothing from names that are written as the
// list has them; and a namespace of doubtful names to be less likely than one of sure names.
func TestShifts(t *testing.T) {
	f := &Forests{Strata: [NumStrata]float32{OfficialName: 0.97, OtherName: 0.9, OtherWords: 0.6, LikeName: 0.4, NoName: 0.01}}
	var seen []Seen
	add := func(n int, of Seen) {
		for range n {
			seen = append(seen, of)
		}
	}
	add(50, Seen{Has: 0.95, Stratum: OfficialName})
	alone, _ := f.Shifts(seen, 2)
	add(1000, Seen{Has: 0.01, Stratum: NoName})
	add(100, Seen{Has: 0.1, Stratum: LikeName})
	add(50, Seen{Has: 0.3, Stratum: OtherName})
	add(50, Seen{Has: 0.95, Stratum: OtherName, Namespace: 1})
	shifts, in := f.Shifts(seen, 2)
	if shifts[OfficialName] < 0 || alone[OfficialName] < 1 {
		t.Errorf("official names have log odds of %v by themselves and of %v with other cells, more than of a cell alone", alone[OfficialName], shifts[OfficialName])
	}
	if shifts[LikeName] > 0 {
		t.Errorf("a column without near names raises those: %v", shifts)
	}
	if first, second := shifts[OtherName], shifts[NumStrata+OtherName]; !(first < second) {
		t.Errorf("other names: %v in a doubtful namespace, %v in a sure one", first, second)
	}
	if in[0] < 45 || in[0] > 100 || in[1] < 40 || in[1] > 50 {
		t.Errorf("of 50 names of each of two namespaces, %v are there", in)
	}
	for _, none := range [][]Seen{nil, {{}}} {
		for _, x := range first(f.Shifts(none, 1)) {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%v: %v", none, x)
			}
		}
	}
}

func first(shifts, _ []float64) []float64 { return shifts }
