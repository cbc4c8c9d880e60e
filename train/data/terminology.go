package data

import "github.com/normlet/normlet/core/pack"

// Kind says how a name names its entity; see the constants of package pack.
type Kind = pack.Kind

// Name is one name of an entity.
type Name struct {
	Text string
	Kind Kind
}

// Entity is what mentions are resolved to.
type Entity struct {
	ID        string  // unique in its terminology, usually a CURIE
	Namespace string  // may be empty
	Weight    float64 // prominence, finite and >= 0; 0 when unknown
	Names     []Name  // the primary name first, no text twice
}

// Terminology is a list of entities in the order of their first appearance.
type Terminology struct {
	Entities []Entity
}

// NumNames returns the number of names of all entities together.
func (t *Terminology) NumNames() int {
	n := 0
	for i := range t.Entities {
		n += len(t.Entities[i].Names)
	}
	return n
}
