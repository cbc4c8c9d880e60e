package score

import "github.com/normlet/normlet/internal/core/names"

// Stage says which step of the cascade found a match first.
type Stage uint8

// The stages, in the order of the cascade.
const (
	StageExact        Stage = iota // the name equals the mention: see names.SameButCase for capitals
	StageNormalized                // letters and digits are equal, perhaps in Latin for Greek letters, in other figures, or once written as names are
	StageRewritten                 // letters and digits are equal once words are rewritten: spelling, compounds, general words
	StageExcelDate                 // the mention is a date that a spreadsheet made from the name
	StageMember                    // the name is a member of the family, complex or list that the mention names
	StageAbbreviation              // the mention abbreviates the name
	StagePart                      // the mention begins or ends with the name
	StageWord                      // the name has a rare word of the mention
	StageHamming                   // the code of the name is near that of the mention
	StageNeighbour                 // the look-up did not find the entity; a mention nearby means it: see package document
	StageID                        // the mention is an id, so no name was sought
	NumStages
)

var stageNames = [NumStages]string{"exact", "normalized", "rewritten", "excel-date", "member", "abbreviation", "part", "word", "hamming", "neighbour", "id"}

func (s Stage) String() string {
	if s >= NumStages {
		return "invalid"
	}
	return stageNames[s]
}

// StageOf returns the stage of names that a rule reads from a mention: see names.Readings.
func StageOf(r names.Rule) Stage {
	switch r {
	case names.SheetDates:
		return StageExcelDate
	case names.Groups:
		return StageMember
	}
	return StageRewritten
}

// IsName reports whether a stage finds names equal to the mention.
func (s Stage) IsName() bool { return s <= StageNormalized }

// Evidence says how the best row of an answer resembles the mention, and whether its name is primary. A primary name is hardly
// ever wrong; other names often belong to several things, of which the terminology may lack some.
type Evidence uint8

// The kinds of evidence. Their numbers are part of the pack format.
const (
	ExactPrimary Evidence = iota // the mention is the primary name, or one whose labelled mentions mostly mean the entity
	ExactOther
	NormalizedPrimary // letters and digits are equal, perhaps once words are rewritten to equivalent ones
	NormalizedOther
	LooselySame  // letters and digits are equal except for a plural s or British spelling, or in other words
	Near         // anything that is none of the others
	Abbreviation // the mention abbreviates the name
	NumEvidence
)

// Evidence returns the Evidence for an answer with c as its best candidate.
func (c *Candidate) Evidence() Evidence {
	f := &c.Features
	other := Evidence(f[NotPrimary])
	if f[Commonness] > mostlyMeant {
		other = 0
	}
	byForm := c.Stage <= StageMember
	switch {
	case c.Stage == StageExact || c.Stage == StageMember:
		return ExactPrimary + other
	case byForm && f[Normalized] == 1:
		return NormalizedPrimary + other
	case f[Normalized] > 0:
		return LooselySame
	case f[Acronym] > 0:
		return Abbreviation
	}
	return Near
}

// Rival has the facts that decide whether an entity is tied with the best one.
type Rival struct {
	P      float64
	Stage  Stage
	Same   bool    // the matched name has the letters and digits of the mention
	Whole  bool    // as of a Candidate
	Fields float32 // as of a Candidate
}

// named returns how the entity has the mention for a name: 0 for the very name, 1 for its letters and digits, 2 for
// all its words, 3 for none of these.
func (r *Rival) named() int {
	switch {
	case r.Stage == StageExact || r.Stage == StageMember:
		return 0
	case r.Stage < StageMember && r.Same:
		return 1
	case r.Whole:
		return 2
	}
	return 3
}

// TiedWith reports whether a reader has to choose between the best entity and r; no other rule decides this. They are tied in
// three cases: their P differ by at most TieMargin; the mention is as good a name of r as of the best one, fields do not
// separate the two, and the ranker finds r at most tieFactor times less likely (P is the square of its probability: see
// AsGood); or both are members of the group that the mention names, which means both.
func (r Rival) TiedWith(best Rival) bool {
	return best.P-r.P <= TieMargin || r.EvenWith(best)
}

// EvenWith reports whether the mention means r as much as the best entity, so that both are the answer and their probability
// together is compared with that of NIL. Near names do not count, even if their small P are nearly equal.
func (r Rival) EvenWith(best Rival) bool {
	return r.P == best.P || r.Stage == StageMember && best.Stage == StageMember || r.namesakeOf(&best, true)
}

// namesakeOf reports whether the mention is as good a name of r as of the best entity, which is not many times likelier.
// squared says that P are squares of what the ranker says.
func (r *Rival) namesakeOf(best *Rival, squared bool) bool {
	if r.P*(tieFactor*tieFactor) < best.P {
		return false // most
	}
	as, most := best.named(), float64(tieFactor)
	if as == 2 {
		most = wholeFactor
	}
	if squared {
		most *= most
	}
	return as <= 2 && r.named() <= as && r.P*most >= best.P && best.Fields-r.Fields < fieldTells
}

// AsGoodAs reports whether the mention gives no more reason for the best entity than for r, whose P is that of the ranker.
func (r Rival) AsGoodAs(best Rival) bool {
	return r.P == best.P || r.Stage == StageMember && best.Stage == StageMember || r.namesakeOf(&best, false)
}

// Even reports whether candidate i is EvenWith the first.
func Even(cs []Candidate, p []float64, i int) bool {
	return rivalAt(cs, p, i).EvenWith(rivalAt(cs, p, 0))
}

// Namesakes returns the indexes of the candidates of which the mention is as good a name as of the first one, and which are
// tied with it. p falls.
func Namesakes(cs []Candidate, p []float64) (out []int) {
	for i := 1; i < len(cs); i++ {
		best := rivalAt(cs, p, 0)
		if r := rivalAt(cs, p, i); r.namesakeOf(&best, true) {
			out = append(out, i)
		}
	}
	return out
}

// Tied returns the indexes of up to limit candidates that are TiedWith the first, by falling p.
func Tied(cs []Candidate, p []float64, limit int) (tied []int) {
	for i := 1; i < len(cs) && len(tied) < limit; i++ {
		if rivalAt(cs, p, i).TiedWith(rivalAt(cs, p, 0)) {
			tied = append(tied, i)
		}
	}
	return tied
}

// IsNIL reports whether an answer is NIL. pNIL is the probability of NIL, best that of the best entity and those even with it.
// alone says that the mention was asked by itself, so that nobody knows how many such mentions the list has.
func IsNIL(pNIL, best float64, alone bool) bool {
	return pNIL > best && !(alone && pNIL <= aloneNIL*best)
}

// Undecided reports whether NIL is likelier than the best entity, whose probability is p, but exceeds the bound of aloneNIL by
// at most TieMargin.
func Undecided(p, pNIL float64) bool { return p <= pNIL && pNIL-float64(aloneNIL*p) <= TieMargin }
