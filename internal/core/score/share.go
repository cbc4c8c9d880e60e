package score

// A list has nearly all of what some columns and texts mention, and nothing of what others do. How much it has shows in
// the mentions together: expectation maximisation over them (Saerens, Latinne and Decaestecker 2002, section 2.2)
// estimates the share of those whose entity it has. But a mention tells of those like it alone: a sample code that matches
// nothing says nothing of a symbol that matches to the letter. So every Stratum of evidence has a share of its own.

// Stratum is a kind of evidence that the list has what is meant.
type Stratum uint8

// The strata. Their numbers are part of the pack format.
const (
	OfficialName Stratum = iota // the mention is a primary name, but for case and punctuation
	OtherName                   // it is another name
	OtherWords                  // it is a name in other words, abbreviated, as one of a group, or as a date
	LikeName                    // it is near a name
	NoName                      // nothing found is likely
	NumStrata
)

// stratumOf returns the Stratum of an answer by its Evidence and by how likely the list has what is meant.
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

// shareOf estimates the share of mentions whose entity the list has, from how likely each one's is there if the share is base.
// expected is what it is pulled to.
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

// Seen is what an answer tells of the share.
type Seen struct {
	Has       float64 // how likely the list has what is meant, by the forest as it is
	Stratum   Stratum
	Namespace int // of the best entity
}

// Shifts estimates the share of each stratum of mentions asked together, first over all namespaces, to which then that of
// each namespace is pulled. It starts from the share that the stratum had in what the forest was fitted on, of names as they
// stand from expectedShare: nearly all of those were there, so that p a little below would be evidence against all. What is
// asked together as a whole says how far a stratum may rise, and lowers none. shifts has, at namespace*NumStrata+stratum,
// by how much the log odds are above those of the forest; in is how many mentions of each namespace the list then has.
func (f *Forests) Shifts(seen []Seen, namespaces int) (shifts, in []float64) {
	const whole = NumStrata // as a stratum: of all of them
	towards := f.Towards(expectedShare)
	p := make([][NumStrata + 1][]float64, namespaces+1) // the last of all namespaces
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

// Towards returns by how much log odds rise from what the forest was fitted on to where the list has a share of all
// mentions.
func (f *Forests) Towards(share float64) float64 {
	return logOdds(share) - logOdds(f.Has.Share())
}

// share is that of a stratum in what the forest was fitted on.
func (f *Forests) share(s Stratum) float64 {
	if x := float64(f.Strata[s]); x > 0 {
		return x
	}
	return f.Has.Share()
}

// shiftTo returns what a probability where a share base is true becomes where share is, both in (0,1).
func shiftTo(p, base, share float64) float64 {
	yes, no := float64(p*share/base), float64((1-p)*(1-share)/(1-base))
	return yes / (yes + no)
}
