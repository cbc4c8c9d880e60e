// Package answer writes answers as JSON, in the form that lookup, names, map, serve and mcp share. Scripts rely on its
// keys and their order.
package answer

import (
	"math"

	"github.com/normlet/normlet/core"
)

// Answer is a core.Answer in JSON.
type Answer struct {
	Mention   string   `json:"mention"`
	NIL       bool     `json:"nil"`
	Matches   []Match  `json:"matches"`
	Ambiguous []string `json:"ambiguous,omitempty"`
	Undecided bool     `json:"undecided,omitempty"` // NIL, but the best match is as likely
	Parent    *Parent  `json:"parent,omitempty"`    // what an unsure answer is a kind of
	Organism  string   `json:"organism,omitempty"`  // NIL because the pack lacks the gene of this one, by its NCBI Taxonomy id
}

// Parent is core.Answer.Parent.
type Parent struct {
	ID   string  `json:"id"`
	Name string  `json:"name"`
	P    float64 `json:"p"`
}

// Match is a core.Match in an Answer.
type Match struct {
	ID       string   `json:"id"`
	Same     []string `json:"same,omitempty"` // ids of the same thing in other lists and namespaces
	Name     string   `json:"name"`
	Matched  string   `json:"matched"`
	Stage    string   `json:"stage"`
	Distance int      `json:"distance"`
	Score    float64  `json:"score"`
	P        float64  `json:"p"`
	Margin   float64  `json:"margin"`
	Taxon    string   `json:"taxon,omitempty"`
	Broader  string   `json:"broader,omitempty"` // words of the mention that the entity lacks
	Exactly  *float64 `json:"exactly,omitempty"` // of what is Broader, how likely exactly the entity is meant
	*Details          // nil unless asked for
}

// Details are what a pack says of an entity beyond the match.
type Details struct {
	FullName   string   `json:"fullName,omitempty"`
	Definition string   `json:"definition,omitempty"`
	XRefs      []string `json:"xrefs,omitempty"`
	Parents    []string `json:"parents,omitempty"`
	URL        string   `json:"url,omitempty"`
	Synonyms   []string `json:"synonyms,omitempty"` // the names beside the primary one
}

// New returns the JSON form of a, its numbers rounded.
func New(a *core.Answer) Answer {
	out := Answer{a.Mention, a.NIL, make([]Match, 0, len(a.Matches)), a.Ambiguous, a.Undecided(), nil, a.Organism} // [] rather than null
	if p := a.Parent; p != nil {
		out.Parent = &Parent{p.ID, p.Name, Round(p.P)}
	}
	for i := range a.Matches {
		m := &a.Matches[i]
		match := Match{m.ID, m.Same, m.Name, m.Matched, m.Stage.String(), m.Distance, Round(m.Score), Round(m.P), Round(m.Margin), m.Taxon, m.Broader, nil, nil}
		if m.Broader != "" {
			exactly := Round(m.Exactly())
			match.Exactly = &exactly
		}
		out.Matches = append(out.Matches, match)
	}
	return out
}

// Describe adds details to the matches; entity finds them by id.
func (a *Answer) Describe(entity func(id string) (core.Entity, bool)) {
	for i := range a.Matches {
		e, ok := entity(a.Matches[i].ID)
		if !ok {
			continue
		}
		d := &Details{FullName: e.FullName, Definition: e.Definition, XRefs: e.XRefs, Parents: e.Parents, URL: e.URL}
		for _, n := range e.Names[1:] {
			d.Synonyms = append(d.Synonyms, n.Name)
		}
		a.Matches[i].Details = d
	}
}

// Entity is what a pack says of an entity.
type Entity struct {
	Query      string   `json:"query"`
	ID         string   `json:"id"` // "" if the pack has none
	Former     string   `json:"former,omitempty"`
	Name       string   `json:"name"`
	FullName   string   `json:"fullName,omitempty"`
	Names      []Name   `json:"names,omitempty"`
	Definition string   `json:"definition,omitempty"`
	XRefs      []string `json:"xrefs,omitempty"`
	Same       []string `json:"same,omitempty"`
	Parents    []string `json:"parents,omitempty"` // ids of what it is a kind of
	URL        string   `json:"url,omitempty"`
}

// Name is a name with its kind.
type Name struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// NewEntity returns the JSON form of the entity that query, an id, has led to; one without an id is unknown.
func NewEntity(query string, e *core.Entity) Entity {
	out := Entity{query, e.ID, e.Former, e.Name, e.FullName, nil, e.Definition, e.XRefs, e.Same, e.Parents, e.URL}
	for _, n := range e.Names {
		out.Names = append(out.Names, Name(n))
	}
	return out
}

// Round keeps six decimals: the last bits of exp differ between platforms.
func Round(x float64) float64 { return math.Round(x*1e6) / 1e6 }
