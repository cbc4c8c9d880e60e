// Package edit adds names to a pack and removes them, without training and without touching its other sections. Start
// at Apply.
//
//	pack + changes --Apply--> the same pack with another section DELT
//
// An editor holds the entities that differ from the base of the pack, as they are after the changes so far; delta.go
// writes the differences.
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
	// Of a new entity. For a known one, repeat them or leave them empty.
	Weight    float64 // how prominent it is; 0: unknown
	Namespace string  // "": the prefix of ID
}

// ChangeError says which change cannot be made, and why.
type ChangeError struct {
	Index  int // in the list of changes
	Reason string
}

func (e *ChangeError) Error() string { return fmt.Sprintf("change %d: %s", e.Index+1, e.Reason) }

// Apply returns a pack with the changes, in their order, in its section DELT. The
// pack's own encoder and binarizer make the codes of new names; the other
// sections stay as they are. The new pack answers like one built from the changed
// terminology with the same encoder, binarizer and ranker, if the largest weight
// is the same. A signature is lost.
//
// If an entity loses its primary name, its first name of the strongest kind
// becomes primary; an entity without names vanishes. Impossible changes are a
// *ChangeError: adding a name that exists, removing one that does not, a second
// primary name, another weight or namespace of a known entity, removing the last
// name of the pack.
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
