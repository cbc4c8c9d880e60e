package rank

import (
	"cmp"
	"math"
	"slices"

	"github.com/normlet/normlet/core/score"
	"github.com/normlet/normlet/internal/f64"
)

// precisions are what operating points are looked for.
var precisions = [...]float64{0.80, 0.90, 0.95, 0.98, 0.99}

// minAnswers is how many answers say what to expect of more.
const minAnswers = 50

// estimates is what a guard says of answers, the surest first.
type estimates []estimate

type estimate struct {
	e, mass float64
	right   bool
}

func estimatesOf(g *score.Guard, answers []judged) (out estimates) {
	for i := range answers {
		if a := &answers[i]; a.answered {
			out = append(out, estimate{g.Estimate(&a.clues), a.mass(), a.right})
		}
	}
	slices.SortStableFunc(out, func(a, b estimate) int { return cmp.Compare(b.e, a.e) })
	return out
}

// limit returns the least estimate from which on answers reach a precision, 2 if none does.
// Half an answer more counts as right, so that one wrong answer among the surest is no end.
func (es estimates) limit(precision float64) float64 {
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
func (es estimates) precision() float64 {
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
func (es estimates) atLeast(e float64) int {
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

// doubtNear lowers what a guard says of near matches to what made-up mentions show of this list:
// where it has few words, terms that it lacks look more like its names than in others.
func doubtNear(g *score.Guard, madeUp []judged) {
	var near []judged
	for i := range madeUp {
		if madeUp[i].answered && madeUp[i].clues.Near() {
			near = append(near, madeUp[i])
		}
	}
	es := estimatesOf(g, near)
	if es[:es.atLeast(nearPrecision)].precision() >= nearPrecision {
		return
	}
	limit := min(es.limit(nearPrecision), 0.999)
	if doubt := f64.Log(limit/(1-limit)) - f64.Log(nearPrecision/(1-nearPrecision)); doubt > 0 {
		for ground := score.NameGrounds; ground < score.Grounds; ground++ {
			g[ground] -= float32(min(doubt, mostDoubt))
		}
	}
}

// promised returns the operating points of a list that nobody has labelled mentions of: those of
// the limits, as far as they hold for made-up mentions, too, half of which it has no entity for.
func promised(g *score.Guard, limits []float32, madeUp []judged) (out []score.OperatingPoint) {
	es, least := estimatesOf(g, madeUp), 0.0
	for i, precision := range precisions {
		least = max(least, float64(limits[i]), es.limit(precision))
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
func measured(g *score.Guard, labelled []judged) (out []score.OperatingPoint) {
	es, all, least := estimatesOf(g, labelled), 0.0, 0.0
	for i := range labelled {
		all += labelled[i].mass()
	}
	for _, precision := range precisions {
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
func (es estimates) sureLimit(precision float64) (limit, covered float64) {
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
