package score

// A list has nearly all entities that some columns and texts mention, and none that others mention. The mentions of a
// column together show how many it has: expectation maximisation (Saerens, Latinne and Decaestecker 2002, section 2.2)
// estimates the share of mentions whose entity is in the list. A mention says something only about mentions like it: a
// sample code that matches nothing does not make a symbol that matches exactly less likely. So each Stratum has its own share.

// Stratum is a kind of evidence that the list has the entity that a mention means.
type Stratum uint8

// The strata. Their numbers are part of the pack format.
const (
	OfficialName Stratum = iota // the mention equals a primary name, except for case and punctuation
	OtherName                   // the mention equals another name, with the same exceptions
	OtherWords                  // the mention is a name in other words or another spelling, or abbreviates a name
	LikeName                    // the mention resembles a name
	NoName                      // the list is unlikely to have the entity: see leastLike
	NumStrata
)

// stratumOf returns the Stratum of an answer with Evidence e, if the list has the entity with probability has.
func stratumOf(e Evidence, has float64) Stratum {
	switch e {
	case ExactPrimary, NormalizedPrimary:
		return OfficialName
	case ExactOther, NormalizedOther:
		return OtherName
	case LooselySame, Abbreviation:
		return OtherWords
	}
	if has < leastLike {
		return NoName
	}
	return LikeName
}

// shareOf estimates the share of mentions whose entity the list has. p has one probability for each mention: that the list
// has its entity if the share is base. The estimate is pulled to expected.
func shareOf(p []float64, base, expected float64) float64 {
	share, weight := expected, shareMentions+float64(shareDoubt*float64(len(p)))
	for range shareRounds {
		sum := weight * expected
		for _, x := range p {
			sum += shiftTo(x, base, share)
		}
		next := sum / (weight + float64(len(p)))
		if gain := next - share; gain*gain < shareGain*shareGain {
			return next
		}
		share = next
	}
	return share
}

// Seen is what one answer contributes to the estimate of the shares.
type Seen struct {
	Has       float64 // probability that the list has the entity that is meant, as the forest gives it, without a shift
	Stratum   Stratum
	Namespace int // of the best entity
}

// Shifts estimates the share of each stratum among mentions that are asked together: first over all namespaces, then for
// each namespace, whose share is pulled to that of all. It starts from the share of the stratum in the fit of the forest, or
// from expectedShare if that is smaller: the lists of the fit had nearly all mentions that equal a name, so that with their
// share a p slightly below it would count against all of a column. The rise of all strata together limits the rise of each
// one, but lowers none. shifts[namespace*NumStrata+stratum] is the increase of the log odds over those of the forest;
// in[namespace] is the number of mentions whose entity the list is then expected to have.
func (f *Forests) Shifts(seen []Seen, namespaces int) (shifts, in []float64) {
	const whole = NumStrata // stands for all strata together
	towards := f.Towards(expectedShare)
	p := make([][NumStrata + 1][]float64, namespaces+1) // the last element has all namespaces
	for _, s := range seen {
		x := shifted(s.Has, towards)
		for _, of := range [...]*[NumStrata + 1][]float64{&p[s.Namespace], &p[namespaces]} {
			of[s.Stratum], of[whole] = append(of[s.Stratum], x), append(of[whole], x)
		}
	}
	shifts, in = make([]float64, namespaces*int(NumStrata)), make([]float64, namespaces)
	rise := make([]float64, namespaces)
	for s := int(whole); s >= 0; s-- {
		base := expectedShare
		if s < int(whole) {
			base = min(base, shifted(f.share(Stratum(s)), towards))
		}
		all := shareOf(p[namespaces][s], base, base)
		for ns := range namespaces {
			shift := towards + logOdds(shareOf(p[ns][s], base, all)) - logOdds(base)
			if s == int(whole) {
				rise[ns] = max(0, shift)
				continue
			}
			shift = min(shift, rise[ns])
			shifts[ns*int(NumStrata)+s] = shift
			for _, x := range p[ns][s] {
				in[ns] += shifted(x, shift-towards)
			}
		}
	}
	return shifts, in
}

// Towards returns the increase of log odds from the share of mentions that the lists of the fit had to the given share.
func (f *Forests) Towards(share float64) float64 {
	return logOdds(share) - logOdds(f.Has.Share())
}

// share returns the share of a stratum's mentions whose entity the lists of the fit had.
func (f *Forests) share(s Stratum) float64 {
	if x := float64(f.Strata[s]); x > 0 {
		return x
	}
	return f.Has.Share()
}

// shiftTo adapts a probability that was estimated for a share base of true cases to another share. Both are in (0,1).
func shiftTo(p, base, share float64) float64 {
	yes, no := float64(p*share/base), float64((1-p)*(1-share)/(1-base))
	return yes / (yes + no)
}
