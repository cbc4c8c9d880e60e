package rank

import (
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/score"
)

// Loss returns the mean negative log probability of the right outcomes under r,
// for the mentions that Fit would make.
func Loss(n *core.Normalizer, cfg Config, weight []float64, r score.Ranker) float64 {
	best := foldAll(newSampler(n, cfg, weight).sample(), &r)
	return lossAndGrad(best, toVector(&r), make([]float64, dims)) / float64(len(best))
}

// Sample returns the right entity, -1 for NIL, and the candidates of the
// mentions that Fit would make.
func Sample(n *core.Normalizer, cfg Config, weight []float64) (gold []int32, rows [][]score.Candidate) {
	for _, o := range newSampler(n, cfg, weight).sample() {
		gold, rows = append(gold, o.gold), append(rows, o.rows.appendTo(nil))
	}
	return gold, rows
}

// FitScalingsOf fits the scalings of c on mentions whose best rows are given, all wrong.
func FitScalingsOf(c *score.Calibration, n *core.Normalizer, best []score.Candidate, learned bool) {
	var outcomes []outcome
	for _, row := range best {
		outcomes = append(outcomes, outcome{gold: row.Entity + 1, rows: packed([]score.Candidate{row}), weight: 1})
	}
	fitScalings(c, n, outcomes, learned)
}

// Unscaled are the scalings of a pack without labelled mentions.
func Unscaled() score.Scalings { return unscaled() }
