package core

// Evidence is what an answer rests on: the stage that found its best row, and what
// kind of name that is. What people call an entity by its primary name is hardly ever
// wrong; other names are often those of several things, not all of which a
// terminology lists.
type Evidence uint8

// The kinds of evidence. Their numbers are part of the pack format.
const (
	ExactPrimary Evidence = iota // StageExact, by the entity's primary name
	ExactOther
	NormalizedPrimary // StageNormalized
	NormalizedOther
	LooselySame  // StageHamming: the same but for a plural s or British spelling, or in other words
	Near         // the same stage: anything else but
	Abbreviation // what the mention abbreviates
	NumEvidence
)

// Evidence returns what an answer with c as its best candidate rests on.
func (c *Candidate) Evidence() Evidence {
	f := &c.Features
	switch {
	case c.Stage != StageHamming:
		return Evidence(2*c.Stage) + Evidence(f[NotPrimary])
	case f[Normalized] > 0:
		return LooselySame
	case f[Acronym] > 0:
		return Abbreviation
	}
	return Near
}

// ofStages is where scalings by stage, which older packs have, stand for those by
// evidence.
var ofStages = [NumEvidence]Stage{
	StageExact, StageExact, StageNormalized, StageNormalized, StageHamming, StageHamming, StageHamming,
}
