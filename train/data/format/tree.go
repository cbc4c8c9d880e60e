package format

import (
	"iter"
	"strings"
)

// Tree has the places of things in a tree, as MeSH numbers them: C04.588 lies directly under C04.
type Tree struct {
	places []place
	at     map[string]string // number -> id
}

// place is one of the places that a thing may have.
type place struct{ number, id string }

// Add notes that a thing has a place.
func (t *Tree) Add(number, id string) {
	if t.at == nil {
		t.at = map[string]string{}
	}
	t.places = append(t.places, place{number, id})
	t.at[number] = id
}

// Parents returns what lies directly under what, each pair once, in the order of the places.
func (t *Tree) Parents() iter.Seq2[string, string] {
	return func(yield func(id, parent string) bool) {
		known := map[[2]string]bool{} // places of a thing may have one parent
		for _, p := range t.places {
			i := strings.LastIndexByte(p.number, '.')
			if i < 0 {
				continue
			}
			pair := [2]string{p.id, t.at[p.number[:i]]}
			if pair[1] == "" || pair[0] == pair[1] || known[pair] {
				continue
			}
			if known[pair] = true; !yield(pair[0], pair[1]) {
				return
			}
		}
	}
}
