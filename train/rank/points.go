package rank

import (
	"cmp"
	"math"
	"slices"

	"github.com/normlet/normlet/core/score"

	"github.com/normlet/normlet/core"
)

// precisions are what operating points are looked for.
var precisions = [...]float64{0.80, 0.90, 0.95, 0.98, 0.99}

// minAnswers is how many answers say what to expect of more.
const minAnswers = 50

type given struct {
	p     float64
	right bool
}

// points returns the operating points that folded made-up outcomes show, those
// with the most answers for each precision that can be reached.
func points(c *score.Calibration, n *core.Normalizer, outcomes []outcome) []score.OperatingPoint {
	return searchPoints(answersOf(c, n, outcomes), len(outcomes))
}

// searchPoints returns the points of answers to a number of mentions.
func searchPoints(answers []given, mentions int) []score.OperatingPoint {
	slices.SortStableFunc(answers, func(a, b given) int { return cmp.Compare(b.p, a.p) })
	var out []score.OperatingPoint
	for _, precision := range precisions {
		best, right := 0, 0
		for i, a := range answers {
			if a.right {
				right++
			}
			last := i+1 == len(answers) || answers[i+1].p < a.p // equal ones go together
			if last && float64(right) >= precision*float64(i+1) {
				best = i + 1
			}
		}
		if best < minAnswers {
			continue
		}
		point := score.OperatingPoint{Precision: float32(precision), Coverage: float32(best) / float32(mentions)}
		if best < len(answers) { // else every answer will do
			point.Threshold = math.Nextafter32(float32(answers[best-1].p), 0)
		}
		out = append(out, point)
	}
	return out
}

// answersOf returns the answers that are not NIL.
func answersOf(c *score.Calibration, n *core.Normalizer, outcomes []outcome) []given {
	contents := n.Contents()
	var out []given
	for i := range outcomes {
		o := &outcomes[i]
		if len(o.rows) == 0 {
			continue
		}
		best := &o.rows[0]
		p, pNIL := score.Probabilities(o.rows, c.Ranker.NIL)
		ns := contents.Namespaces[contents.EntityNamespace[best.Entity]]
		if pNIL = c.Apply(ns, best.Evidence(), p, pNIL); pNIL <= p[0] {
			out = append(out, given{p[0], best.Entity == o.gold})
		}
	}
	return out
}
