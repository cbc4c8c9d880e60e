package core_test

import (
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/score"
)

// TestGrams requires the feature Grams of a pack whose ranker has a weight for it, and of no other.
func TestGrams(t *testing.T) {
	c := contents(t)
	calibration, err := score.ParseCalibration(c.Calibration)
	if err != nil {
		t.Fatal(err)
	}
	calibration.Ranker.Weights[score.Grams] = 3
	weighs := *c
	weighs.Calibration = calibration.AppendBinary(nil)
	most := func(n *core.Normalizer) (most float32) {
		defer n.Close()
		for _, x := range engine.Of(n).Candidates("haemophilus influenza b") {
			most = max(most, x.Features[score.Grams])
		}
		return most
	}
	if got := most(opened(t, c)); got != 0 {
		t.Errorf("without a weight: %v", got)
	}
	if got := most(opened(t, &weighs)); got < 0.5 || got >= 1 {
		t.Errorf("with a weight: %v, want most of 1", got)
	}
}
