package assemble

import (
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// minSorted is the least number of entities with three or more names that shows whether a terminology sorts names.
const minSorted = 20

// equalNames returns how many names each entity has, by id, where the terminology prefers none of them, and the
// namespaces in which it does so: each may come from another source, which has its own ways.
func equalNames(entities []data.Entity) (equal map[string]int, namespaces []string) {
	equal = map[string]int{}
	for _, own := range byNamespace(entities) {
		if !nonePreferred(entities, own) {
			continue
		}
		namespaces = append(namespaces, entities[own[0]].Namespace)
		for _, i := range own {
			equal[entities[i].ID] = len(entities[i].Names)
		}
	}
	return equal, namespaces
}

// kind returns the kind of the row of an entity's i-th name. Where a terminology prefers no name, its own count as
// preferred; those after them follow from mentions or from other names. Were the first in the alphabet preferred, "E.
// coli" would be Entamoeba coli and not Escherichia coli, which is called B. coli, too.
func (l *list) kind(e *data.Entity, i int) pack.Kind {
	if i < l.equal[e.ID] {
		return pack.KindPrimary
	}
	return e.Names[i].Kind
}

// othersAdded is the share of entities that may have names out of order where the others show that none is preferred:
// those that another list added names to.
const othersAdded = 0.01

// nonePreferred reports whether those of the entities that are listed mark no name as preferred and have their names in
// the order of the alphabet, so that the first is as good as any other.
func nonePreferred(entities []data.Entity, list []int) bool {
	long, disordered := 0, 0
	for _, at := range list {
		names := entities[at].Names
		switch {
		case !Alphabetical(names):
			disordered++
		case len(names) > 2:
			long++
		}
	}
	return long >= minSorted && float64(disordered) <= othersAdded*float64(len(list))
}

// Alphabetical reports whether the names after the first are aliases in alphabetical order.
func Alphabetical(names []data.Name) bool {
	for i := range names {
		if i > 0 && (names[i].Kind != pack.KindAlias || names[i].Text < names[i-1].Text) {
			return false
		}
	}
	return true
}
