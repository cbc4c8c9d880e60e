package score

import (
	"cmp"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/f64"
)

// Probabilities returns the softmax of the candidates' scores and the score of NIL.
func Probabilities(cs []Candidate, nilScore float32) (p []float64, pNIL float64) {
	top := float64(nilScore)
	for i := range cs {
		top = max(top, float64(cs[i].Score))
	}
	pNIL = f64.Exp(float64(nilScore) - top)
	sum := pNIL
	p = make([]float64, len(cs))
	for i := range cs {
		p[i] = f64.Exp(float64(cs[i].Score) - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p, pNIL / sum
}

// Inputs returns the inputs of a Forest for an answer. cs are its candidates, the best first; p and pNIL are the ranker's
// probabilities, and p falls.
func (c *Calibration) Inputs(cs []Candidate, p []float64, pNIL float64) Inputs {
	best, others := together(p)
	if cs[0].Whole {
		best, others = wholeTogether(cs, p)
	}
	rivals, nilOdds := logits(best, others, pNIL)
	row := &cs[0]
	f := &row.Features
	x := Inputs{
		inputEvidence: float32(row.Evidence()), InputRivals: float32(rivals), InputNIL: float32(nilOdds),
		InputCosine: f[Cosine], InputTrigram: f[Trigram], inputDigits: f[Digits],
		inputMentionIn: f[MentionIn], inputNameIn: f[NameIn], inputShort: f[Short], inputTitle: f[Title],
		inputWeighted: bit(c.Weighted), inputPrior: c.prior(f[Prior]), inputAlias: f[Alias], inputStage: float32(row.Stage),
		inputSiblings: siblings(cs), inputMeant: f[Commonness],
	}
	ahead(&x, cs)
	return x
}

func (c *Calibration) prior(prior float32) float32 {
	if c.Weighted {
		return prior
	}
	return unknownPrior
}

// ahead fills in how far the second entity is behind the best: only one of the types 2C to 2W of a disease has the number in
// the mention. If the mention is a name, the distance counts as the largest possible one: see Rivals.
func ahead(x *Inputs, cs []Candidate) {
	if len(cs) < 2 || isNamed(cs) {
		x[inputAhead], x[inputAheadTrigram], x[inputAheadMentionIn], x[inputAheadNameIn] = 1, 1, 1, 1
		return
	}
	best, next := &cs[0].Features, &cs[1].Features
	x[inputAhead], x[inputAheadTrigram] = best[Cosine]-next[Cosine], best[Trigram]-next[Trigram]
	x[inputAheadMentionIn], x[inputAheadNameIn] = best[MentionIn]-next[MentionIn], best[NameIn]-next[NameIn]
	x[inputNextDigits] = next[Digits]
}

// isNamed reports whether the mention is a name of one of the candidates.
func isNamed(cs []Candidate) bool {
	for i := range cs { // candidates are large: handing each to a function takes several times as long
		if cs[i].Stage.IsName() {
			return true
		}
	}
	return false
}

// siblings counts the other entities whose names resemble the mention nearly as much as that of the best one. It returns 0
// if the mention is a name, because near names do not make that doubtful (Rivals).
func siblings(cs []Candidate) float32 {
	n := 0
	if isNamed(cs) {
		return 0
	}
	for i := 1; i < len(cs) && n < maxSiblings; i++ {
		if cs[i].Features[Trigram] >= nearlyAs*cs[0].Features[Trigram] {
			n++
		}
	}
	return float32(n)
}

// Rivals returns the probabilities of the candidates that can make the best one doubtful. If the mention is a name, near
// names cannot, so that its probability is the same whether or not they were sought.
func Rivals(cs []Candidate, p []float64) []float64 {
	if cs[0].Stage == StageHamming || !isNamed(cs) {
		return p
	}
	out := make([]float64, 0, len(p))
	for i := range cs {
		if cs[i].Stage != StageHamming {
			out = append(out, p[i])
		}
	}
	return out
}

// together returns the summed probability of the best entities, usually one, and that of all others.
func together(p []float64) (best, others float64) {
	for _, x := range p {
		if x == p[0] {
			best += x
		} else {
			others += x
		}
	}
	return best, others
}

// wholeTogether is together where all entities count as best whose names have all words of the mention as the best does.
func wholeTogether(cs []Candidate, p []float64) (best, others float64) {
	first := rivalAt(cs, p, 0)
	for i, x := range p {
		if r := rivalAt(cs, p, i); i == 0 || r.AsGoodAs(first) {
			best += x
		} else {
			others += x
		}
	}
	return best, others
}

// logits returns the ranker's log odds that one of the best entities is meant rather than another one (rivals), and that an
// entity is meant rather than none (nilOdds). Its arguments are the ranker's probabilities of the best entities together, of
// all others together, and of NIL.
func logits(best, others, pNIL float64) (rivals, nilOdds float64) {
	return logit(best, others), logit(best+others, pNIL)
}

// Apply calibrates the ranker's probabilities for a mention: p of the entities, falling, and pNIL. It changes p in place and
// keeps its order, its ties and the proportions of all but the best. It returns the probability of NIL, which may lose its
// first place, and what the answer tells Shifts, without its Namespace. cs are the rows of the entities, and namespace is
// that of the best. shifts has the increase of the log odds of each stratum, estimated from the mentions that are asked
// together; if it is nil, listShare gives the increase.
func (c *Calibration) Apply(namespace string, cs []Candidate, x *Inputs, shifts []float64, p []float64, pNIL float64) (none float64, seen Seen) {
	s := c.scaling(namespace, cs[0].Evidence())
	if *s == (Scaling{}) {
		rivals := Rivals(cs, p)
		if len(rivals) == len(p) {
			return pNIL, Seen{Has: 1 - pNIL}
		}
		all := pNIL
		for _, x := range rivals {
			all += x
		}
		best := 0.0
		for i, share := range AsGood(cs, p) {
			if share > 0 {
				best += p[i]
			}
		}
		return spread(best/all, 1-pNIL/all, cs, p), Seen{Has: 1 - pNIL/all}
	}
	has := c.Forests.Has.p(x)
	seen.Stratum = stratumOf(Evidence(x[inputEvidence]), has)
	shift := 0.0
	if shifts != nil {
		shift = shifts[seen.Stratum]
	} else {
		shift = c.Forests.Towards(c.listShare(namespace))
	}
	odds, has := c.Forests.logit(x, has, shift)
	top := s.Top(odds, x)
	has = max(has, top)
	seen.Has = shifted(has, -shift)
	return spread(top, has, cs, p), seen
}

// spread turns the ranker's p into calibrated probabilities, in place. The best entity and those AsGood together get top; all
// others share has-top in proportion to p. No entity becomes likelier than one before it. spread returns the probability of
// NIL, which is the rest.
func spread(top, has float64, cs []Candidate, p []float64) float64 {
	others, shares := 0.0, AsGood(cs, p)
	for i, x := range p {
		if shares[i] == 0 {
			others += x
		}
	}
	rest, last := 1.0, 1.0
	for i := range p {
		if shares[i] > 0 {
			p[i] = min(top*shares[i], last)
		} else {
			p[i] = min(p[i]/max(others, math.SmallestNonzeroFloat64)*(has-top), last)
		}
		last = p[i]
		rest -= last
	}
	return max(0, rest)
}

// listShare returns the share of mentions whose entity the list had when the probabilities of this namespace were fitted.
func (c *Calibration) listShare(namespace string) float64 {
	share := c.Share
	if n := c.namespace(namespace); n != nil {
		share = n.Share
	}
	if share == 0 {
		return c.Forests.Has.Share()
	}
	return float64(share)
}

// namespace returns the scalings that were fitted for one namespace alone, or nil.
func (c *Calibration) namespace(name string) *NamespaceScalings {
	i, ok := slices.BinarySearchFunc(c.Namespaces, name, func(n NamespaceScalings, name string) int { return cmp.Compare(n.Namespace, name) })
	if !ok {
		return nil
	}
	return &c.Namespaces[i]
}

// scaling returns the Scaling for answers of a namespace with evidence e.
func (c *Calibration) scaling(namespace string, e Evidence) *Scaling {
	if n := c.namespace(namespace); n != nil {
		return &n.Scalings[e]
	}
	return &c.Scalings[e]
}

// Scaling turns the log odds of a Forest into the probability that the best entity is right, for one kind of Evidence:
//
//	p = Ceiling * sigmoid(Slope*forest + Rivals*rivals + NIL*nilOdds + Shift)
//
// where logits returns rivals and nilOdds. A fit to labelled mentions of the list moves it away from Unscaled, as near names
// are right more often in some lists than in others. Ceiling is below 1 because people and terminologies do not always agree,
// whatever the name. The zero value keeps the ranker's probability.
type Scaling struct{ Slope, Rivals, NIL, Shift, Ceiling float32 }

// Unscaled keeps the probability of the Forest.
var Unscaled = Scaling{Slope: 1, Ceiling: 1}

// Top returns the probability of the best entities together. forest is the log odds of a Forest for the inputs x.
func (s *Scaling) Top(forest float64, x *Inputs) float64 {
	// The conversions keep compilers from fusing multiplication and addition.
	z := float64(float64(s.Slope)*forest) + float64(s.Rivals*x[InputRivals]) + float64(s.NIL*x[InputNIL]) + float64(s.Shift)
	return float64(s.Ceiling) / (1 + f64.Exp(-z))
}

// Logit returns the log odds that the best entity is right, and the probability that the list has the entity that is meant.
// It adds shift to the log odds of the latter: see Towards.
func (f *Forests) Logit(x *Inputs, shift float64) (odds, has float64) {
	return f.logit(x, f.Has.p(x), shift)
}

// logit is Logit where f.Has has the probability has.
func (f *Forests) logit(x *Inputs, has, shift float64) (odds, shiftedHas float64) {
	has = shifted(has, shift)
	p := float64(has * f.Right.p(x))
	return logit(p, 1-p), has
}

// StratumOf returns the stratum of an answer with the inputs x.
func (f *Forests) StratumOf(x *Inputs) Stratum {
	return stratumOf(Evidence(x[inputEvidence]), f.Has.p(x))
}

// AsGood returns how the candidates that are AsGoodAs the first divide their probability: a share for each of them, 0 for all
// others. p are the ranker's probabilities, falling. The shares are proportional to their squares, because the ranker
// separates namesakes too little (docs/decisions/calibration.md); those of members, which are all meant, to p itself.
func AsGood(cs []Candidate, p []float64) []float64 {
	best, shares, sum := rivalAt(cs, p, 0), make([]float64, len(cs)), 0.0
	for i := range cs {
		if r := rivalAt(cs, p, i); r.P == best.P {
			shares[i] = 1 // even if both are 0
		} else if r.AsGoodAs(best) {
			shares[i] = r.P / best.P
			if r.Stage != StageMember {
				shares[i] *= shares[i]
			}
		}
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

func rivalAt(cs []Candidate, p []float64, i int) Rival {
	return Rival{p[i], cs[i].Stage, cs[i].Features[Normalized] == 1, cs[i].Whole, cs[i].Fields}
}

func logit(yes, no float64) float64 {
	if no <= 0 || yes <= 0 {
		return math.Copysign(maxLogit, yes-no)
	}
	return max(-maxLogit, min(maxLogit, f64.Log(yes/no)))
}

// shifted returns the probability p after its log odds rise by shift.
func shifted(p, shift float64) float64 {
	yes := float64(p * f64.Exp(shift))
	return yes / (yes + 1 - p)
}

// logOdds returns the log odds of a probability, at most maxLogit from 0.
func logOdds(p float64) float64 { return logit(p, 1-p) }
