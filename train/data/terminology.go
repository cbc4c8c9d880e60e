package data

import (
	"slices"

	"github.com/normlet/normlet/core/pack"
)

// Kind says how a name names its entity; see the constants of package pack.
type Kind = pack.Kind

// Name is one name of an entity.
type Name struct {
	Text      string
	Kind      Kind
	Languages string // BCP 47 tags with blanks between; "" if nothing says it, or all of a list is in English
}

// Entity is a thing that mentions may mean.
type Entity struct {
	ID         string  // unique in its terminology, usually a CURIE
	Namespace  string  // may be empty
	Weight     float64 // prominence, finite and >= 0; 0 when unknown
	Names      []Name  // the primary name first, no text twice
	Shown      string  // which of Names people are shown, if a list says so; "" for the primary one
	FullName   string  // which of Names, if the primary one is a symbol for it
	Definition string  // what it is, in a sentence or a few; mostly empty
}

// Relation says that an entity has a parent. Entities with one parent by one relation are a
// family.
type Relation struct {
	ID       string // of the entity, as the terminology has it
	Relation string // such as "is_a" or "pfam"
	Parent   string // an entity too, or an id that only relations know
}

// ups are the relations to what an entity is a kind of, as formats and people write them.
var ups = []string{"is_a", "parent", "broader"}

// IsUp reports whether the entity is a kind of the parent.
func (r *Relation) IsUp() bool { return slices.Contains(ups, r.Relation) }

// XRef is a cross-reference: an entity of another terminology is the same thing, or nearly.
type XRef struct {
	ID    string // of the entity
	Other string // of that of the other terminology, as a CURIE
}

// Field is what else a list says of an entity, such as its brand or its city. Where an entity has several values of one
// field, all are equally valid.
type Field struct{ ID, Name, Value string }

// Terminology is a list of entities in the order of their first appearance.
type Terminology struct {
	Entities  []Entity
	Relations []Relation // as far as the files state them, in their order
	XRefs     []XRef     // as far as the files state them, in their order
	Fields    []Field    // as far as the files state them, in their order
	Joins     []Join     // of entities that several files have under ids of their own
}

// Join is an entity that has the names of another list's entity, whose id is not in the terminology.
type Join struct {
	ID    string  `json:"id"`
	Other string  `json:"other"`           // the other list's id
	Name  string  `json:"other_name"`      // its primary name there
	Near  bool    `json:"near"`            // it is like the entity, and not the same thing
	How   string  `json:"how"`             // what joined them, as "cross-reference and name"
	Said  Verdict `json:"references"`      // what the references of both lists say
	Doubt string  `json:"doubt,omitempty"` // why a person should look at it
}

// Verdict is what the cross-references of two lists say about a join.
type Verdict string

// What references say: nothing of either side, that it is so, or that one side is something else of the other list.
const (
	Silent     Verdict = "silent"
	Confirm    Verdict = "confirm"
	Contradict Verdict = "contradict"
)

// Contradicted reports whether the join says that two things are the same, and a reference says otherwise.
func (j *Join) Contradicted() bool { return !j.Near && j.Said == Contradict }

// NumNames returns the number of names of all entities together.
func (t *Terminology) NumNames() int {
	n := 0
	for i := range t.Entities {
		n += len(t.Entities[i].Names)
	}
	return n
}
