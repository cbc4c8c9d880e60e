package rank

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/normlet/normlet/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/eval"
)

// Corpus is a pack, built from its terminology alone, with labelled mentions.
type Corpus struct {
	Name     string
	Kind     string // of names: what is fitted on other kinds is judged on it
	Judge    bool   // nothing is ever fitted on it
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

// Together returns the mentions with repeated ones as one, by their text and entities.
func Together(ms []Mention) []Mention {
	compare := func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Text, b.Text), slices.Compare(a.Entities, b.Entities))
	}
	slices.SortStableFunc(ms, compare)
	var out []Mention
	for _, m := range ms {
		if last := len(out) - 1; last >= 0 && compare(out[last], m) == 0 {
			out[last].Count += m.Count
		} else {
			out = append(out, m)
		}
	}
	return out
}

// CalibrationErrors are expected calibration errors in a corpus (ten bins).
type CalibrationErrors struct {
	Corpus string
	Before float64 // with the scalings compared to
	After  float64 // with those fitted on all corpora but judges
	Unseen float64 // with those fitted on corpora of other kinds
}

// FitScalings fits one set of scalings on corpora that all count the same, and compares it with
// the one of before and with those that the other kinds of names give. cost is that of the square
// of a corpus's calibration error, in losses of a mention: the more, the less p tells answers
// apart. Without a cost, the fit takes seconds.
func FitScalings(corpora []Corpus, before score.Scalings, cost float64) (score.Scalings, []CalibrationErrors, error) {
	each := make([][]staged, len(corpora))
	for i := range corpora {
		each[i] = corpora[i].staged()
	}
	var kinds []string
	for i := range corpora {
		if !slices.Contains(kinds, corpora[i].Kind) {
			kinds = append(kinds, corpora[i].Kind)
		}
	}
	byKind := make([]score.Scalings, len(kinds)+1) // without each kind, and of all
	failed := make([]error, len(byKind))
	parallel.Each(0, len(byKind), func(k int) {
		var left [][]staged
		for i := range corpora {
			if c := &corpora[i]; !c.Judge && (k == len(kinds) || c.Kind != kinds[k]) {
				left = append(left, each[i])
			}
		}
		byKind[k], failed[k] = fitCorpora(left, cost)
	})
	all := byKind[len(kinds)]
	out := make([]CalibrationErrors, len(each))
	for i := range each {
		others := byKind[slices.Index(kinds, corpora[i].Kind)]
		out[i] = CalibrationErrors{corpora[i].Name, calibrationError(before, each[i]), calibrationError(all, each[i]), calibrationError(others, each[i])}
	}
	return all, out, errors.Join(failed...)
}

// staged is what became of a mention: the ranker's probabilities of entities and
// NIL, and what the best match rests on.
type staged struct {
	p        []float64
	pNIL     float64
	ties     int
	evidence score.Evidence
	right    bool // the first match, which is what is shown
	count    int
}

func (c *Corpus) staged() []staged {
	r := &c.Pack.Calibration().Ranker
	out := make([]staged, len(c.Mentions))
	parallel.Each(0, len(out), func(i int) {
		m := &c.Mentions[i]
		s := staged{count: m.Count}
		if rows := r.Fold(c.Pack.Candidates(m.Text)); len(rows) > 0 {
			s.p, s.pNIL = score.Probabilities(rows, r.NIL)
			_, s.ties, _ = score.Best(s.p)
			s.evidence, s.right = rows[0].Evidence(), slices.Contains(m.Entities, rows[0].Entity)
		}
		out[i] = s
	})
	return out
}

// asMentions is for how many mentions each corpus counts.
const asMentions = 2000

// plain is where a fit on corpora starts.
var plain = score.Scaling{Rivals: 1.2, NIL: 0.4, Shift: 0, Ceiling: 0.95}

// fitCorpora minimizes the mean negative log probability of what became of the mentions plus the
// cost of calibration errors, each corpus counting for asMentions.
func fitCorpora(corpora [][]staged, cost float64) (score.Scalings, error) {
	var start score.Scalings
	var of [score.NumEvidence][]answered
	for _, as := range corpora {
		weight := asMentions / float64(occurrences(as))
		for i := range as {
			if a := &as[i]; len(a.p) > 0 {
				of[a.evidence] = append(of[a.evidence], a.answered(weight))
			}
		}
	}
	for e := range start {
		start[e] = plain
	}
	start, err := fitEach(&of, start)
	if err != nil || len(corpora) == 0 || cost == 0 {
		return start, err
	}
	return improve(corpora, start, cost), nil
}

// improve searches for the least loss near start.
func improve(corpora [][]staged, start score.Scalings, cost float64) score.Scalings {
	var x []float64
	for _, s := range start {
		x = append(x, scalingVector(s)...)
	}
	search(x, func() float64 { return corporaLoss(corpora, vectorScalings(x), cost) })
	return vectorScalings(x)
}

// search lowers a loss of x that has steps, which gradients and quadratic models do not
// like: it takes every step along one of the axes that helps, shorter and shorter ones.
func search(x []float64, loss func() float64) {
	least := loss()
	for step := 0.5; step > 0.02; step /= 2 {
		for helped := true; helped; {
			helped = false
			for i, from := range x {
				for _, x[i] = range [...]float64{from + step, from - step} {
					if l := loss(); l < least {
						least, from, helped = l, x[i], true
						break
					}
				}
				x[i] = from
			}
		}
	}
}

func vectorScalings(x []float64) (out score.Scalings) {
	for i := range out {
		out[i] = vectorScaling(x[i*len(deviations) : (i+1)*len(deviations)])
	}
	return out
}

func occurrences(as []staged) (n int) {
	for i := range as {
		n += as[i].count
	}
	return n
}

// answered returns a as a Scaling sees it; of entities that are as good, the one that
// is shown first.
func (a *staged) answered(weight float64) answered {
	best, _, others := score.Best(a.p)
	rivals, nilOdds := score.Logits(best, others, a.pNIL)
	return answered{rivals, nilOdds, a.right, weight * float64(a.count)}
}

// corporaLoss is what fitCorpora minimizes, for each corpus and mention, and a little
// for the distance from plain.
func corporaLoss(corpora [][]staged, s score.Scalings, cost float64) float64 {
	loss, x0 := 0.0, scalingVector(plain)
	for _, as := range corpora {
		sum := 0.0
		for i := range as {
			p := min(max(as[i].top(&s), 1e-9), 1-1e-9)
			if !as[i].right {
				p = 1 - p
			}
			sum -= float64(as[i].count) * math.Log(p)
		}
		gap := calibrationError(s, as)
		loss += sum/float64(occurrences(as)) + cost*gap*gap
	}
	for _, x := range s {
		for i, v := range scalingVector(x) {
			d := (v - x0[i]) / deviations[i]
			loss += d * d / 2 / asMentions
		}
	}
	return loss
}

func (a *staged) top(s *score.Scalings) float64 {
	if len(a.p) == 0 {
		return 0
	}
	return s[a.evidence].Top(a.p, a.pNIL) / float64(a.ties)
}

func calibrationError(s score.Scalings, as []staged) float64 {
	ps := make([]eval.Prediction, len(as))
	for i := range as {
		ps[i] = eval.Prediction{P: as[i].top(&s), Right: as[i].right, Count: as[i].count}
	}
	return eval.CalibrationError(ps)
}
