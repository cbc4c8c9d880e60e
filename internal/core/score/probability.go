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
// where rivals and nilOdds are the logits. Labelled mentions of the list move it from Unscaled: a
// list may be surer of its near names than others are. Ceiling is below 1 because people and
// terminologies do not always agree, whatever the name. The zero value leaves the ranker's
// probability.
type Scaling struct{ Slope, Rivals, NIL, Shift, Ceiling float32 }

// Unscaled takes a Forest at its word.
var Unscaled = Scaling{Slope: 1, Ceiling: 1}

// logits returns the ranker's two doubts as log odds, that another entity is meant and that none is,
// for its probabilities of the best entity, or of several that are as good, of all others together,
// and of NIL.
func logits(best, others, pNIL float64) (rivals, nilOdds float64) {
	return logit(best, others), logit(best+others, pNIL)
}

// Rivals returns p of the candidates that can make the best one doubtful. If the mention is a name, near names cannot:
// its probability is the same whether or not they were sought.
func Rivals(cs []Candidate, p []float64) []float64 {
	near := func(c Candidate) bool { return c.Stage == StageHamming }
	if near(cs[0]) || !slices.ContainsFunc(cs, near) || !isNamed(cs) {
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

// Decides reports whether folded candidates, found without near rows, decide the answer as far as their scores tell: the
// best one has the letters and digits of the mention and is well above NIL. Near rows must not change p, either: they
// take the place of other rows of their entities, which then are no rivals.
func (r *Ranker) Decides(cs []Candidate) bool {
	top := &cs[0]
	if !top.Stage.IsName() || top.Features[Normalized] < 1 || top.Score < r.NIL+decidedAbove {
		return false
	}
	if !slices.ContainsFunc(cs, func(c Candidate) bool { return !c.Stage.IsName() }) {
		return true
	}
	p, pNIL := Probabilities(cs, r.NIL)
	of, others := best(p)
	rivals, _ := logits(of, others, pNIL)
	return rivals <= doubtFrom || rivals >= maxLogit
}

// MoreWritten reports whether so much more is written about an entity than about the best one, by their priors, that a
// near name of it can be the better one.
func MoreWritten(prior, best uint8, exact bool) bool {
	lead := int(best)
	if exact {
		lead += exactLead
	}
	return int(prior) > lead
}

// best returns the probability of the best entities together, mostly one, and that of all others.
func best(p []float64) (best, others float64) {
	for _, x := range p {
		if x == p[0] {
			best += x
		} else {
			others += x
		}
	}
	return best, others
}

func logit(yes, no float64) float64 {
	if no <= 0 || yes <= 0 {
		return math.Copysign(maxLogit, yes-no)
	}
	return max(-maxLogit, min(maxLogit, f64.Log(yes/no)))
}

// Top returns the probability of the best entities together, for the log odds of a Forest and its inputs.
func (s *Scaling) Top(forest float64, x *Inputs) float64 {
	// The conversions keep platforms from fusing multiplication and addition.
	z := float64(float64(s.Slope)*forest) + float64(s.Rivals*x[InputRivals]) + float64(s.NIL*x[InputNIL]) + float64(s.Shift)
	return float64(s.Ceiling) / (1 + f64.Exp(-z))
}
