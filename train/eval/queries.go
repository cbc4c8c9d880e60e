package eval

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/details"
	"github.com/normlet/normlet/train/data"
)

// querySet is a list of queries without its repetitions.
type querySet struct {
	mentions []string     // unique, by first appearance
	contexts []string     // what each stood in; nil: not looked at
	joint    []data.Query // queries that are resolved jointly, each a mention of its own; else nil
	pairs    []pair
	queries  int // scored
}

// pair is a unique (mention, gold) pair.
type pair struct {
	mention  int     // index into mentions
	entities []int32 // that count as right
	count    int     // occurrences
}

// group finds the unique mentions and pairs. resolve returns the entities of gold ids; nil stands for none. With
// contexts, a mention in another sentence is another mention; with joint, every one is. Queries without gold ids are
// not scored.
func group(queries []data.Query, resolve func(gold []string) []int32, contexts, joint bool) *querySet {
	type occurrence struct {
		mention, sentence string
		query             int
	}
	type key struct {
		mention int
		gold    string
	}
	s := &querySet{}
	if joint {
		s.joint = queries
	}
	mentions, pairs := map[occurrence]int{}, map[key]int{}
	for i, q := range queries {
		at := occurrence{mention: q.Mention}
		if joint {
			at.query = i
		} else if !isScored(q) {
			continue
		}
		if contexts {
			at.sentence = q.Sentence
		}
		m, ok := mentions[at]
		if !ok {
			m = len(s.mentions)
			mentions[at] = m
			s.mentions = append(s.mentions, q.Mention)
			if contexts {
				s.contexts = append(s.contexts, q.Sentence)
			}
		}
		if !isScored(q) {
			continue
		}
		s.queries++
		gold := slices.Sorted(slices.Values(q.Gold))
		k := key{m, strings.Join(gold, "|")}
		i, ok := pairs[k]
		if !ok {
			i = len(s.pairs)
			pairs[k] = i
			s.pairs = append(s.pairs, pair{mention: m})
			if resolve != nil {
				s.pairs[i].entities = resolve(gold)
			}
		}
		s.pairs[i].count++
	}
	return s
}

// Resolver finds the entities that a gold id means, with or without its CURIE prefix.
type Resolver struct {
	ids     *pack.Strings
	local   map[string][]int32 // id without its prefix -> entities
	details *details.List      // which know former ids, and those of lists that were joined; nil: none
	same    []uint32           // as pack.Contents.Same
	groups  map[uint32][]int32 // of the same thing as a first entity: the others
}

// NewResolver returns one for the ids of c.
func NewResolver(c *pack.Contents) *Resolver {
	r := &Resolver{ids: c.IDs, local: make(map[string][]int32, c.IDs.Len()), same: c.Same, groups: map[uint32][]int32{}}
	for e, first := range c.Same {
		if int(first) != e {
			r.groups[first] = append(r.groups[first], int32(e))
		}
	}
	for e, id := range c.IDs.Range(0, c.IDs.Len()) {
		if _, local, ok := strings.Cut(string(id), ":"); ok {
			r.local[local] = append(r.local[local], int32(e))
		}
	}
	r.details, _ = details.Parse(c.Details, nil) // a damaged pack is not open
	return r
}

// Entities returns the entities that any of the ids means, with those that are the same thing, none if the pack has none.
func (r *Resolver) Entities(gold []string) []int32 {
	var out []int32
	for _, id := range gold {
		out = append(out, r.local[id]...)
		_, local, prefixed := strings.Cut(id, ":")
		if e, ok := r.ids.Find(id); ok {
			out = append(out, int32(e))
		} else if e, ok := r.ids.Find(local); ok && prefixed {
			out = append(out, int32(e))
		} else if d, known := r.details.Find(id); known {
			if e, ok := r.ids.Find(d.Now); ok {
				out = append(out, int32(e))
			}
		}
	}
	if r.same == nil {
		return out
	}
	for _, e := range slices.Clone(out) {
		first := r.same[e]
		out = append(append(out, int32(first)), r.groups[first]...)
	}
	return out
}
