package score

import "slices"

// Decides reports whether folded candidates that were found without near rows decide the answer, so that near rows need not
// be sought: the best one has the letters and digits of the mention and is well above NIL. Near rows must not change p,
// either. They could, because they replace other rows of their entities, which are then no rivals any more.
func (r *Ranker) Decides(cs []Candidate) bool {
	top := &cs[0]
	if !top.Stage.IsName() || top.Features[Normalized] < 1 || top.Score < r.NIL+decidedAbove {
		return false
	}
	if !slices.ContainsFunc(cs, func(c Candidate) bool { return !c.Stage.IsName() }) {
		return true
	}
	p, pNIL := Probabilities(cs, r.NIL)
	best, others := together(p)
	rivals, _ := logits(best, others, pNIL)
	return rivals <= doubtFrom || rivals >= maxLogit
}

// MoreWritten reports whether people write so much more about an entity than about the best one, by their priors, that a near
// name of it may be the better answer. exact says that the mention equals a name of the best one.
func MoreWritten(prior, best uint8, exact bool) bool {
	lead := int(best)
	if exact {
		lead += exactLead
	}
	return int(prior) > lead
}
