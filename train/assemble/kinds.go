package assemble

import (
	"cmp"
	"slices"
	"strings"

	"github.com/adrg/strutil"
	"github.com/adrg/strutil/metrics"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
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

// show makes the row of the name that people are shown the primary one: what a list says or, where no name is
// preferred, the usual one: Escherichia coli, and not B. coli, which comes first in the alphabet.
func (l *list) show(c *pack.Contents, entities []data.Entity) {
	var sole []string
	for _, e := range entities {
		if l.equal[e.ID] == 1 {
			sole = append(sole, strings.ToLower(e.Names[0].Text))
		}
	}
	slices.Sort(sole)
	shown := make([]string, len(entities))
	for i, e := range entities {
		shown[i] = spelled(e.Names, e.Shown)
		if n := l.equal[e.ID]; n > 0 && shown[i] == "" {
			shown[i] = usual(e.Names[:n], sole)
		}
	}
	for row, e := range c.RowEntity {
		if shown[e] != "" && c.Names.At(row) == shown[e] {
			c.PrimaryRow[e] = uint32(row)
		}
	}
}

// spelled returns a name as a list spells it, perhaps without the brackets of [Clostridium] difficile; "" if it lacks it.
func spelled(list []data.Name, name string) (as string) {
	for _, n := range list {
		if n.Text == name || as == "" && name != "" && names.Key(n.Text) == names.Key(name) {
			as = n.Text
		}
	}
	return as
}

// series returns how many names, lower and in order, begin as one does: with COLO, a blank and a digit as COLO 205, or
// with all of HeLa.
func series(sole []string, name string) int {
	from := strings.ToLower(name)
	after := from + "\xff"
	if digit := strings.IndexAny(from, "0123456789"); digit >= 0 {
		from, after = from[:digit]+"0", from[:digit]+":" // which comes after 9
	}
	first, _ := slices.BinarySearch(sole, from)
	end, _ := slices.BinarySearch(sole, after)
	return end - first
}

// usual returns the name that is spelled in most ways, as people write it most, or, of several, that which most others
// have in them or are like, by the Jaccard similarity of trigrams; and of its spellings that which begins as most sole
// names do. What only abbreviates another (B. coli) comes last.
func usual(list []data.Name, sole []string) string {
	jaccard := metrics.NewJaccard()
	jaccard.NgramSize = 3
	ways, like := map[string]int{}, map[string]float64{}
	for _, n := range list {
		_, rest, short := strings.Cut(n.Text, ".")
		short = short && slices.ContainsFunc(list, func(o data.Name) bool { return o != n && strings.HasSuffix(o.Text, " "+strings.TrimSpace(rest)) })
		for _, other := range list {
			like[n.Text] += strutil.Similarity(n.Text, other.Text, jaccard)
			if strings.Contains(other.Text, n.Text) {
				like[n.Text]++
			}
		}
		if !short {
			ways[names.Key(n.Text)]++
		}
	}
	best := slices.MaxFunc(list, func(a, b data.Name) int {
		return cmp.Or(cmp.Compare(ways[names.Key(a.Text)], ways[names.Key(b.Text)]), cmp.Compare(like[a.Text], like[b.Text]))
	})
	for _, n := range list {
		if names.Key(n.Text) == names.Key(best.Text) && series(sole, n.Text) > series(sole, best.Text) {
			best = n
		}
	}
	return best.Text
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

// Alphabetical reports whether the names but the first are aliases, in the order of the alphabet.
func Alphabetical(names []data.Name) bool {
	for i := range names {
		if i > 0 && (names[i].Kind != pack.KindAlias || names[i].Text < names[i-1].Text) {
			return false
		}
	}
	return true
}
