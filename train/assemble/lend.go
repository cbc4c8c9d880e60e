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
//
// A list of another field shares names with the lexicon by chance: Mosul is a city and a brand of famotidine. So
// a namespace borrows only if the lexicon has many of its names (12 % or more of lists of diseases, symptoms and
// drugs, 4 % of English nouns, 0.2 % of cities), or if they often share two names of one entity: a third to half
// in lists of species and of anatomy, a fifth in the Gene Ontology, none in lists of jobs, languages, cell lines.
// Each list counts as having some unknown names more: 3 known ones of 10 may be chance.

const (
	knownNames, moreNames = 0.05, 60 // share of known names
	agreed, moreEntities  = 0.1, 10  // share of entities with known names that have two of one thing
	maxLent               = 150      // names that an entity borrows: acetaminophen alone has more, 531
)

// Lent says which names a namespace borrows from the lexicon, and why.
type Lent struct {
	Namespace  string
	Known, Of  int  // own names that the lexicon has, of how many
	Borrowers  int  // entities with one name, which the lexicon has
	Names      int  // names that these borrow
	OtherField bool // the lexicon has too few of its names: it borrows none
}

func newLent(own []data.Entity, group []int, things map[string]int, anyField bool) *Lent {
	s := &Lent{Namespace: own[group[0]].Namespace}
	entities, agreeing := moreEntities, 0 // with several names, some of them known
	for _, e := range group {
		keys, of := map[string]bool{}, map[int]bool{} // known names, and their things
		own := english(own[e].Names)
		for _, n := range own {
			key := names.Key(n.Text)
			if thing := things[key]; thing > 0 {
				s.Known++
				keys[key], of[thing] = true, true
			}
		}
		if s.Of += len(own); len(of) > 0 && len(own) > 1 {
			entities++
		}
		if len(keys) > len(of) {
			agreeing++
		}
	}
	s.OtherField = !anyField && float64(s.Known) < knownNames*float64(s.Of+moreNames) && float64(agreeing) < agreed*float64(entities)
	return s
}

// lend returns the names that a lexicon has for entities, by id: those that no entity has, and one only is lent. Unless it
// lends to any field, namespaces of another one get none; their names in own, the list before others were added, tell.
func lend(own, entities []data.Entity, l lexicon.Lexicon, anyField bool) (lent map[string][]data.Name, all []*Lent) {
	things := thingsOf(entities, l)
	of := map[string]*Lent{} // by namespace
	for _, group := range byNamespace(own) {
		s := newLent(own, group, things, anyField)
		of[s.Namespace] = s
		all = append(all, s)
	}
	borrowers := map[int][]int{} // entities, by thing
	for e := range entities {
		own, s := english(entities[e].Names), of[entities[e].Namespace]
		if len(own) != 1 || !shows(own[0].Text) {
			continue
		}
		thing := things[names.Key(own[0].Text)]
		if thing == 0 {
			continue
		}
		if s.Borrowers++; !s.OtherField {
			borrowers[thing] = append(borrowers[thing], e)
		}
	}
	lent = map[string][]data.Name{}
	for _, thing := range slices.Sorted(maps.Keys(borrowers)) {
		if len(borrowers[thing]) > 1 {
			continue
		}
		e := &entities[borrowers[thing][0]]
		for _, name := range l[thing-1] {
			key := names.Key(name)
			if _, taken := things[key]; !taken && len(lent[e.ID]) < maxLent {
				things[key] = 0
				lent[e.ID] = append(lent[e.ID], data.Name{Text: name, Kind: pack.KindAlias})
				of[e.Namespace].Names++
			}
		}
	}
	return lent, all
}

// english returns the names that may be English.
func english(names []data.Name) []data.Name {
	return slices.DeleteFunc(slices.Clone(names), func(n data.Name) bool { return !data.InEnglish(n.Languages) })
}

// thingsOf returns, for every name of a list, the number of its thing in the lexicon, from 1 on, or 0.
func thingsOf(entities []data.Entity, l lexicon.Lexicon) map[string]int {
	things := map[string]int{}
	for e := range entities {
		for _, n := range entities[e].Names {
			things[names.Key(n.Text)] = 0
		}
	}
	for i, group := range l {
		for _, name := range group {
			key := names.Key(name)
			if _, ok := things[key]; ok {
				things[key] = i + 1
			}
		}
	}
	return things
}

// minShared is the letters and digits of a name that shows that an entity is a thing of the lexicon.
const minShared = 4

// shows reports whether a name tells things apart: REST is a gene, not a rest.
func shows(name string) bool {
	return len(names.Key(name)) >= minShared && (strings.ContainsRune(name, ' ') || strings.ToUpper(name) != name)
}
