package data

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// leastShared is how many letters and digits a name of several words has that means the same thing
// in two terminologies. A short name or a symbol may mean something else in each.
const leastShared = 8

// SameThings returns, for each entity, the first entity that is the same thing. Entities of two lists
// (see listOf) are the same if one refers to the other, or if they share a name of several words that
// no other entity of their lists has. Two entities of one list never are.
func (t *Terminology) SameThings() []int32 {
	s := newSame(t.Entities)
	for _, p := range s.referred(t) {
		s.join(p[0], p[1])
	}
	s.compareNames(t.Entities)
	return s.roots()
}

// Equivalents returns, for each entity, the first entity that is the same thing by
// cross-references alone, which hold for any kind of entity, while a disease may have the name of
// its gene. Entities of two lists are the same if they refer to each other and to no third: a term
// to which several refer is broader, and so is one of the same namespace without a name in common. Two entities of one
// list never are.
func (t *Terminology) Equivalents() []int32 {
	s := newSame(t.Entities)
	pairs := s.referred(t)
	type side struct {
		entity int32
		list   string // of the others
	}
	partners := map[side]int{}
	list := func(e int32) string { return listOf(&t.Entities[e]) }
	for _, p := range pairs {
		partners[side{p[0], list(p[1])}]++
		partners[side{p[1], list(p[0])}]++
	}
	joins := map[string][]Join{}
	for _, j := range t.Joins {
		joins[j.ID] = append(joins[j.ID], j)
	}
	for e := range t.Entities { // which may have the one of a list already
		for _, j := range joins[t.Entities[e].ID] {
			if !j.Near {
				partners[side{int32(e), listOf(&Entity{Namespace: t.Entities[e].Namespace, ID: j.Other})}]++
			}
		}
	}
	for _, p := range pairs {
		a, b := &t.Entities[p[0]], &t.Entities[p[1]]
		if a.Namespace == b.Namespace && !a.sharesName(b) {
			continue // mostly broader
		}
		if partners[side{p[0], list(p[1])}] == 1 && partners[side{p[1], list(p[0])}] == 1 {
			s.join(p[0], p[1])
		}
	}
	return s.roots()
}

// sharesName reports whether two entities have a name of the same letters and digits.
func (e *Entity) sharesName(other *Entity) bool {
	have := make(map[string]bool, len(e.Names))
	for _, n := range e.Names {
		have[names.Key(n.Text)] = true
	}
	return slices.ContainsFunc(other.Names, func(n Name) bool { return have[names.Key(n.Text)] })
}

// same is a forest: each tree has the entities that are one thing, the first of them at its root.
type same struct {
	parent []int32
	lists  [][]string // of the trees, at their roots
}

func newSame(entities []Entity) *same {
	s := &same{parent: make([]int32, len(entities)), lists: make([][]string, len(entities))}
	for e := range entities {
		s.parent[e], s.lists[e] = int32(e), []string{listOf(&entities[e])}
	}
	return s
}

// listOf returns the list that an entity comes from: a namespace may have several, with prefixes of their own.
func listOf(e *Entity) string { return e.Namespace + "\x00" + pack.Prefix(e.ID) }

func (s *same) first(e int32) int32 {
	for s.parent[e] != e {
		s.parent[e] = s.parent[s.parent[e]]
		e = s.parent[e]
	}
	return e
}

// roots returns first of each entity.
func (s *same) roots() []int32 {
	out := make([]int32, len(s.parent))
	for e := range out {
		out[e] = s.first(int32(e))
	}
	return out
}

// join makes two trees one, unless an entity of each has the same namespace.
func (s *same) join(a, b int32) {
	a, b = s.first(a), s.first(b)
	a, b = min(a, b), max(a, b)
	if a == b {
		return
	}
	if slices.ContainsFunc(s.lists[b], func(of string) bool { return slices.Contains(s.lists[a], of) }) {
		return
	}
	s.lists[a] = append(s.lists[a], s.lists[b]...)
	s.parent[b] = a
}

// referred returns the pairs of entities of two namespaces that cross-references connect, each once,
// the first entity first. One to MESH:D001943 means D001943, too, if that is the id of an entity
// whose namespace is MESH. Prefixes may be in any case.
func (s *same) referred(t *Terminology) (pairs [][2]int32) {
	if len(t.XRefs) == 0 {
		return nil
	}
	entities := make(map[string]int32, len(t.Entities))
	for e := range t.Entities {
		id := t.Entities[e].ID
		if !strings.Contains(id, ":") {
			id = t.Entities[e].Namespace + ":" + id
		}
		entities[foldPrefix(id)] = int32(e)
	}
	seen := map[[2]int32]bool{}
	for _, x := range t.XRefs {
		from, ok := entities[foldPrefix(x.ID)]
		to, known := entities[foldPrefix(x.Other)]
		pair := [2]int32{min(from, to), max(from, to)}
		if ok && known && !seen[pair] && listOf(&t.Entities[from]) != listOf(&t.Entities[to]) {
			seen[pair] = true
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// foldPrefix returns an id with its prefix in lower case.
func foldPrefix(id string) string {
	prefix, local, ok := strings.Cut(id, ":")
	if !ok {
		return id
	}
	return strings.ToLower(prefix) + ":" + local
}

// compareNames joins entities that share a name. Names are taken in their order.
func (s *same) compareNames(entities []Entity) {
	type use struct {
		form, namespace string
	}
	owner := map[use]int32{}
	var uses []use
	for e := range entities {
		for _, n := range entities[e].Names {
			u := use{names.Key(n.Text), listOf(&entities[e])}
			if len(u.form) < leastShared || !strings.Contains(strings.TrimSpace(n.Text), " ") {
				continue
			}
			if other, ok := owner[u]; !ok {
				owner[u] = int32(e)
				uses = append(uses, u)
			} else if other != int32(e) {
				owner[u] = ambiguous
			}
		}
	}
	first := map[string]int32{}
	for _, u := range uses {
		e := owner[u]
		if e == ambiguous {
			continue
		}
		if other, ok := first[u.form]; ok {
			s.join(other, e)
		} else {
			first[u.form] = e
		}
	}
}

// ambiguous is the owner of a name of several entities.
const ambiguous = -1
