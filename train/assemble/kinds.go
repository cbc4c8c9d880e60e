package assemble

import (
	"context"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// minSorted is how many entities of three names or more it takes to see that a terminology sorts names.
const minSorted = 20

// readKinds notes how many names each entity has if the terminology prefers none of them.
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

// kind returns the kind of the row of an entity's i-th name. Where a terminology prefers no name, its own count as
// preferred; those after them follow from mentions or from other names. Were the first in the alphabet preferred, "E.
// coli" would be Entamoeba coli and not Escherichia coli, which is called B. coli, too.
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
