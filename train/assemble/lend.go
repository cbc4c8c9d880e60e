package assemble

import (
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/lexicon"
)

// An entity with one name is asked for by others: what is Fenofibrate in a list is Procetofen to
// who takes it. The lexicon lends it the other names of the thing that has its name. An entity with
// names of its own borrows none: NCBI Disease and species lose where those do, too. Lent names are
// rows like others, but say nothing of how much is written about the entity.

// lend returns the n names that the lexicon has for entities, by id: those that no entity has, and one only is lent.
func lend(entities []data.Entity, l lexicon.Lexicon) (lent map[string][]data.Name, n int) {
	things := map[string]int{} // of a key of the list, and 1
	for e := range entities {
		things[names.Key(entities[e].Names[0].Text)] = 0
	}
	for i, group := range l {
		for _, name := range group {
			key := names.Key(name)
			if _, ok := things[key]; ok {
				things[key] = i + 1
			}
		}
	}
	taken := map[string]bool{}
	borrower := map[int]int{} // entity of a thing, and 1; -1 of several
	for e := range entities {
		for _, n := range entities[e].Names {
			taken[names.Key(n.Text)] = true
		}
		only := entities[e].Names[0].Text
		if thing := things[names.Key(only)]; thing > 0 && len(entities[e].Names) == 1 && shows(only) {
			if borrower[thing] > 0 {
				borrower[thing] = -1
			} else if borrower[thing] == 0 {
				borrower[thing] = e + 1
			}
		}
	}
	lent = map[string][]data.Name{}
	for _, thing := range slices.Sorted(maps.Keys(borrower)) {
		if borrower[thing] < 0 {
			continue
		}
		id := entities[borrower[thing]-1].ID
		for _, name := range l[thing-1] {
			if key := names.Key(name); !taken[key] {
				taken[key] = true
				lent[id] = append(lent[id], data.Name{Text: name, Kind: pack.KindAlias})
				n++
			}
		}
	}
	return lent, n
}

// minShared is the letters and digits of a name that shows that an entity is a thing of the lexicon.
const minShared = 4

// shows reports whether a name tells things apart: REST is a gene, not a rest.
func shows(name string) bool {
	return len(names.Key(name)) >= minShared && (strings.ContainsRune(name, ' ') || strings.ToUpper(name) != name)
}
