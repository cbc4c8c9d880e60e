//go:build plot

package experiment

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"
)

// TestLabels: labels of points that lie on each other go different places, those
// of a crowd have none.
func TestLabels(t *testing.T) {
	s := Series{Name: "s"}
	for i := range 60 {
		s.add(0.5, 0.5)
		s.Labels = append(s.Labels, fmt.Sprint("label ", i/2)) // every one twice
	}
	p := plot.New()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	got := newLabels(&Figure{Series: []Series{s}}, p)
	if len(got.XYs) < 4 || len(got.XYs) >= 30 {
		t.Fatalf("%d labels", len(got.XYs))
	}
	for i, a := range got.XYs {
		if slices.Contains(got.Labels[:i], got.Labels[i]) {
			t.Errorf("%s stands twice at one point", got.Labels[i])
		}
		for _, b := range got.XYs[:i] {
			if math.Abs(a.X-b.X) < 0.05 && math.Abs(a.Y-b.Y) < 0.03 {
				t.Errorf("labels at %v and %v", a, b)
			}
		}
	}
}
