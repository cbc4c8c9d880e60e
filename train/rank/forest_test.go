package rank

import (
	"testing"

	"github.com/normlet/normlet/internal/core/score"
)

// TestAlone requires NIL of a mention asked by itself to begin where it is even if the list has ExpectedShare of them:
// score knows neither the forests nor their share.
func TestAlone(t *testing.T) {
	forests := defaultForests()
	base := forests.InList.Share()
	for expected, want := range map[float64]bool{0.46: true, 0.54: false} {
		p := score.Shift(expected, score.ExpectedShare, base)
		if got := score.IsNIL(1-p, p, true); got != want {
			t.Errorf("p %.2f, which is %.2f where %.2f are right: NIL %v", p, expected, score.ExpectedShare, got)
		}
	}
}
