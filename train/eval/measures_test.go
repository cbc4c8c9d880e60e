package eval

import "testing"

// TestCoverage: right are 2 of 2, 4 of 5, 6 of 7 and 6 of 10. The five alone are too few right for 0.85, the seven not.
func TestCoverage(t *testing.T) {
	ps := []Prediction{{0.2, false, 3}, {0.9, true, 2}, {0.8, false, 1}, {0.8, true, 2}, {0.5, true, 2}}
	for _, c := range []struct{ precision, want float64 }{{1, 0.2}, {0.85, 0.7}, {0.8, 0.7}, {0.9, 0.2}, {0.1, 1}} {
		if got := coverage(ps, c.precision); got != c.want {
			t.Errorf("precision %v: %v, want %v", c.precision, got, c.want)
		}
	}
	if got := coverage([]Prediction{{0.9, false, 4}, {0.8, true, 1}}, 0.95); got != 0 {
		t.Errorf("nothing can be taken, but %v", got)
	}
}
