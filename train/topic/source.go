package topic

import (
	"cmp"
	"math"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/topic"
	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/train/data"
)

// Source has the definitions and relations of entities.
type Source struct {
	Relations   []data.Relation   // the edges of a knowledge graph
	Definitions map[string]string // of entities, by id
}

// The weights of words, by where they come from.
const (
	ofName       = 2
	ofNeighbour  = 1
	ofDefinition = 0.3
)

// maxGroup is how many entities may share a neighbour without names for it to say
// something about them.
const maxGroup = 50

// groupShare is the length of the part of an entity's features that are shared
// neighbours, where that of its words is 1.
const groupShare = 0.7

// features are those of some entities of a pack, in its order.
type features struct {
	entities   []int                // their numbers in the pack
	words      []map[uint32]float64 // weights of words, by hash
	groups     [][]int              // neighbours shared with others, by their columns
	sizes      []int                // of the groups
	vocabulary []vocable            // words, by hash
}

type vocable struct {
	hash       uint32
	column     int
	entities   int     // that have it
	prominence float64 // of these together
}

// rarity is the logarithm of how many times as many entities there are.
func (v *vocable) rarity(entities int) float64 {
	return f64.Log(float64(entities) / float64(v.entities))
}

func (s *Source) features(c *pack.Contents, entities []int) *features {
	n := c.IDs.Len()
	f := &features{entities: entities, words: make([]map[uint32]float64, len(entities)), groups: make([][]int, len(entities))}
	at := slices.Repeat([]int{-1}, n) // of the entities of c, in f
	for i, e := range entities {
		at[e] = i
		f.words[i] = map[uint32]float64{}
	}
	byID := make(map[string]int, n)
	primary, defined := make([][]uint32, n), make([][]uint32, n)
	for e := range n {
		id := c.IDs.At(e)
		byID[id] = e
		primary[e] = topic.AppendWords(nil, c.Names.At(int(c.PrimaryRow[e])))
		defined[e] = topic.AppendWords(nil, s.Definitions[id])
		f.add(at[e], defined[e], ofDefinition)
	}
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		f.add(at[c.RowEntity[row]], topic.AppendWords(nil, string(name)), ofName)
	}
	type edge struct{ head, tail int }
	seen := map[edge]bool{}
	members := map[string][]int{}
	var tails []string
	for _, r := range s.Relations {
		head, ok := byID[r.ID]
		if !ok || at[head] < 0 {
			continue
		}
		tail, named := byID[r.Parent]
		if !named {
			if members[r.Parent] == nil {
				tails = append(tails, r.Parent)
			}
			members[r.Parent] = append(members[r.Parent], at[head])
		} else if e := (edge{head, tail}); !seen[e] {
			seen[e] = true
			f.add(at[head], primary[tail], ofNeighbour)
			f.add(at[head], defined[tail], ofDefinition)
		}
	}
	for _, t := range tails {
		f.group(members[t])
	}
	f.count(c)
	return f
}

func (f *features) add(e int, words []uint32, weight float64) {
	if e < 0 {
		return
	}
	for _, w := range words {
		f.words[e][w] += weight
	}
}

func (f *features) group(members []int) {
	slices.Sort(members)
	members = slices.Compact(members)
	if len(members) < 2 || len(members) > maxGroup {
		return
	}
	for _, e := range members {
		f.groups[e] = append(f.groups[e], len(f.sizes))
	}
	f.sizes = append(f.sizes, len(members))
}

func (f *features) count(c *pack.Contents) {
	known := map[uint32]*vocable{}
	for i, words := range f.words {
		prominence := f64.Pow(float64(c.Prior[f.entities[i]])/255, 2)
		for w := range words {
			if known[w] == nil {
				known[w] = &vocable{hash: w}
			}
			known[w].entities++
			known[w].prominence += prominence
		}
	}
	for _, v := range known {
		f.vocabulary = append(f.vocabulary, *v)
	}
	slices.SortFunc(f.vocabulary, func(a, b vocable) int { return cmp.Compare(a.hash, b.hash) })
	for i := range f.vocabulary {
		f.vocabulary[i].column = i
	}
}

// wordMatrix returns entities x words, each row of length 1.
func (f *features) wordMatrix() *sparse {
	column := make(map[uint32]*vocable, len(f.vocabulary))
	for i := range f.vocabulary {
		column[f.vocabulary[i].hash] = &f.vocabulary[i]
	}
	m := newSparse(len(f.vocabulary))
	for _, words := range f.words {
		for w, weight := range words {
			v := column[w]
			m.add(v.column, f64.Log1p(weight)*v.rarity(len(f.words)))
		}
		m.endRow(1)
	}
	return m
}

func (f *features) matrix() *sparse {
	groups := newSparse(len(f.sizes))
	for _, list := range f.groups {
		for _, g := range list {
			groups.add(g, 1/math.Sqrt(float64(f.sizes[g])-0.5))
		}
		groups.endRow(groupShare)
	}
	return f.wordMatrix().beside(groups)
}
