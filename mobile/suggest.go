package mobile

import (
	"runtime/debug"

	"github.com/normlet/normlet/core"
)

// Suggestion is an entity with a name that begins with the typed text: plain data, a copy.
type Suggestion struct {
	// ID is the identifier of the entity.
	ID string
	// InNamespace is the namespace of the entity.
	InNamespace string
	// Name is the primary name of the entity, to be shown.
	Name string
	// Matched is the name that begins with what was typed.
	Matched string
	// Whole says that what was typed is all of Matched.
	Whole bool
}

// Suggestions are the entities with a name that begins with the typed text, the
// likeliest first.
type Suggestions struct{ list []Suggestion }

// Suggest returns the k likeliest entities that have a name beginning with the letters and digits of typed: whole
// names first, then the entities that people write about most. Call it with every letter; it takes a fraction of a
// millisecond. Namespaces are as for LookupIn. A misspelling begins no name: then use Lookup.
func (n *Normalizer) Suggest(typed, namespaces string, k int) (s *Suggestions, err error) {
	defer rescue(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // see Normalizer.LookupWith
	c, done, err := n.use()
	if err != nil {
		return nil, err
	}
	defer done()
	if err := checkK(k); err != nil {
		return nil, err
	}
	found, err := c.Suggest(typed, core.Options{K: min(k, core.MaxK), Namespaces: split(namespaces)})
	if err != nil {
		return nil, failed(err, KindInternal)
	}
	s = &Suggestions{}
	for _, f := range found {
		s.list = append(s.list, Suggestion{ID: f.ID, InNamespace: f.Namespace, Name: f.Name, Matched: f.Matched, Whole: f.Whole})
	}
	return s, nil
}

// Len returns the number of suggestions, at most the k that was asked for.
func (s *Suggestions) Len() int {
	if s == nil {
		return 0
	}
	return len(s.list)
}

// Get returns a suggestion, counted from 0; outside 0 to Len - 1 it returns null.
func (s *Suggestions) Get(i int) *Suggestion {
	return at(s.Len(), i, func() *Suggestion { return new(s.list[i]) })
}
