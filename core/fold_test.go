package core_test

import (
	"math"
	"testing"

	"github.com/normlet/normlet/core/score"
)

// TestFoldOfHugeWeights scores with weights whose sums overflow: probabilities are
// numbers all the same, and sum to 1.
func TestFoldOfHugeWeights(t *testing.T) {
	const huge = 3e38
	for what, r := range map[string]score.Ranker{
		"to infinity":        {Weights: [score.NumFeatures]float32{score.Exact: huge, score.Normalized: huge}},
		"to minus infinity":  {Weights: [score.NumFeatures]float32{score.Exact: -huge, score.Normalized: -huge}, NIL: -huge},
		"to nothing":         {Weights: [score.NumFeatures]float32{score.Exact: huge, score.Normalized: huge, score.Trigram: -huge, score.Digits: -huge, score.NameIn: -huge}},
		"NIL of many scores": {Weights: [score.NumFeatures]float32{score.Exact: -huge, score.Normalized: -huge}, NIL: huge},
	} {
		var all [score.NumFeatures]float32
		for i := range all {
			all[i] = 1
		}
		cs := r.Fold([]score.Candidate{{Row: 0, Entity: 0, Features: all}, {Row: 1, Entity: 1}, {Row: 2, Entity: 2, Features: all}, {Row: 3, Entity: 2}})
		if len(cs) != 3 {
			t.Fatalf("%s: %d entities, want 3", what, len(cs))
		}
		p, pNIL := score.Probabilities(cs, r.NIL)
		sum := pNIL
		for i, c := range cs {
			sum += p[i]
			if s := float64(c.Score); math.IsNaN(s) || math.IsInf(s, 0) || i > 0 && c.Score > cs[i-1].Score {
				t.Errorf("%s: score %v in place %d", what, c.Score, i)
			}
		}
		if !(math.Abs(sum-1) < 1e-9) {
			t.Errorf("%s: probabilities %v and %v sum to %v", what, p, pNIL, sum)
		}
	}
}
