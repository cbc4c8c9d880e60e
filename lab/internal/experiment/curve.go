package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// judged is the score of a mention, higher for NIL, and whether it is NIL.
type judged struct {
	score float64
	isNIL bool
}

// curve is a precision-recall curve: a point for each distinct score, falling.
type curve struct{ score, precision, recall []float64 }

func newCurve(list []judged) *curve {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b judged) int { return cmp.Compare(b.score, a.score) })
	total := 0.0
	for _, j := range list {
		if j.isNIL {
			total++
		}
	}
	c, hit := &curve{}, 0.0
	for i, j := range list {
		if j.isNIL {
			hit++
		}
		if i+1 == len(list) || list[i+1].score != j.score {
			c.score = append(c.score, j.score)
			c.precision = append(c.precision, hit/float64(i+1))
			c.recall = append(c.recall, hit/max(1, total))
		}
	}
	return c
}

func (c *curve) area() float64 {
	sum, before := 0.0, 0.0
	for i, r := range c.recall {
		sum += (r - before) * c.precision[i]
		before = r
	}
	return sum
}

// best returns the score from which on to say NIL for the best F1.
func (c *curve) best() float64 {
	best, at := -1.0, math.Inf(1)
	for i, s := range c.score {
		if f := f1(c.precision[i], c.recall[i]); f > best {
			best, at = f, s
		}
	}
	return at
}

func f1(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// at returns precision and recall when scores from threshold on are NIL.
func (c *curve) at(threshold float64) (precision, recall float64) {
	for i, s := range c.score {
		if s < threshold {
			break
		}
		precision, recall = c.precision[i], c.recall[i]
	}
	return precision, recall
}

type nilResult struct {
	model             nilModel
	repeat            int
	curve             *curve
	area              float64
	precision, recall float64
	threshold         float64 // cosine
}

func (r *Result) report(s nilSet, results []nilResult, o Options) {
	t := Table{Title: "NIL: " + s.name, Columns: []string{"loss", "seed", "auPR", "precision", "recall", "F1", "threshold (cosine)"}}
	fig := Figure{Name: strings.ReplaceAll(s.name, " ", "-"), Title: "NIL: " + s.name, X: "recall", Y: "precision"}
	area := map[string][]float64{}
	for _, x := range results {
		t.add(x.model.name, int(o.Seed)+x.repeat, x.area, x.precision, x.recall, f1(x.precision, x.recall), x.threshold)
		area[x.model.name] = append(area[x.model.name], x.area)
		if x.repeat == 0 {
			fig.Series = append(fig.Series, x.curve.series(x.model.name))
		}
	}
	r.Tables, r.Figures = append(r.Tables, t), append(r.Figures, fig)
	models := nilModels()
	plain, wide, ce := area[models[0].name], area[models[len(margins)-1].name], area[models[len(margins)].name]
	var up, over []float64
	for i := range plain {
		up, over = append(up, wide[i]-plain[i]), append(over, plain[i]-ce[i])
	}
	r.Findings = append(r.Findings,
		paired(s.name+": with the margin of the proxy loss, NIL is told better", fmt.Sprintf("auPR, margin %g minus margin 0", margins[len(margins)-1]), up),
		paired(s.name+": the proxy loss tells NIL better than cross-entropy", "auPR, margin 0 minus cross-entropy", over))
}

// series returns the curve in at most a hundred or so points.
func (c *curve) series(name string) Series {
	s := Series{Name: name}
	last := -1.0
	for i, r := range c.recall {
		if r-last >= 0.01 || i+1 == len(c.recall) {
			s.add(r, c.precision[i])
			last = r
		}
	}
	return s
}
