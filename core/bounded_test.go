package core

import (
	"math"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/names"
)

func TestBounded(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct{ x, want float32 }{
		{0, 0}, {2, 2}, {-2, -2}, {1.5, 1.5}, {2.5, 2}, {-2.5, -2}, {inf, 2}, {-inf, -2}, {inf - inf, -2},
	} {
		if got := bounded(c.x, 2); got != c.want {
			t.Errorf("%v: %v, want %v", c.x, got, c.want)
		}
	}
}

// TestLastFiguresOfLongMention finds no numeral where the encoder reads nothing.
func TestLastFiguresOfLongMention(t *testing.T) {
	read := strings.Repeat(" ", names.MaxBytes-6)
	if got, ok := lastFigures(read+"COLVII", "colvii"); got != "col7" || !ok {
		t.Errorf("in what is read: %q, %t", got, ok)
	}
	if got, ok := lastFigures(read+" COLVII", "colvii"); ok {
		t.Errorf("beyond: %q", got)
	}
}
