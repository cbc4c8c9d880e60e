package mobile

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
)

// Match is one entity that a mention may mean: plain data, a copy.
type Match struct {
	// ID is the identifier of the entity, such as "NCBIGene:93986".
	ID string
	// Same are the identifiers of the same thing in other lists, with blanks between.
	Same string
	// InNamespace is the namespace of the entity, such as "NCBIGene". Objective-C++ reserves the word namespace.
	InNamespace string
	// Name is the primary name of the entity, to be shown.
	Name string
	// Matched is the name of the entity that is most like the mention.
	Matched string
	// Stage says how Matched was found:
	//	"exact"         it is the mention
	//	"normalized"    it has the same letters and digits
	//	"rewritten"     it says the same in other words, or without what was done to a protein
	//	"excel-date"    a spreadsheet made a date of it
	//	"member"        it is one of the family, complex or list that the mention names
	//	"abbreviation"  the mention abbreviates it
	//	"part"          it is within the mention
	//	"word"          it shares a rare word with the mention
	//	"hamming"       it is near the mention
	//	"neighbour"     in a Text, another mention was found by it
	//	"id"            the mention is the ID of the entity
	Stage string
	// Distance is the number of bits in which the codes of mention and Matched
	// differ.
	Distance int
	// Score is how similar mention and Matched are, from 0 to 1.
	Score float64
	// Probability is how likely the mention means this entity, from 0 to 1.
	Probability float64
	// Margin is Probability less that of the next entity.
	Margin float64
	// Broader are words of the mention that the entity lacks, which is what is meant but for them: a species is, for a
	// strain of it. Mostly empty.
	Broader string
	// Exactly is how likely exactly this entity is meant: Probability unless it is Broader.
	Exactly float64
	// Tied says that several entities are as good as this one: let the user choose.
	Tied bool
}

// Matches are the entities that a mention may mean, the most likely first.
type Matches struct {
	list   []Match
	linked bool // an entity is more likely than none
	pNIL   float64
	tied   int
	even   bool // none is as likely as the first
}

func newMatches(a *core.Answer) *Matches {
	m := &Matches{list: make([]Match, len(a.Matches)), linked: !a.NIL, pNIL: a.PNIL, tied: len(a.Ambiguous), even: a.Undecided()}
	for i, c := range a.Matches {
		m.list[i] = Match{
			ID: c.ID, Same: strings.Join(c.Same, " "), InNamespace: c.Namespace, Name: c.Name, Matched: c.Matched, Stage: c.Stage.String(), Distance: c.Distance,
			Score: c.Score, Probability: c.P, Margin: c.Margin, Broader: c.Broader, Exactly: c.Exactly(), Tied: slices.Contains(a.Ambiguous, c.ID),
		}
	}
	return m
}

// Len returns the number of matches, at most the k that was asked for.
func (m *Matches) Len() int {
	if m == nil {
		return 0
	}
	return len(m.list)
}

// Get returns a match, counted from 0; outside 0 to Len - 1 it returns null.
func (m *Matches) Get(i int) *Match { return at(m.Len(), i, func() Match { return m.list[i] }) }

// IsNIL reports whether the terminology most likely has no such entity.
func (m *Matches) IsNIL() bool { return m == nil || !m.linked }

// Undecided reports whether the answer IsNIL although the first match is as likely: show that match, too.
func (m *Matches) Undecided() bool { return m != nil && m.even }

// NILProbability returns how likely the terminology has no such entity, from 0 to 1.
func (m *Matches) NILProbability() float64 {
	if m.IsNIL() && m.Len() == 0 {
		return 1
	}
	return m.pNIL
}

// Tied returns how many entities are as good as the first one, itself included: at
// least 2, even if fewer were asked for, or 0 if there is no tie.
func (m *Matches) Tied() int {
	if m == nil {
		return 0
	}
	return m.tied
}
