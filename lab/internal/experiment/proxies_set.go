package experiment

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/lab/internal/link/zeroshot"
	"github.com/normlet/normlet/train/data"
)

// Typed is a list of entities that have types, with labelled mentions.
type Typed struct {
	Entities []zeroshot.Entity
	Queries  []data.Query // those of one document share Document, of one kind Type
}

// TypedFiles are the files of experiment proxies in the folder of the data.
var TypedFiles = struct {
	Terminology, Trees, Definitions string
	Documents                       []string
}{"mesh/descriptors.tsv.gz", "mesh/tree_numbers.tsv.gz", "disease_ontology/HumanDO.obo.gz",
	[]string{"documents/BC5CDR_TrainDev.pubtator.gz", "documents/BioRED_TrainDev.pubtator.gz"}}

// The parts that documents are cut into.
const (
	partTrain = iota
	partFit
	partTest
)

// typedMention is a mention of entities of a list.
type typedMention struct {
	text     string
	part     int
	entities []int32 // none of a kind that the list has not
}

// typedSet is a Typed in which mentions know their entities.
type typedSet struct {
	entities []zeroshot.Entity
	mentions []typedMention
	kinds    []string // those whose mentions are of other lists
	left     int      // mentions left out: of entities that the list has not, but of kinds that it has
}

// newTypedSet takes the entities that mentions mean and others, drawn by seed, until there are most of them.
func newTypedSet(t *Typed, most int, seed uint64) *typedSet {
	meant := map[string]bool{}
	for _, q := range t.Queries {
		for _, id := range q.Gold {
			meant[local(id)] = true
		}
	}
	s := &typedSet{}
	var others []int
	for i, e := range t.Entities {
		if meant[local(e.ID)] {
			s.entities = append(s.entities, e)
		} else {
			others = append(others, i)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 31))
	rng.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	others = others[:max(0, min(len(others), most-len(s.entities)))]
	slices.Sort(others)
	for _, i := range others {
		s.entities = append(s.entities, t.Entities[i])
	}
	s.resolve(t.Queries)
	return s
}

// resolve takes over mentions with their entities.
func (s *typedSet) resolve(queries []data.Query) {
	place := map[string]int32{}
	for i, e := range s.entities {
		place[local(e.ID)] = int32(i)
	}
	gold := make([][]int32, len(queries))
	known := map[string]bool{}
	for i, q := range queries {
		for _, id := range q.Gold {
			if e, ok := place[local(id)]; ok && !slices.Contains(gold[i], e) {
				gold[i] = append(gold[i], e)
				known[q.Type] = true
			}
		}
	}
	for i, q := range queries {
		if known[q.Type] && len(gold[i]) == 0 {
			s.left++
			continue
		}
		if !known[q.Type] && !slices.Contains(s.kinds, q.Type) {
			s.kinds = append(s.kinds, q.Type)
		}
		s.mentions = append(s.mentions, typedMention{q.Mention, partOf(q.Document), gold[i]})
	}
	slices.Sort(s.kinds)
}

// partOf puts half of the documents into the part to train on, two tenths into that to fit, three into that to
// measure.
func partOf(document string) int {
	h := fnv.New64a()
	h.Write([]byte(document))
	switch x := h.Sum64(); (x ^ x>>29) * 0xbf58476d1ce4e5b9 >> 33 % 10 {
	case 0, 1, 2, 3, 4:
		return partTrain
	case 5, 6:
		return partFit
	}
	return partTest
}

// Why a mention has no entity among those that are kept.
const (
	nilEntity = iota
	nilType
	nilKind
	numNIL
)

var nilNames = [numNIL]string{"removed entities", "removed types", "other kinds"}

// removal is a set without some of its entities.
type removal struct {
	kept     []zeroshot.Entity
	train    []zeroshot.Mention  // of kept entities
	linked   [2][]linkedMention  // to fit and to measure
	missing  [2][numNIL][]string // mentions, the same
	types    []string            // removed
	byType   int                 // entities removed
	byRandom int

	known map[outcomeKey]proxyOutcome // of models that were trained on it
}

// linkedMention is a mention of some of the kept entities.
type linkedMention struct {
	text     string
	entities []int32
}

// remove takes types away, all entities that have one of them, until a tenth of the entities is gone, and then a random
// tenth of the others; types of more than a sixth of the entities stay.
func (s *typedSet) remove(seed uint64) *removal {
	rng := rand.New(rand.NewPCG(seed, 32))
	r := &removal{known: map[outcomeKey]proxyOutcome{}}
	why := s.removeTypes(r, rng)
	for e := range s.entities {
		if why[e] < 0 && rng.IntN(10) == 0 {
			why[e] = nilEntity
			r.byRandom++
		}
	}
	at := make([]int32, len(s.entities)) // places among the kept ones
	for e := range s.entities {
		if why[e] < 0 {
			at[e] = int32(len(r.kept))
			r.kept = append(r.kept, s.entities[e])
		}
	}
	for _, m := range s.mentions {
		r.take(m, why, at)
	}
	for e := range r.kept { // a name each, which is another than the entity is described by
		if names := r.kept[e].Synonyms; len(names) > 0 {
			r.train = append(r.train, zeroshot.Mention{Text: names[rng.IntN(len(names))], Entity: e})
		}
	}
	r.train = distinct(r.train)
	return r
}

// removeTypes returns for every entity nilType if it is gone, else -1.
func (s *typedSet) removeTypes(r *removal, rng *rand.Rand) []int {
	why, count := make([]int, len(s.entities)), map[string]int{}
	for e := range s.entities {
		why[e] = -1
		for _, t := range s.entities[e].Types {
			count[t]++
		}
	}
	types := make([]string, 0, len(count))
	for t := range count {
		types = append(types, t)
	}
	slices.Sort(types)
	rng.Shuffle(len(types), func(i, j int) { types[i], types[j] = types[j], types[i] })
	for _, t := range types {
		if 6*count[t] > len(s.entities) || 10*r.byType >= len(s.entities) {
			continue
		}
		r.types = append(r.types, t)
		for e := range s.entities {
			if why[e] < 0 && slices.Contains(s.entities[e].Types, t) {
				why[e] = nilType
				r.byType++
			}
		}
	}
	slices.Sort(r.types)
	return why
}

// take puts a mention where it belongs. Those to train on have one entity; those to measure may have several, of which
// one has to be left.
func (r *removal) take(m typedMention, why []int, at []int32) {
	reason := nilKind
	var entities []int32
	for _, e := range m.entities {
		if why[e] < 0 {
			entities = append(entities, at[e])
		} else {
			reason = why[e]
		}
	}
	switch {
	case m.part == partTrain && len(m.entities) == 1 && len(entities) == 1:
		r.train = append(r.train, zeroshot.Mention{Text: m.text, Entity: int(entities[0])})
	case m.part == partTrain:
	case len(entities) > 0:
		r.linked[m.part-partFit] = append(r.linked[m.part-partFit], linkedMention{m.text, entities})
	default:
		r.missing[m.part-partFit][reason] = append(r.missing[m.part-partFit][reason], m.text)
	}
}

// distinct returns each mention of an entity once.
func distinct(list []zeroshot.Mention) []zeroshot.Mention {
	seen := map[zeroshot.Mention]bool{}
	return slices.DeleteFunc(list, func(m zeroshot.Mention) bool {
		again := seen[m]
		seen[m] = true
		return again
	})
}

func (r *removal) String() string {
	return fmt.Sprintf("%d entities of %v and %d others are out, %d are left; %d mentions to train on; to measure, %d mentions of what is left, %d of removed entities, %d of removed types, %d of other kinds",
		r.byType, r.types, r.byRandom, len(r.kept), len(r.train), len(r.linked[1]), len(r.missing[1][nilEntity]), len(r.missing[1][nilType]), len(r.missing[1][nilKind]))
}
