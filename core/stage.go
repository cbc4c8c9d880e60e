package core

import "github.com/normlet/normlet/internal/core/score"

// Stage says which step of the cascade found a match first.
type Stage uint8

// The stages, in the order in which they look.
const (
	StageExact        Stage = iota // the name is the mention, whose capitals may differ
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
)

// String returns a word for the stage, such as exact.
func (s Stage) String() string { return score.Stage(s).String() }

// IsName reports whether a stage finds names equal to the mention.
func (s Stage) IsName() bool { return score.Stage(s).IsName() }
