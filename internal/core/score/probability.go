package score

import (
	"math"
	"slices"

	"github.com/normlet/normlet/internal/f64"
)

// Probabilities returns the softmax of the candidates' scores and the score of
// NIL.
func Probabilities(cs []Candidate, nilScore float32) (p []float64, pNIL float64) {
	top := float64(nilScore)
	for _, c := range cs {
		top = max(top, float64(c.Score))
	}
	pNIL = f64.Exp(float64(nilScore) - top)
	sum := pNIL
	p = make([]float64, len(cs))
	for i, c := range cs {
		p[i] = f64.Exp(float64(c.Score) - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p, pNIL / sum
}

// Scaling turns what a Forest says of the best entity into the probability that it is right, for
// one kind of Evidence:
//
//	p = Ceiling * sigmoid(Slope*forest + Rivals*rivals + NIL*nilOdds + Shift)
//
// where rivals and nilOdds are the Logits. Labelled mentions of the list move it from Unscaled: a
// list may be surer of its near names than others are. Ceiling is below 1 because people and
// terminologies do not always agree, whatever the name. The zero value leaves the ranker's
// probability.
type Scaling struct{ Slope, Rivals, NIL, Shift, Ceiling float32 }

// Unscaled takes a Forest at its word.
var Unscaled = Scaling{Slope: 1, Ceiling: 1}

// Logits returns the ranker's two doubts as log odds, that another entity is meant and that none is,
// for its probabilities of the best entity, or of several that are as good, of all others together,
// and of NIL.
func Logits(best, others, pNIL float64) (rivals, nilOdds float64) {
	return logit(best, others), logit(best+others, pNIL)
}

// Rivals returns p of the candidates that can make the best one doubtful. If the mention is a name, near names cannot:
// its probability is the same whether or not they were sought.
func Rivals(cs []Candidate, p []float64) []float64 {
	near := func(c Candidate) bool { return c.Stage == StageHamming }
	if near(cs[0]) || !slices.ContainsFunc(cs, near) || !slices.ContainsFunc(cs, func(c Candidate) bool { return c.Stage.IsName() }) {
		return p
	}
	var out []float64
	for i := range cs {
		if !near(cs[i]) {
			out = append(out, p[i])
		}
	}
	return out
}

// Best returns the ranker's probability of the best entities together, their
// number, mostly one, and the probability of all others.
func Best(p []float64) (best float64, ties int, others float64) {
	for i, x := range p {
		if x == p[0] && i == ties {
			best += x
			ties++
		} else {
			others += x
		}
	}
	return best, ties, others
}

func logit(yes, no float64) float64 {
	if no <= 0 || yes <= 0 {
		return math.Copysign(maxLogit, yes-no)
	}
	return max(-maxLogit, min(maxLogit, f64.Log(yes/no)))
}

// p returns the probability of an answer, for the log odds of a Forest and its inputs.
func (s *Scaling) p(forest float64, x *Inputs) float64 {
	// The conversions keep platforms from fusing multiplication and addition.
	z := float64(float64(s.Slope)*forest) + float64(s.Rivals*x[InputRivals]) + float64(s.NIL*x[InputNIL]) + float64(s.Shift)
	return float64(s.Ceiling) / (1 + f64.Exp(-z))
}

// Top returns the probability of the best entities together, for the ranker's falling probabilities
// p and that of NIL: p of the Scaling, within the ranker's order of entities. NIL keeps its place,
// too, unless the ranker rejects an answer that is right more often than not.
func (s *Scaling) Top(f *Forest, x *Inputs, p []float64, pNIL float64) float64 {
	_, ties, others := Best(p)
	rest := others + pNIL
	// With top for best, each of the best has top/ties, and what has m of the rest
	// gets m*(1-top)/rest. The two are the same at
	even := func(m float64) float64 { m = float64(m * float64(ties)); return m / (rest + m) }
	const aside = 1e-9 // keeps rounding from turning the order round
	top := s.p(f.Logit(x), x)
	if ties < len(p) {
		top = max(top, even(p[ties]))
	}
	if pNIL <= p[0] {
		return max(top, even(pNIL)*(1+aside))
	}
	if top > 0.5 {
		return top
	}
	return min(top, even(pNIL)*(1-aside))
}
