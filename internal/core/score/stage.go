package score

import "github.com/normlet/normlet/internal/core/names"

// Stage says which step of the cascade found a match first.
type Stage uint8

// The stages, in the order in which they look.
const (
	StageExact        Stage = iota // the name is the mention: see names.SameButCase for capitals
	StageNormalized                // the same letters and digits, also with Latin for Greek letters or in other figures
	StageRewritten                 // the same once words are rewritten: spelling, compounds, general words
	StageExcelDate                 // the name that a spreadsheet made the mention of, which is a date
	StageMember                    // a member of the family or complex, or of the list, that the mention is
	StageAbbreviation              // the mention abbreviates the name
	StagePart                      // the name is what the mention begins or ends with
	StageWord                      // the name has a rare word of the mention
	StageHamming                   // near in the space of codes
	StageNeighbour                 // not found, but what a mention nearby means: see package document
	StageID                        // the mention is an id; nothing else was looked for
	NumStages
)

var stageNames = [NumStages]string{"exact", "normalized", "rewritten", "excel-date", "member", "abbreviation", "part", "word", "hamming", "neighbour", "id"}

func (s Stage) String() string {
	if s >= NumStages {
		return "invalid"
	}
	return stageNames[s]
}

// StageOf is the stage of names that a rule reads a mention as: see names.Readings.
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

// Evidence says how the best row of an answer resembles the mention, and what kind of
// name it is. A primary name is hardly ever wrong; other names often belong to
// several things, not all of them in the terminology.
type Evidence uint8

// The kinds of evidence. Their numbers are part of the pack format.
const (
	ExactPrimary Evidence = iota // the mention is the entity's primary name, or one that labelled mentions mostly give it
	ExactOther
	NormalizedPrimary // the same letters and digits, perhaps once words are rewritten to equivalent ones
	NormalizedOther
	LooselySame  // the same but for a plural s or British spelling, or in other words
	Near         // anything else but
	Abbreviation // what the mention abbreviates
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

// TiedWith is the one rule of ambiguity: it reports whether a reader must choose between the best entity and r. They
// are tied if their P differ by at most TieMargin; if the mention is as good a name of r as of the best and r is at
// most tieFactor times less likely to the ranker, of whose probabilities P are the squares (AsGood), and fields do not tell
// them apart; or if both are members of the group that the mention names, and so both are meant.
func (r Rival) TiedWith(best Rival) bool {
	return best.P-r.P <= TieMargin || r.EvenWith(best)
}

// EvenWith reports whether r is tied with the best entity by what the mention says, and so is part of the answer: what
// several have together is weighed against NIL. Near names of nearly the same small P are not.
func (r Rival) EvenWith(best Rival) bool {
	return r.P == best.P || r.Stage == StageMember && best.Stage == StageMember || r.namesakeOf(best, true)
}

// namesakeOf reports whether the mention is as good a name of r as of the best entity, which is not many times likelier.
// squared says that P are squares of what the ranker says.
func (r *Rival) namesakeOf(best Rival, squared bool) bool {
	as, most := best.named(), float64(tieFactor)
	if as == 2 {
		most = wholeFactor
	}
	if squared {
		most *= most
	}
	return as <= 2 && r.named() <= as && r.P*most >= best.P && best.Fields-r.Fields < fieldTells
}

// AsGoodAs reports whether an entity is right as often as the best one, but for how likely either is: the mention says no
// more for the one than for the other.
func (r Rival) AsGoodAs(best Rival) bool {
	return r.P == best.P || r.Stage == StageMember && best.Stage == StageMember || r.namesakeOf(best, false)
}

// Even reports whether a candidate is EvenWith the first.
func Even(cs []Candidate, p []float64, i int) bool {
	return rivalAt(cs, p, i).EvenWith(rivalAt(cs, p, 0))
}

// Namesakes returns, as indexes, the candidates tied with the first that have the mention as a name as much as it
// does; p falls.
func Namesakes(cs []Candidate, p []float64) (out []int) {
	for i := 1; i < len(cs); i++ {
		if r := rivalAt(cs, p, i); r.namesakeOf(rivalAt(cs, p, 0), true) {
			out = append(out, i)
		}
	}
	return out
}

// Tied returns the candidates that are TiedWith the first, by falling probability p, as indexes, at most limit.
func Tied(cs []Candidate, p []float64, limit int) (tied []int) {
	for i := 1; i < len(cs) && len(tied) < limit; i++ {
		if rivalAt(cs, p, i).TiedWith(rivalAt(cs, p, 0)) {
			tied = append(tied, i)
		}
	}
	return tied
}

// IsNIL reports whether an answer is none of its entities, for the probabilities of none and of the best entity and those
// tied with it. alone says that nothing is known of how many mentions like it the list has.
func IsNIL(pNIL, best float64, alone bool) bool {
	return pNIL > best && !(alone && pNIL <= aloneNIL*best)
}

// Undecided reports whether NIL is likelier than the best entity, of probability p, but hardly more than makes a mention
// asked by itself NIL.
func Undecided(p, pNIL float64) bool { return p <= pNIL && pNIL-float64(aloneNIL*p) <= TieMargin }
