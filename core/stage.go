package core

import "github.com/normlet/normlet/internal/core/score"

// Stage says which step of the cascade found a match first.
type Stage uint8

// The stages, in the order of the cascade.
const (
	StageExact        Stage = iota // the name equals the mention, perhaps with other capitals
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
)

// String returns the name of the stage, such as exact.
func (s Stage) String() string { return score.Stage(s).String() }

// IsName reports whether a stage finds names equal to the mention.
func (s Stage) IsName() bool { return score.Stage(s).IsName() }
