package score

import (
	"cmp"
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

// Inputs returns what a Forest sees of an answer whose candidates are cs, the best first; p and pNIL are the ranker's
// probabilities, and p falls.
func (c *Calibration) Inputs(cs []Candidate, p []float64, pNIL float64) Inputs {
	best, others := together(p)
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

// ahead fills in how far the next entity is behind: of types 2C to 2W of a disease only one has the number that the mention
// has. It is far behind a mention that is a name: see Rivals.
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
	return slices.ContainsFunc(cs, func(c Candidate) bool { return c.Stage.IsName() })
}

// siblings counts other entities whose names are nearly as much like the mention as that of the best; none if the
// mention is a name, which near ones do not make doubtful (Rivals).
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

// together returns the probability of the best entities, mostly one, and that of all others.
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

// logits returns the ranker's two doubts as log odds, that another entity is meant and that none is,
// for its probabilities of the best entity, or of several that are as good, of all others together,
// and of NIL.
func logits(best, others, pNIL float64) (rivals, nilOdds float64) {
	return logit(best, others), logit(best+others, pNIL)
}

// Apply calibrates the ranker's probabilities of a mention: p, those of the entities, falling, and pNIL. It changes p in
// place, keeping its order, its ties and the proportions of all but the best, and returns the probability of NIL, which may
// lose its first place. seen is what the answer tells of how much the list has, without its Namespace. cs are the rows of
// the entities, namespace is that of the best, and shifts say by how much log odds rise for each stratum because of the
// mentions asked together; nil: as much as listShare says.
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
	seen.Stratum = c.Forests.StratumOf(x)
	shift := 0.0
	if shifts != nil {
		shift = shifts[seen.Stratum]
	} else {
		shift = c.Forests.Towards(c.listShare(namespace))
	}
	odds, has := c.Forests.Logit(x, shift)
	top := s.Top(odds, x)
	has = max(has, top)
	seen.Has = shifted(has, -shift)
	return spread(top, has, cs, p), seen
}

// spread gives the best entity and those AsGood together the probability top, and shares out what is left of has among all
// others, in proportion. No entity becomes likelier than the best. spread changes p, the ranker's, in place, and returns
// the rest, which is the probability of NIL.
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

// listShare returns the share of mentions whose entity is in the list, for which p of this namespace was fitted.
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

// namespace returns what was fitted for a namespace alone, or nil.
func (c *Calibration) namespace(name string) *NamespaceScalings {
	i, ok := slices.BinarySearchFunc(c.Namespaces, name, func(n NamespaceScalings, name string) int { return cmp.Compare(n.Namespace, name) })
	if !ok {
		return nil
	}
	return &c.Namespaces[i]
}

// scaling returns the Scaling of a namespace for an answer with this evidence.
func (c *Calibration) scaling(namespace string, e Evidence) *Scaling {
	if n := c.namespace(namespace); n != nil {
		return &n.Scalings[e]
	}
	return &c.Scalings[e]
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

// Top returns the probability of the best entities together, for the log odds of a Forest and its inputs.
func (s *Scaling) Top(forest float64, x *Inputs) float64 {
	// The conversions keep platforms from fusing multiplication and addition.
	z := float64(float64(s.Slope)*forest) + float64(s.Rivals*x[InputRivals]) + float64(s.NIL*x[InputNIL]) + float64(s.Shift)
	return float64(s.Ceiling) / (1 + f64.Exp(-z))
}

// Logit returns the log odds that the best entity is right, and the probability that the list has what this mention means,
// whose log odds are raised by shift: see Towards.
func (f *Forests) Logit(x *Inputs, shift float64) (odds, has float64) {
	has = shifted(f.Has.p(x), shift)
	p := float64(has * f.Right.p(x))
	return logit(p, 1-p), has
}

// StratumOf returns the stratum of an answer.
func (f *Forests) StratumOf(x *Inputs) Stratum {
	return stratumOf(Evidence(x[inputEvidence]), f.Has.p(x))
}

// AsGood returns which share each candidate is given of what those that are AsGoodAs the first have together, 0 for others;
// p are the ranker's probabilities, which fall. Their squares count, as it is too modest between namesakes
// (docs/decisions/calibration.md), but of members, which are all meant.
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
	return Rival{p[i], cs[i].Stage, cs[i].Features[Normalized] == 1, cs[i].Fields}
}

func logit(yes, no float64) float64 {
	if no <= 0 || yes <= 0 {
		return math.Copysign(maxLogit, yes-no)
	}
	return max(-maxLogit, min(maxLogit, f64.Log(yes/no)))
}

// shifted returns a probability whose log odds are raised by shift.
func shifted(p, shift float64) float64 {
	yes := float64(p * f64.Exp(shift))
	return yes / (yes + 1 - p)
}

// logOdds returns the log odds of a probability.
func logOdds(p float64) float64 { return logit(p, 1-p) }
