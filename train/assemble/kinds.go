package assemble

import (
	"strings"

	"github.com/adrg/strutil"
	"github.com/adrg/strutil/metrics"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// minSorted is how many entities of three names or more it takes to see that a terminology sorts names.
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

// show makes the row of the name that is most like the others of its entity the primary one where no name is
// preferred: Escherichia coli, and not B. coli, which comes first in the alphabet.
func (l *list) show(c *pack.Contents, entities []data.Entity) {
	shown := make([]string, len(entities))
	for i := range entities {
		if n := l.equal[entities[i].ID]; n > 0 {
			shown[i] = middle(entities[i].Names[:n])
		}
	}
	for row, e := range c.RowEntity {
		if shown[e] != "" && c.Names.At(row) == shown[e] {
			c.PrimaryRow[e] = uint32(row)
		}
	}
}

// middle returns the name that most others have in them or are like, by the Jaccard similarity of trigrams. Names with a
// period, mostly abbreviations, come last.
func middle(names []data.Name) (best string) {
	jaccard := metrics.NewJaccard()
	jaccard.NgramSize = 3
	most := -1.0
	for _, n := range names {
		likeness := 0.0
		for _, other := range names {
			likeness += strutil.Similarity(n.Text, other.Text, jaccard)
			if strings.Contains(other.Text, n.Text) {
				likeness++
			}
		}
		if !strings.ContainsRune(n.Text, '.') {
			likeness += float64(len(names))
		}
		if likeness > most {
			most, best = likeness, n.Text
		}
	}
	return best
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
		case !inOrder(names):
			disordered++
		case len(names) > 2:
			long++
		}
	}
	return long >= minSorted && float64(disordered) <= othersAdded*float64(len(list))
}

func inOrder(names []data.Name) bool {
	for i := range names {
		if i > 0 && (names[i].Kind != pack.KindAlias || names[i].Text < names[i-1].Text) {
			return false
		}
	}
	return true
}
