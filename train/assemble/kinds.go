package assemble

import (
	"context"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// minSorted is how many entities of three names or more tell that a terminology sorts the names of each.
const minSorted = 20

// readKinds notes how many names each entity of a terminology has where it prefers none of them.
func (a *assembly) readKinds(context.Context) error {
	if a.report.NonePreferred = !a.Verbatim && nonePreferred(a.terminology.Entities); !a.report.NonePreferred {
		return nil
	}
	a.equal = make(map[string]int, len(a.terminology.Entities))
	for _, e := range a.terminology.Entities {
		a.equal[e.ID] = len(e.Names)
	}
	return nil
}

// kind returns the kind of a row for the i-th name of an entity. Names that none is preferred to are all as good as a
// preferred one: by the alphabet, E. coli would be what is called so first, and not what is called B. coli, too.
// The names after these follow from mentions or others.
func (a *assembly) kind(e *data.Entity, i int) pack.Kind {
	if i < a.equal[e.ID] {
		return pack.KindPrimary
	}
	return e.Names[i].Kind
}

// nonePreferred reports whether a terminology marks no name as preferred and has the names of each entity in the order
// of the alphabet, so that the first is as good as any other.
func nonePreferred(entities []data.Entity) bool {
	long := 0
	for _, e := range entities {
		for i, n := range e.Names {
			if i > 0 && (n.Kind != pack.KindAlias || n.Text < e.Names[i-1].Text) {
				return false
			}
		}
		if len(e.Names) > 2 {
			long++
		}
	}
	return long >= minSorted
}
