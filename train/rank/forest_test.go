package rank

import (
	"math"
	"testing"

	"github.com/normlet/normlet/internal/core/score"
)

// TestAlone requires NIL of a mention asked by itself to begin where it is even if the list has seven of ten of them: score
// knows neither the forests nor their share.
func TestAlone(t *testing.T) {
	forests := defaultForests()
	towards := forests.Towards(0.7)
	for expected, want := range map[float64]bool{0.46: true, 0.54: false} {
		odds := expected / (1 - expected) * math.Exp(-towards)
		p := odds / (1 + odds)
		if got := score.IsNIL(1-p, p, true); got != want {
			t.Errorf("p %.2f, which is %.2f where seven of ten are right: NIL %v", p, expected, got)
		}
	}
}
