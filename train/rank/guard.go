package rank

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/parallel"
)

// A Promise is learned from lists of many kinds, whole and cut: how likely answers are right in
// a list that may lack half of what people mention, and which estimate each precision needs.
// FitPromise learns it from labelled mentions, since made-up ones do not show how missing names
// resemble those of a list.
type Promise struct {
	Guard    score.Guard
	Synonyms [2]float32               // coefficients of log(names per entity): for matches that are names, for near ones
	Limits   [len(precisions)]float32 // estimates; above 1 where no answers reach the precision
}

// guard returns the guard of a list with a number of names for each entity, as a logarithm.
func (p *Promise) guard(synonyms float32) score.Guard {
	g := p.Guard
	for ground := range score.Grounds {
		g[ground] += float32(p.Synonyms[near(ground)] * synonyms)
	}
	return g
}

func near(ground int) int {
	if ground < score.NameGrounds {
		return 0
	}
	return 1
}

func synonymsOf(c *pack.Contents) float32 {
	return float32(f64.Log(float64(c.Names.Len()) / float64(c.IDs.Len())))
}

// judged is what became of a mention.
type judged struct {
	clues    score.Clues
	answered bool // not NIL
	right    bool
	count    int
}

// mass is what a mention counts: people repeat themselves, and a text that says mice a hundred
// times is not a hundred proofs.
func (j *judged) mass() float64 { return math.Sqrt(float64(j.count)) }

// judge returns what becomes of a mention with these candidates, folded or not.
func judge(c *score.Calibration, contents *pack.Contents, mention string, rows []score.Candidate, right func(entity int32) bool) (j judged) {
	if rows = c.Ranker.Fold(rows); len(rows) == 0 {
		return j
	}
	p, pNIL := score.Probabilities(rows, c.Ranker.NIL)
	best, _, others := score.Best(p)
	rivals, nilOdds := score.Logits(best, others, pNIL)
	top := &rows[0]
	pNIL = c.Apply(contents.Namespaces[contents.EntityNamespace[top.Entity]], top, p, pNIL)
	j.clues = top.Clues(mention, p[0], rivals, nilOdds)
	j.answered, j.right = pNIL <= p[0], right(top.Entity)
	return j
}

// judgeAll judges outcomes.
func judgeAll(c *score.Calibration, n *core.Normalizer, outcomes []outcome) []judged {
	out := make([]judged, len(outcomes))
	parallel.Each(0, len(out), func(i int) { out[i] = outcomes[i].judge(c, n) })
	return out
}

func (o *outcome) judge(c *score.Calibration, n *core.Normalizer) judged {
	j := judge(c, n.Contents(), o.mention, o.rows.appendTo(nil), func(e int32) bool { return e == o.gold })
	j.count = max(1, int(o.weight))
	return j
}

// A Part is a list, whole or cut, and the answers to mentions in it.
type Part struct {
	synonyms float32
	answers  []judged
	madeUp   []judged
}

// NewPart looks the mentions of c up.
func NewPart(c *Corpus, noise func(string, *rand.Rand) string) Part {
	out := Part{synonyms: synonymsOf(c.Pack.Contents()), answers: make([]judged, len(c.Mentions))}
	out.madeUp = newSampler(c.Pack, Config{Mentions: 6000, Noise: noise}, nil).madeUp(c.Pack.Calibration())
	parallel.Each(0, len(out.answers), func(i int) {
		m := &c.Mentions[i]
		rows := c.Pack.Candidates(m.Text)
		out.answers[i] = judge(c.Pack.Calibration(), c.Pack.Contents(), m.Text, rows, func(e int32) bool { return slices.Contains(m.Entities, e) })
		out.answers[i].count = m.Count
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

// FitPromise fits a promise on parts that all count the same.
func FitPromise(parts []Part) (p Promise) {
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
	x, _ := minimize(loss, make([]float64, promiseDims), 1e-2, 80)
	for i := range p.Guard {
		p.Guard[i] = float32(x[i])
	}
	p.Synonyms = [2]float32{float32(x[score.NumClues]), float32(x[score.NumClues+1])}
	p.setLimits(parts)
	return p
}

// setLimits sets the limits to those from which on the answers of every part reach the precision.
func (p *Promise) setLimits(parts []Part) {
	least := 0.0
	for i, precision := range precisions {
		if precision > mostPromised {
			p.Limits[i] = 2 // no estimate is as high
			continue
		}
		least = max(least, precision)
		for k := range parts {
			g := p.guard(parts[k].synonyms)
			least = max(least, estimatesOf(&g, parts[k].answers).limit(precision+float64(promiseMargin*(1-precision))))
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
		if !a.answered {
			continue
		}
		r := promiseRow{right: a.right, weight: a.mass()}
		for k, v := range a.clues {
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

// Keeps returns, for every precision, how far p holds in a part, which may be new to it.
func (p *Promise) Keeps(part *Part) (out []Kept) {
	g := p.guard(part.synonyms)
	doubtNear(&g, part.madeUp)
	points := promised(&g, p.Limits[:], part.madeUp)
	for i, precision := range precisions {
		k, all, answered := Kept{Precision: precision}, 0.0, 0.0
		for j := range part.answers {
			a := &part.answers[j]
			all += float64(a.count)
			if a.answered && i < len(points) && g.Estimate(&a.clues) >= float64(points[i].Threshold) {
				if answered += float64(a.count); a.right {
					k.Right += float64(a.count)
				}
			}
		}
		k.Right, k.Coverage = k.Right/max(1, answered), answered/max(1, all)
		out = append(out, k)
	}
	return out
}
