package mobile

import (
	"cmp"
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
	// Taxon is the NCBI Taxonomy id of a gene's organism, in a pack with genes of several; else empty.
	Taxon string
	// Name is the primary name of the entity, to be shown.
	Name string
	// Matched is the name of the entity that is most like the mention.
	Matched string
	// Kind is what Matched is to the entity: "primary", "exact", "alias", "related" or "twin".
	Kind string
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

func newMatch(m *core.Match, tied []string) *Match {
	return &Match{
		ID: m.ID, Same: strings.Join(m.Same, " "), InNamespace: m.Namespace, Taxon: m.Taxon, Name: m.Name, Matched: m.Matched, Kind: m.Kind,
		Stage: m.Stage.String(), Distance: m.Distance, Score: m.Score, Probability: m.P, Margin: m.Margin, Broader: m.Broader, Exactly: m.Exactly(),
		Tied: slices.Contains(tied, m.ID),
	}
}

// Matches are the entities that a mention may mean, the most likely first.
type Matches struct{ answer core.Answer }

// of returns the answer; null means nothing.
func (m *Matches) of() *core.Answer { return &cmp.Or(m, &Matches{}).answer }

// Len returns the number of matches, at most the k that was asked for.
func (m *Matches) Len() int { return len(m.of().Matches) }

// Get returns a match, counted from 0; outside 0 to Len - 1 it returns null.
func (m *Matches) Get(i int) *Match {
	return at(m.Len(), i, func() *Match { return newMatch(&m.answer.Matches[i], m.answer.Ambiguous) })
}

// Mention returns what was looked up: in a text, the long form of an abbreviation.
func (m *Matches) Mention() string { return m.of().Mention }

// IsNIL reports whether the terminology most likely has no such entity.
func (m *Matches) IsNIL() bool { return m.of().NIL || m.Len() == 0 }

// Undecided reports whether the answer IsNIL although the first match is as likely: show that match, too.
func (m *Matches) Undecided() bool { return m.of().Undecided() }

// NILProbability returns how likely the terminology has no such entity, from 0 to 1.
func (m *Matches) NILProbability() float64 {
	if m.Len() == 0 {
		return 1
	}
	return m.answer.PNIL
}

// Tied returns how many entities are as good as the first one, itself included: at
// least 2, even if fewer were asked for, or 0 if there is no tie.
func (m *Matches) Tied() int { return len(m.of().Ambiguous) }

// Parent returns what an unsure answer is a kind of, if the pack knows that, or null. Its Probability is of its own; of the
// rest, ID, Same, InNamespace, Taxon and Name count.
func (m *Matches) Parent() *Match {
	if p := m.of().Parent; p != nil {
		return newMatch(p, nil)
	}
	return nil
}

// Organism returns the NCBI Taxonomy id of the organism that is named, if the answer IsNIL because the pack lacks its gene; else
// it is empty.
func (m *Matches) Organism() string { return m.of().Organism }
