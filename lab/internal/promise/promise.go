// Package promise fits what every pack promises of its precision, on labelled mentions of lists of many kinds, whole and
// cut.
package promise

import (
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/train/rank"
)

// A Part is a list, whole or cut, and what became of mentions in it.
type Part struct {
	synonyms float32
	answers  []rank.Judged
	madeUp   []rank.Judged
}

// NewPart looks the mentions of c up.
func NewPart(c *forest.Corpus, noise func(string, *rand.Rand) string) Part {
	out := Part{synonyms: rank.SynonymsOf(c.Pack.Contents()), answers: make([]rank.Judged, len(c.Mentions))}
	out.madeUp = rank.MadeUp(c.Pack, noise)
	parallel.Each(0, len(out.answers), func(i int) {
		m := &c.Mentions[i]
		rows := c.Pack.Candidates(m.Text)
		out.answers[i] = rank.Judge(c.Pack.Calibration(), c.Pack.Contents(), m.Text, rows, func(e int32) bool { return slices.Contains(m.Entities, e) })
		out.answers[i].Count = m.Count
	})
	return out
}

// promiseDims are the numbers that are fitted.
const promiseDims = int(score.NumClues) + 2

// The fit of a promise. Each part counts as partMass mentions. Limits are for somewhat more than
// the precision: with a margin of 0.35 of what is missing to 1, nearly every list of a kind of names
// that was left out of the fit held what was promised, with 0.2 not all did. More than mostPromised
// was missed on three lists of eleven that could be asked for it, so it takes labelled mentions.
const (
	promiseRidge  = 3
	partMass      = 1000
	promiseMargin = 0.35
	mostPromised  = 0.9
)

// Fit fits a promise on parts that all count the same.
func Fit(parts []Part) (p rank.Promise) {
	rows := make([][]promiseRow, len(parts))
	for i := range parts {
		rows[i] = parts[i].rows()
	}
	loss := func(grad, x []float64) float64 {
		sum := 0.0
		for i, v := range x {
			sum += float64(promiseRidge * v * v / 2)
			grad[i] = promiseRidge * v
		}
		for _, part := range rows {
			for i := range part {
				sum += part[i].loss(grad, x)
			}
		}
		return sum
	}
	x, _ := rank.Minimize(loss, make([]float64, promiseDims), 1e-2, 80)
	for i := range p.Guard {
		p.Guard[i] = float32(x[i])
	}
	p.Synonyms = [2]float32{float32(x[score.NumClues]), float32(x[score.NumClues+1])}
	setLimits(&p, parts)
	return p
}

// setLimits sets the limits to those from which on the answers of every part reach the precision.
func setLimits(p *rank.Promise, parts []Part) {
	least := 0.0
	for i, precision := range rank.Precisions {
		if precision > mostPromised {
			p.Limits[i] = 2 // no estimate is as high
			continue
		}
		least = max(least, precision)
		for k := range parts {
			g := p.For(parts[k].synonyms)
			least = max(least, rank.EstimatesOf(&g, parts[k].answers).Limit(precision+float64(promiseMargin*(1-precision))))
		}
		p.Limits[i] = float32(least)
	}
}

// promiseRow is an answer as the fit sees it: the values that are not 0.
type promiseRow struct {
	at     []int
	value  []float64
	right  bool
	weight float64
}

func (p *Part) rows() (rows []promiseRow) {
	sum := 0.0
	for i := range p.answers {
		a := &p.answers[i]
		if !a.Answered {
			continue
		}
		r := promiseRow{right: a.Right, weight: a.Mass()}
		for k, v := range a.Clues {
			if v != 0 {
				r.at, r.value = append(r.at, k), append(r.value, float64(v))
			}
			if k < score.Grounds && v != 0 {
				r.at, r.value = append(r.at, int(score.NumClues)+near(k)), append(r.value, float64(p.synonyms))
			}
		}
		rows = append(rows, r)
		sum += r.weight
	}
	for i := range rows {
		rows[i].weight *= partMass / sum
	}
	return rows
}

// loss returns the weighed negative log probability of the row and adds its gradient.
func (r *promiseRow) loss(grad, x []float64) float64 {
	z := 0.0
	for i, k := range r.at {
		z += float64(x[k] * r.value[i])
	}
	of := min(max(sigmoid(z), 1e-9), 1-1e-9)
	d := of
	if r.right {
		d--
	} else {
		of = 1 - of
	}
	for i, k := range r.at {
		grad[k] += float64(r.weight * d * r.value[i])
	}
	return -r.weight * f64.Log(of)
}

// Kept is what came of asking for a precision.
type Kept struct {
	Precision float64 // asked for
	Right     float64 // share of the answers that are right
	Coverage  float64 // share of the mentions that are answered; 0 if the precision is not promised
}

// Keeps returns what p keeps in a part that it may not have been fitted on, of every precision.
func Keeps(p *rank.Promise, part *Part) (out []Kept) {
	g := p.For(part.synonyms)
	rank.DoubtNear(&g, part.madeUp)
	points := rank.Promised(&g, p.Limits[:], part.madeUp)
	for i, precision := range rank.Precisions {
		k, all, answered := Kept{Precision: precision}, 0.0, 0.0
		for j := range part.answers {
			a := &part.answers[j]
			all += float64(a.Count)
			if a.Answered && i < len(points) && g.Estimate(&a.Clues) >= float64(points[i].Threshold) {
				if answered += float64(a.Count); a.Right {
					k.Right += float64(a.Count)
				}
			}
		}
		k.Right, k.Coverage = k.Right/max(1, answered), answered/max(1, all)
		out = append(out, k)
	}
	return out
}

func near(ground int) int {
	if ground < score.NameGrounds {
		return 0
	}
	return 1
}

func sigmoid(x float64) float64 { return 1 / (1 + f64.Exp(-x)) }
