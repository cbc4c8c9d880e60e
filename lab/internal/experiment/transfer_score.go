package experiment

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/lab/internal/logistic"
)

// transferScore is how good one kind of vectors or codes is.
type transferScore struct {
	accuracy []float64 // of each task
	f1       float64   // of the pairs
	pearson  []float64 // of each set of graded pairs, by cosine or by Hamming distance
}

// mean returns the mean accuracy.
func (s transferScore) mean() float64 { return stat.Mean(s.accuracy, nil) }

// transferCells returns what tables show of runs: the mean of each figure, and the standard
// deviation of the mean accuracy if there are several.
func transferCells(runs []transferScore) []any {
	var out []any
	for k := range runs[0].accuracy {
		out = append(out, meanOf(runs, func(s transferScore) float64 { return s.accuracy[k] }))
	}
	out = append(out, meanOf(runs, func(s transferScore) float64 { return s.f1 }), meanOf(runs, transferScore.mean))
	for k := range runs[0].pearson {
		out = append(out, meanOf(runs, func(s transferScore) float64 { return s.pearson[k] }))
	}
	return out
}

func (c *transferRun) columns() []string {
	var out []string
	for _, t := range c.tasks {
		out = append(out, t.name)
	}
	out = append(out, "F1 of pairs", "mean accuracy")
	for _, set := range c.graded {
		out = append(out, set+" Pearson")
	}
	return out
}

func meanOf(runs []transferScore, figure func(transferScore) float64) float64 {
	var values []float64
	for _, s := range runs {
		values = append(values, figure(s))
	}
	return stat.Mean(values, nil)
}

// deviationOf returns the standard deviation of runs, of a single one 0.
func deviationOf(runs []transferScore, figure func(transferScore) float64) float64 {
	if len(runs) < 2 {
		return 0
	}
	var values []float64
	for _, s := range runs {
		values = append(values, figure(s))
	}
	return stat.StdDev(values, nil)
}

// score judges vectors by a classifier for each task, and by how they agree with the grades of
// pairs: as they are, or as the codes of a head.
func (c *transferRun) score(v *transferVectors, h *binarize.Head, size transferSize, seed uint64) (s transferScore, err error) {
	for i := range c.tasks {
		if err := c.ctx.Err(); err != nil {
			return s, err
		}
		accuracy, f1, err := judgeTask(&c.tasks[i], v, i, h, size, seed)
		if err != nil {
			return s, err
		}
		s.accuracy = append(s.accuracy, accuracy)
		if c.tasks[i].pairs {
			s.f1 = f1
		}
	}
	sim := cosines
	if h != nil {
		sim = hammings(h)
	}
	for _, figures := range v.graded.agree(sim) {
		s.pearson = append(s.pearson, figures[0])
	}
	return s, nil
}

// judgeTask returns accuracy and F1 of the second class over all test examples.
func judgeTask(t *transferTask, v *transferVectors, place int, h *binarize.Head, size transferSize, seed uint64) (accuracy, f1 float64, err error) {
	examples, splits := t.draw(size, seed)
	labels := make([]int, len(examples))
	for i, k := range examples {
		labels[i] = t.labels[k]
	}
	set, err := logistic.NewSet(features(t, v.tasks[place], examples, h), labels, t.classes)
	if err != nil {
		return 0, 0, err
	}
	got, err := set.Predict(splits, logistic.Config{})
	if err != nil {
		return 0, 0, err
	}
	var right, hits, said, are, n float64
	for i, split := range splits {
		for j, row := range split.Test {
			n++
			right += float64(bool2(got[i][j] == labels[row]))
			hits += float64(bool2(got[i][j] == 1 && labels[row] == 1))
			said += float64(bool2(got[i][j] == 1))
			are += float64(bool2(labels[row] == 1))
		}
	}
	return right / n, 2 * hits / math.Max(1, said+are), nil
}

func bool2(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ends returns the least, the mean and the largest of some values.
func ends(values []float64) (least, mean, most float64) {
	return slices.Min(values), stat.Mean(values, nil), slices.Max(values)
}
