// Package edit adds names to a pack and removes them, without training and without
// touching its other sections.
//
//	pack + changes --Apply--> the same pack with another section DELT
//
// An editor holds the entities that differ from the base of the pack, as they are
// after the changes so far; delta.go writes what tells them apart.
package edit

import (
	"fmt"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

// Change adds a name to the terminology of a pack, or removes one.
type Change struct {
	Remove bool
	ID     string // of the entity
	Name   string // with Remove, "" means all names of the entity
	Kind   pack.Kind
	// Of a new entity. For another one they have to be as they are, or empty.
	Weight    float64 // how prominent it is; 0: unknown
	Namespace string  // "": the prefix of ID
}

// ChangeError says which change cannot be made, and why.
type ChangeError struct {
	Index  int // in the list of changes
	Reason string
}

func (e *ChangeError) Error() string { return fmt.Sprintf("change %d: %s", e.Index+1, e.Reason) }

// Apply returns a pack with the changes, made in their order, in its section
// DELT: the pack's own encoder and binarizer give the codes of new names, nothing
// is trained, and the other sections stay as they are. Opened, it answers like a
// pack built with the same encoder, binarizer and ranker from the terminology so
// changed, whose largest weight is the same. A signature is lost.
//
// An entity that loses its primary name has its first name of the strongest kind
// as the new one; an entity without names vanishes. A change that cannot be made
// is a *ChangeError: a name that is there already, or is not; a second primary
// name; another weight or namespace of a known entity; the last name of all.
func Apply(data []byte, changes []Change) ([]byte, error) {
	base, d, err := pack.Split(data)
	if err != nil {
		return nil, err
	}
	n, err := core.New(base)
	if err != nil {
		return nil, err
	}
	e := newEditor(n, d)
	for i, c := range changes {
		if err := e.apply(i, c); err != nil {
			return nil, &ChangeError{i, err.Error()}
		}
	}
	if err := e.settle(len(changes) - 1); err != nil {
		return nil, err
	}
	return pack.WithDelta(data, e.delta())
}
