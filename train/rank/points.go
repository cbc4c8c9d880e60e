package rank

import (
	"cmp"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/f64"
)

// Precisions are what operating points are looked for.
var Precisions = [...]float64{0.80, 0.90, 0.95, 0.98, 0.99}

// minAnswers is how many answers say what to expect of more.
const minAnswers = 50

// Estimates is what a guard says of answers, the surest first.
type Estimates []estimate

type estimate struct {
	e, mass float64
	right   bool
}

// EstimatesOf returns what g says of the answers that are not NIL.
func EstimatesOf(g *score.Guard, answers []Judged) (out Estimates) {
	for i := range answers {
		if a := &answers[i]; a.Answered {
			out = append(out, estimate{g.Estimate(&a.Clues), a.Mass(), a.Right})
		}
	}
	slices.SortStableFunc(out, func(a, b estimate) int { return cmp.Compare(b.e, a.e) })
	return out
}

// Limit returns the least estimate from which on answers reach a precision, 2 if none does.
// Half an answer more counts as right, so that one wrong answer among the surest is no end.
func (es Estimates) Limit(precision float64) float64 {
	right, all, limit := 0.5, 0.0, 2.0
	for i, x := range es {
		if all += x.mass; x.right {
			right += x.mass
		}
		last := i+1 == len(es) || es[i+1].e < x.e // equal ones go together
		if last && right >= precision*all {
			limit = x.e
		}
	}
	return limit
}

// precision returns the share of right answers, 1 without any.
func (es Estimates) precision() float64 {
	right, all := 0.0, 0.0
	for _, x := range es {
		if all += x.mass; x.right {
			right += x.mass
		}
	}
	if all == 0 {
		return 1
	}
	return right / all
}

// atLeast returns how many estimates are no lower than e.
func (es Estimates) atLeast(e float64) int {
	n, _ := slices.BinarySearchFunc(es, e, func(x estimate, e float64) int {
		if x.e >= e {
			return -1
		}
		return 1
	})
	return n
}

// nearPrecision is what near matches are held to in made-up mentions, and mostDoubt the logit that
// is taken off them where they do not reach it.
const (
	nearPrecision = 0.8
	mostDoubt     = 4
)

// DoubtNear lowers what a guard says of near matches to what made-up mentions show of this list:
// where it has few words, terms that it lacks look more like its names than in others.
func DoubtNear(g *score.Guard, madeUp []Judged) {
	var near []Judged
	for i := range madeUp {
		if madeUp[i].Answered && madeUp[i].Clues.Near() {
			near = append(near, madeUp[i])
		}
	}
	es := EstimatesOf(g, near)
	if es[:es.atLeast(nearPrecision)].precision() >= nearPrecision {
		return
	}
	limit := min(es.Limit(nearPrecision), 0.999)
	if doubt := f64.Log(limit/(1-limit)) - f64.Log(nearPrecision/(1-nearPrecision)); doubt > 0 {
		for ground := score.NameGrounds; ground < score.Grounds; ground++ {
			g[ground] -= float32(min(doubt, mostDoubt))
		}
	}
}

// Promised returns the operating points of a list that nobody has labelled mentions of: those of
// the limits, as far as they hold for made-up mentions, too, half of which it has no entity for.
func Promised(g *score.Guard, limits []float32, madeUp []Judged) (out []score.OperatingPoint) {
	es, least := EstimatesOf(g, madeUp), 0.0
	for i, precision := range Precisions {
		least = max(least, float64(limits[i]), es.Limit(precision))
		n := es.atLeast(least)
		if n < minAnswers {
			break // and all that follow
		}
		out = append(out, pointOf(precision, least, float64(n)/float64(len(madeUp))))
	}
	return out
}

// measured returns the operating points that labelled mentions show, each looked up as if the list
// had not seen it. A precision holds where its lower confidence bound does.
func measured(g *score.Guard, labelled []Judged) (out []score.OperatingPoint) {
	es, all, least := EstimatesOf(g, labelled), 0.0, 0.0
	for i := range labelled {
		all += labelled[i].Mass()
	}
	for _, precision := range Precisions {
		limit, covered := es.sureLimit(precision)
		if limit > 1 {
			break
		}
		least = max(least, limit)
		out = append(out, pointOf(precision, least, covered/all))
	}
	return out
}

// sureLimit returns the least estimate from which on the lower bound (Wilson, one-sided 90 %) of the
// share of right answers reaches a precision, 2 if nowhere, and the mass of these answers.
func (es Estimates) sureLimit(precision float64) (limit, covered float64) {
	const z = 1.28
	right, all, limit := 0.0, 0.0, 2.0
	for i, x := range es {
		if all += x.mass; x.right {
			right += x.mass
		}
		if last := i+1 == len(es) || es[i+1].e < x.e; !last || i+1 < minAnswers {
			continue
		}
		p := right / all
		bound := (p + float64(z*z/(2*all)) - float64(z*math.Sqrt(p*(1-p)/all+z*z/(4*all*all)))) / (1 + z*z/all)
		if bound >= precision {
			limit, covered = x.e, all
		}
	}
	return limit, covered
}

func pointOf(precision, least, coverage float64) score.OperatingPoint {
	return score.OperatingPoint{Precision: float32(precision), Threshold: max(0, math.Nextafter32(float32(least), 0)), Coverage: float32(coverage)}
}
