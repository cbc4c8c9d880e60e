package eval

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/core"
)

// Prediction is a probability, whether its event happened, and its number of queries.
type Prediction struct {
	P     float64
	Right bool
	Count int
}

func predictions(s *querySet, answers []core.Answer, found [][]int32) []Prediction {
	var out []Prediction
	for _, pr := range s.pairs {
		p := 0.0
		if m := answers[pr.mention].Matches; len(m) > 0 {
			p = m[0].P
		}
		out = append(out, Prediction{p, rankOf(found[pr.mention], pr.entities) == 0, pr.count})
	}
	return out
}

// CalibrationError returns the expected calibration error: the mean distance of mean probability and share of right
// ones, over ten bins of p of equal width, each with the weight of its queries.
func CalibrationError(ps []Prediction) float64 {
	const bins = 10
	var sum, right [bins]float64
	total := 0.0
	for _, x := range ps {
		b := min(bins-1, max(0, int(x.P*bins)))
		sum[b] += float64(x.P * float64(x.Count))
		total += float64(x.Count)
		if x.Right {
			right[b] += float64(x.Count)
		}
	}
	e := 0.0
	for b := range bins {
		e += math.Abs(sum[b]-right[b]) / total
	}
	return e
}

// chanceError returns the calibration error that chance alone makes, if every P is the true probability of its
// queries: the mean over random draws. Repeated mentions are right or wrong together, so the error of few mentions,
// or with a frequent one, is far from 0.
func chanceError(ps []Prediction) float64 {
	const draws = 200
	rng := rand.New(rand.NewPCG(1, 0))
	drawn, sum := slices.Clone(ps), 0.0
	for range draws {
		for i := range drawn {
			drawn[i].Right = rng.Float64() < drawn[i].P
		}
		sum += CalibrationError(drawn)
	}
	return sum / draws
}

// coverage returns the largest share of predictions that can be taken, by falling P, with at least a share of precision
// right among them. Those of the same P are taken together.
func coverage(ps []Prediction, precision float64) float64 {
	ps = slices.Clone(ps)
	slices.SortFunc(ps, func(a, b Prediction) int { return cmp.Compare(b.P, a.P) })
	taken, right, covered := 0, 0, 0
	for i := range ps {
		taken += ps[i].Count
		if ps[i].Right {
			right += ps[i].Count
		}
		if i+1 < len(ps) && ps[i+1].P == ps[i].P {
			continue
		}
		if float64(right) >= precision*float64(taken) {
			covered = taken
		}
	}
	return ratio(float64(covered), float64(taken))
}

// decision is what was said of a query, and whether it is unlinked.
type decision struct {
	score     float64 // NILScore
	calledNIL bool
	unlinked  bool
	count     int
}

func decisions(s *querySet, answers []core.Answer, unlinked bool) []decision {
	var out []decision
	for _, p := range s.pairs {
		a := &answers[p.mention]
		out = append(out, decision{a.NILScore, a.NIL, unlinked, p.count})
	}
	return out
}

func nilScores(ds []decision) *NIL {
	var called, not, both float64
	for _, d := range ds {
		n := float64(d.count)
		if d.calledNIL {
			called += n
		}
		if d.unlinked {
			not += n
		}
		if d.calledNIL && d.unlinked {
			both += n
		}
	}
	return &NIL{
		AUPRC:     averagePrecision(ds),
		Precision: ratio(both, called),
		Recall:    ratio(both, not),
		F1:        ratio(2*both, called+not),
	}
}

// averagePrecision is the area under the precision-recall curve as a sum of steps: precision at each distinct score,
// times the recall gained there. Equal scores are one step, so their order does not matter.
func averagePrecision(ds []decision) float64 {
	ds = slices.Clone(ds)
	slices.SortFunc(ds, func(a, b decision) int { return cmp.Compare(b.score, a.score) })
	var seen, positive, area float64
	for i := 0; i < len(ds); {
		gained := 0.0
		for j := i; i < len(ds) && ds[i].score == ds[j].score; i++ {
			seen += float64(ds[i].count)
			if ds[i].unlinked {
				gained += float64(ds[i].count)
			}
		}
		positive += gained
		area += gained * positive / seen
	}
	return ratio(area, positive)
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// latency returns percentiles by nearest rank.
func latency(ns []float64) *Latency {
	sorted := slices.Sorted(slices.Values(ns))
	at := func(q float64) float64 { return stat.Quantile(q, stat.Empirical, sorted, nil) / 1000 }
	return &Latency{P50: at(0.50), P99: at(0.99)}
}
