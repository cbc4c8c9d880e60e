package assemble

import (
	"context"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// minSorted is how many entities of three names or more it takes to see that a terminology sorts names.
const minSorted = 20

// readKinds notes how many names each entity has where the terminology prefers none of them. Each
// namespace may come from another source, which has its own ways.
func (a *assembly) readKinds(context.Context) error {
	if a.Verbatim {
		return nil
	}
	entities := a.terminology.Entities
	a.equal = map[string]int{}
	for _, own := range byNamespace(entities) {
		if !nonePreferred(entities, own) {
			continue
		}
		a.report.NonePreferred = true
		for _, i := range own {
			a.equal[entities[i].ID] = len(entities[i].Names)
		}
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

// nonePreferred reports whether those of the entities that are listed mark no name as preferred and have their names in
// the order of the alphabet, so that the first is as good as any other.
func nonePreferred(entities []data.Entity, list []int) bool {
	long := 0
	for _, at := range list {
		e := &entities[at]
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
