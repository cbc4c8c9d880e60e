package rank

import (
	"math"
	"slices"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/f64"
)

// unscaled returns the scalings of a pack without labelled mentions.
func unscaled() (out score.Scalings) {
	for e := range out {
		out[e] = score.Unscaled
	}
	return out
}

// namespaceMentions is the least number of labelled mentions for which a namespace gets scalings of its own.
const namespaceMentions = 200

// answered is the answer to a labelled mention, in the terms of a Scaling.
type answered struct {
	forest float64 // log odds by the forests
	inputs score.Inputs
	right  bool
	weight float64
}

// group has the answers to labelled mentions that scalings are fitted on, by their evidence.
type group struct {
	answers [score.NumEvidence][]answered
	in      int // of different mentions, those whose entity the list has, as an estimate sees those of a column
	all     int
}

// shareMentions is how many mentions the share that is expected counts for beside those seen.
const shareMentions = 10

func (g *group) add(e score.Evidence, a answered, in, fit bool) {
	if g.all++; in {
		g.in++
	}
	if fit {
		g.answers[e] = append(g.answers[e], a)
	}
}

func (g *group) share(expected float64) float32 {
	return float32((float64(g.in) + float64(shareMentions*expected)) / float64(g.all+shareMentions))
}

// fitScalings fits the scalings of c, starting from their present values, and the share of mentions whose entity the list has,
// on folded labelled outcomes. If the encoder learned these, it does not fit the scaling of near names.
func fitScalings(c *score.Calibration, n *core.Normalizer, outcomes []outcome, learned bool) {
	var all group
	namespaces := make(map[string]*group)
	weights := make(map[string]float64)
	contents := engine.Of(n).Contents()
	for i := range outcomes {
		o := &outcomes[i]
		rows := o.rows.appendTo(nil)
		if len(rows) == 0 {
			continue
		}
		evidence, a := rows[0].Evidence(), o.answered(c, n, rows)
		a.weight = math.Sqrt(a.weight) // repetitions in a text say little about other texts
		fit := !learned || evidence < score.LooselySame
		ns := contents.Namespaces[contents.EntityNamespace[rows[0].Entity]]
		if namespaces[ns] == nil {
			namespaces[ns] = new(group)
		}
		all.add(evidence, a, o.gold >= 0, fit)
		namespaces[ns].add(evidence, a, o.gold >= 0, fit)
		weights[ns] += o.weight
	}
	c.Share = all.share(c.Forests.Has.Share())
	c.Scalings = all.fit(&c.Forests, c.Share, c.Scalings)
	if len(contents.Namespaces) < 2 {
		return
	}
	for _, ns := range slices.Sorted(slices.Values(contents.Namespaces)) {
		if weights[ns] < namespaceMentions {
			continue
		}
		of := namespaces[ns]
		share := of.share(float64(c.Share))
		c.Namespaces = append(c.Namespaces, score.NamespaceScalings{Namespace: ns, Scalings: of.fit(&c.Forests, share, c.Scalings), Share: share})
	}
}

// answered returns o, whose rows are given, in the terms of a Scaling.
func (o *outcome) answered(c *score.Calibration, n *core.Normalizer, rows []score.Candidate) answered {
	p, pNIL := score.Probabilities(rows, c.Ranker.NIL)
	a := answered{weight: o.weight}
	for i, share := range score.AsGood(rows, p) { // the scaling is of them all
		a.right = a.right || share > 0 && rows[i].Entity == o.gold
	}
	a.inputs = engine.Of(n).Inputs(o.mention, rows, p, pNIL)
	return a
}

// fit fits the scaling of each kind of evidence on the answers that rest on it, where the list has share of what is meant.
func (g *group) fit(forests *score.Forests, share float32, center score.Scalings) score.Scalings {
	out := center
	for e, as := range g.answers {
		for i := range as {
			as[i].forest, _ = forests.Logit(&as[i].inputs, forests.Towards(float64(share)))
		}
		if len(as) > 0 {
			out[e] = fitScaling(as, center[e])
		}
	}
	return out
}

// The fit sees a Scaling as five numbers, the last the logit of the ceiling. deviations are the
// standard deviations of their Gaussian prior around the start.
var deviations = [5]float64{0.3, 0.3, 0.3, 0.7, 1}

func scalingVector(s score.Scaling) []float64 {
	ceiling := min(float64(s.Ceiling), agreement)
	return []float64{float64(s.Slope), float64(s.Rivals), float64(s.NIL), float64(s.Shift), f64.Log(ceiling / (1 - ceiling))}
}

func vectorScaling(x []float64) score.Scaling {
	return score.Scaling{
		Slope: float32(max(0, x[0])), Rivals: float32(x[1]), NIL: float32(x[2]), Shift: float32(x[3]),
		Ceiling: float32(min(sigmoid(x[4]), agreement)),
	}
}

func sigmoid(x float64) float64 { return 1 / (1 + f64.Exp(-x)) }

// agreement bounds how often people and a terminology agree. Labelled mentions agree more with those that are left out in turn
// than with other texts: without the bound, exact names of diseases got a mean p of 0.98 and 0.99, but only 0.96 and 0.97 of
// them were right.
const agreement = 0.98

// fitScaling maximizes the probability of the answers, multiplied by that of the prior around center.
func fitScaling(as []answered, center score.Scaling) score.Scaling {
	x0 := scalingVector(center)
	x, _ := minimize(func(grad, x []float64) float64 { return scalingLoss(as, x0, x, grad) }, x0, 1e-4, 200)
	return vectorScaling(x)
}

// scalingLoss returns the negative log probability and sets grad to its gradient.
func scalingLoss(as []answered, x0, x, grad []float64) float64 {
	loss := 0.0
	for i, v := range x {
		d := (v - x0[i]) / deviations[i]
		loss += float64(d * d / 2)
		grad[i] = d / deviations[i]
	}
	ceiling := sigmoid(x[4])
	for i := range as {
		a := &as[i]
		rivals, nilOdds := float64(a.inputs[score.InputRivals]), float64(a.inputs[score.InputNIL])
		s := sigmoid(float64(x[0]*a.forest) + float64(x[1]*rivals) + float64(x[2]*nilOdds) + x[3])
		p := min(max(ceiling*s, 1e-9), 1-1e-9)
		byP := 1 / (1 - p) // derivative of the loss
		if a.right {
			loss -= float64(a.weight * f64.Log(p))
			byP = -1 / p
		} else {
			loss -= float64(a.weight * f64.Log(1-p))
		}
		byP *= a.weight
		byZ := float64(byP * p * (1 - s))
		grad[0] += float64(byZ * a.forest)
		grad[1] += float64(byZ * rivals)
		grad[2] += float64(byZ * nilOdds)
		grad[3] += byZ
		grad[4] += float64(byP * p * (1 - ceiling))
	}
	return loss
}
