// Package logistic fits logistic regressions to rows of numbers, the judge of sentence vectors in
// SentEval (Conneau and Kiela, LREC 2018): what a linear classifier finds in a vector.
//
// The mean over the training rows of -log p(label | row) plus penalty/2 times the squared weights
// is minimized by L-BFGS (Liu and Nocedal 1989) with backtracking. Two classes take one weight
// vector, more take one each (softmax). The intercept is not penalized. Rows are divided by the
// square root of their length first, so that a penalty means about the same for any length.
//
// The penalty is chosen for each split by itself: a fifth of its training rows is held out, the
// penalties are tried from the largest down, each beginning where the one before ended, and the
// most accurate, the larger if equal, is fitted to all training rows.
//
// All splits of a set are fitted together, in step, so that a product with the rows serves all of
// them. Nothing is random, and products are those of package nn: the same rows and splits give the
// same weights with any number of threads.
package logistic

import (
	"fmt"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
)

// Split says which rows are learned from, and which are judged.
type Split struct{ Train, Test []int }

// Config says how to fit. Its zero value is useful.
type Config struct {
	Penalties []float64 // to choose from, the largest first; nil: 1e-2, 1e-3, 1e-4
	Steps     int       // most evaluations of the loss for each penalty; 0: 15
}

func (c Config) withDefaults() Config {
	if c.Penalties == nil {
		c.Penalties = []float64{1e-2, 1e-3, 1e-4}
	}
	if c.Steps == 0 {
		c.Steps = 15
	}
	return c
}

// holdout is the share of the training rows, as its reciprocal, that the penalty is chosen on.
const holdout = 5

// Set is rows with labels. It is not changed by fitting.
type Set struct {
	labels  []int
	outputs int       // weight vectors: 1 for two classes, else one a class
	rows    nn.Matrix // n x width: the numbers, a 1 for the intercept, zeros up to a multiple of 8
	columns nn.Matrix // width x n
	cols    int       // numbers of a row
}

// NewSet takes x, n x cols, and the label of each row, from 0 to classes-1.
func NewSet(x nn.Matrix, labels []int, classes int) (*Set, error) {
	if x.Rows != len(labels) || x.Rows == 0 {
		return nil, fmt.Errorf("logistic: %d rows with %d labels: want as many, and some", x.Rows, len(labels))
	}
	if classes < 2 {
		return nil, fmt.Errorf("logistic: %d classes: want at least 2", classes)
	}
	for i, l := range labels {
		if l < 0 || l >= classes {
			return nil, fmt.Errorf("logistic: row %d has label %d of %d classes", i, l, classes)
		}
	}
	width := (x.Cols + 8) &^ 7
	s := &Set{labels: labels, outputs: classes, rows: nn.NewMatrix(x.Rows, width), columns: nn.NewMatrix(width, x.Rows), cols: x.Cols}
	if classes == 2 {
		s.outputs = 1
	}
	scale := 1 / f32.Sqrt(float32(x.Cols))
	for i := range x.Rows {
		row := nn.Row(s.rows, i)
		copy(row, nn.Row(x, i))
		f32.Scale(scale, row)
		row[x.Cols] = 1
	}
	s.transpose()
	return s, nil
}

func (s *Set) transpose() {
	const side = 32
	for i := 0; i < s.rows.Rows; i += side {
		for j := range s.rows.Cols {
			for r := i; r < min(i+side, s.rows.Rows); r++ {
				s.columns.Data[j*s.columns.Stride+r] = s.rows.Data[r*s.rows.Stride+j]
			}
		}
	}
}

// Predict fits each split and returns the labels that it gives its test rows.
func (s *Set) Predict(splits []Split, c Config) ([][]int, error) {
	c = c.withDefaults()
	for i, split := range splits {
		if len(split.Train) < holdout {
			return nil, fmt.Errorf("logistic: split %d has %d rows to learn from: want at least %d", i, len(split.Train), holdout)
		}
	}
	best := s.choose(splits, c)
	for i, p := range best {
		p.train = splits[i].Train
	}
	s.fit(best, c.Steps)
	out := make([][]int, len(splits))
	scores := s.scores(best)
	for i, split := range splits {
		for _, row := range split.Test {
			out[i] = append(out[i], s.label(scores, i, row))
		}
	}
	return out, nil
}

// choose returns a problem for each split, with the penalty that is most accurate on rows held out
// of its training, and the weights found with it.
func (s *Set) choose(splits []Split, c Config) []*problem {
	var now, best []*problem
	var held [][]int
	for _, split := range splits {
		learn, rest := apart(split.Train)
		now = append(now, newProblem(s.outputs*s.rows.Cols, learn))
		best = append(best, &problem{})
		held = append(held, rest)
	}
	most := make([]int, len(splits))
	for k, penalty := range c.Penalties {
		for _, p := range now {
			p.penalty = penalty
		}
		s.fit(now, c.Steps)
		scores := s.scores(now)
		for i, p := range now {
			right := 0
			for _, row := range held[i] {
				if s.label(scores, i, row) == s.labels[row] {
					right++
				}
			}
			if k == 0 || right > most[i] {
				most[i], best[i] = right, p.clone()
			}
		}
	}
	return best
}

// apart returns the rows to learn from and every fifth, to choose by.
func apart(rows []int) (learn, rest []int) {
	for i, row := range rows {
		if i%holdout == holdout-1 {
			rest = append(rest, row)
		} else {
			learn = append(learn, row)
		}
	}
	return learn, rest
}

// scores returns the outputs of every problem for every row: problems*outputs x n.
func (s *Set) scores(problems []*problem) nn.Matrix {
	w := nn.NewMatrix(len(problems)*s.outputs, s.rows.Cols)
	for i, p := range problems {
		copy(w.Data[i*len(p.w):], p.w)
	}
	return s.product(w)
}

func (s *Set) product(w nn.Matrix) nn.Matrix {
	out := nn.NewMatrix(w.Rows, s.rows.Rows)
	nn.Gemm(blas.NoTrans, blas.Trans, 1, w, s.rows, 0, out)
	return out
}

// label returns the label that problem i gives a row, the first of equal ones.
func (s *Set) label(scores nn.Matrix, i, row int) int {
	if s.outputs == 1 {
		if nn.Row(scores, i)[row] > 0 {
			return 1
		}
		return 0
	}
	best := 0
	for k := range s.outputs {
		if nn.Row(scores, i*s.outputs+k)[row] > nn.Row(scores, i*s.outputs+best)[row] {
			best = k
		}
	}
	return best
}
