package rank

import (
	"math"
	"slices"

	"github.com/normlet/normlet/core"
)

// Corpus is a pack, built from its terminology alone, with labelled mentions.
type Corpus struct {
	Name     string
	Pack     *core.Normalizer
	Mentions []Mention
}

// Mention is what somebody wrote, and the entities that are right, none if the
// pack has none of them.
type Mention struct {
	Text     string
	Entities []int32
	Count    int // of occurrences
}

// CalibrationErrors are expected calibration errors in a corpus (ten bins).
type CalibrationErrors struct {
	Corpus string
	Before float64 // with DefaultScalings
	After  float64 // with those fitted on all corpora
	Unseen float64 // with those fitted on the other corpora
}

// FitScalings fits one set of scalings to the mentions of several corpora. Each
// counts as much as any other, and in it every spelling as the square root of how
// often it occurs. DefaultScalings come from it.
func FitScalings(corpora []Corpus) (core.Scalings, []CalibrationErrors, error) {
	each := make([][]outcome, len(corpora))
	for i := range corpora {
		each[i] = corpora[i].outcomes()
	}
	all, err := scalingsBut(-1, corpora, each)
	if err != nil {
		return all, nil, err
	}
	var errors []CalibrationErrors
	for i := range corpora {
		others, err := scalingsBut(i, corpora, each)
		if err != nil {
			return all, nil, err
		}
		e := func(s core.Scalings) float64 {
			return calibrationError(s, each[i], &corpora[i].Pack.Calibration().Ranker)
		}
		errors = append(errors, CalibrationErrors{corpora[i].Name, e(DefaultScalings()), e(all), e(others)})
	}
	return all, errors, nil
}

// outcomes looks the mentions up and keeps the best row of each entity.
func (c *Corpus) outcomes() []outcome {
	r := &c.Pack.Calibration().Ranker
	out := make([]outcome, len(c.Mentions))
	parallel(len(out), func(i int) {
		m := &c.Mentions[i]
		o := outcome{gold: -1, rows: r.Fold(c.Pack.Candidates(m.Text)), weight: float64(m.Count)}
		for j := range o.rows {
			if slices.Contains(m.Entities, o.rows[j].Entity) {
				o.gold = o.rows[j].Entity // the best of the right ones
				break
			}
		}
		out[i] = o
	})
	return out
}

// corpusWeight is what the mentions of a corpus count together.
const corpusWeight = 1000

// scalingsBut fits the scalings of all stages on all corpora but one.
func scalingsBut(unwanted int, corpora []Corpus, each [][]outcome) (core.Scalings, error) {
	var of [len(core.Scalings{})][]answered
	for i := range corpora {
		if i == unwanted {
			continue
		}
		sum := 0.0
		for _, o := range each[i] {
			sum += math.Sqrt(o.weight)
		}
		for j := range each[i] {
			if o := &each[i][j]; len(o.rows) > 0 {
				a := o.answered(&corpora[i].Pack.Calibration().Ranker)
				a.weight = math.Sqrt(o.weight) * corpusWeight / sum
				of[o.rows[0].Stage] = append(of[o.rows[0].Stage], a)
			}
		}
	}
	return fitStages(&of, DefaultScalings())
}

// calibrationError returns the expected calibration error of s on folded outcomes.
func calibrationError(s core.Scalings, outcomes []outcome, r *core.Ranker) float64 {
	const bins = 10
	var gap [bins]float64 // of summed probability and right ones
	total := 0.0
	for i := range outcomes {
		o := &outcomes[i]
		p, right := 0.0, 0.0
		if len(o.rows) > 0 {
			p = s[o.rows[0].Stage].P(o.logits(r))
			if o.rows[0].Entity == o.gold {
				right = 1
			}
		}
		gap[min(bins-1, int(p*bins))] += o.weight * (p - right)
		total += o.weight
	}
	e := 0.0
	for _, g := range gap {
		e += math.Abs(g) / total
	}
	return e
}
