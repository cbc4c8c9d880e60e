package rank

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/eval"
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

// FitScalings searches one set of scalings for the least mean calibration error
// of several corpora, starting at DefaultScalings.
func FitScalings(corpora []Corpus) (core.Scalings, []CalibrationErrors, error) {
	each := make([][]staged, len(corpora))
	for i := range corpora {
		each[i] = corpora[i].staged()
	}
	all, err := leastError(each)
	if err != nil {
		return all, nil, err
	}
	var errors []CalibrationErrors
	for i, as := range each {
		e := CalibrationErrors{Corpus: corpora[i].Name, Before: calibrationError(DefaultScalings(), as), After: calibrationError(all, as)}
		others, err := leastError(slices.Concat(each[:i], each[i+1:]))
		if err != nil {
			return all, nil, err
		}
		e.Unseen = calibrationError(others, as)
		errors = append(errors, e)
	}
	return all, errors, nil
}

// staged is what became of a mention: the ranker's probabilities of entities and
// NIL, and the stage of the best match.
type staged struct {
	p     []float64
	pNIL  float64
	ties  int
	stage core.Stage
	right bool // the first match, which is what is shown
	count int
}

// staged looks the mentions up.
func (c *Corpus) staged() []staged {
	r := &c.Pack.Calibration().Ranker
	out := make([]staged, len(c.Mentions))
	parallel.Each(0, len(out), func(i int) {
		m := &c.Mentions[i]
		s := staged{count: m.Count}
		if rows := r.Fold(c.Pack.Candidates(m.Text)); len(rows) > 0 {
			s.p, s.pNIL = core.Probabilities(rows, r.NIL)
			_, s.ties, _ = core.Best(s.p)
			s.stage, s.right = rows[0].Stage, slices.Contains(m.Entities, rows[0].Entity)
		}
		out[i] = s
	})
	return out
}

// farOff is what a unit of distance from DefaultScalings costs: little, so that it
// decides only between scalings that are as good.
const farOff = 0.002

// leastError searches for the scalings with the least calibration error.
func leastError(corpora [][]staged) (core.Scalings, error) {
	start := DefaultScalings()
	if len(corpora) == 0 {
		return start, nil
	}
	var x0 []float64
	for _, s := range start {
		x0 = append(x0, scalingVector(s)...)
	}
	scalings := func(x []float64) (out core.Scalings) {
		for i := range out {
			out[i] = vectorScaling(x[i*len(deviations) : (i+1)*len(deviations)])
		}
		return out
	}
	problem := optimize.Problem{Func: func(x []float64) float64 {
		loss, s := 0.0, scalings(x)
		for _, as := range corpora {
			loss += calibrationError(s, as) / float64(len(corpora))
		}
		for i, v := range x {
			loss += farOff * math.Abs(v-x0[i])
		}
		return loss
	}}
	method := &optimize.CmaEsChol{InitStepSize: 0.2, Src: rand.NewPCG(1, 0)} // the loss has steps
	res, err := optimize.Minimize(problem, x0, &optimize.Settings{FuncEvaluations: 4000, Converger: optimize.NeverTerminate{}}, method)
	if res == nil {
		return start, err
	}
	return scalings(res.X), nil
}

// calibrationError returns the expected calibration error of s.
func calibrationError(s core.Scalings, as []staged) float64 {
	ps := make([]eval.Prediction, len(as))
	for i := range as {
		a := &as[i]
		ps[i] = eval.Prediction{Right: a.right, Count: a.count}
		if len(a.p) > 0 {
			ps[i].P = s[a.stage].Top(a.p, a.pNIL) / float64(a.ties)
		}
	}
	return eval.CalibrationError(ps)
}
