package entity

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
)

// Wish says which of the entities that are the same thing is wanted.
type Wish struct {
	Prefer     []string // namespaces or prefixes, in any case, the most wanted first
	Namespaces []string // only entities of these; none: all
}

// preferred returns the one of the entities that are the same thing as e which w prefers; e itself if
// it prefers none.
func (x *Index) preferred(e uint32, w *Wish) uint32 {
	best, rank := e, x.preference(e, w)
	for _, other := range x.group(e) {
		if r := x.preference(other, w); r < rank {
			best, rank = other, r
		}
	}
	return best
}

// Named returns the id by which w wants an entity, and the others of the same thing: of the lists that were joined, and
// of other namespaces.
func (x *Index) Named(e uint32, w *Wish) (id string, same []string) {
	c := x.pack
	id = c.IDs.At(int(e))
	same = c.OtherIDs(id)
	namespace := x.namespace(e)
	best, rank := -1, w.rank(id, namespace)
	for i, other := range same {
		if r := w.rank(other, namespace); r < rank {
			best, rank = i, r
		}
	}
	for _, other := range x.group(e) {
		if other != e {
			other := c.IDs.At(int(other))
			same = append(append(same, other), c.OtherIDs(other)...)
		}
	}
	if best >= 0 {
		id, same[best] = same[best], id
	}
	return id, same
}

// ID returns the id of Named.
func (x *Index) ID(e uint32, w *Wish) string {
	if len(w.Prefer) == 0 {
		return x.pack.IDs.At(int(e)) // no other is wanted more
	}
	id, _ := x.Named(e, w)
	return id
}

// preference returns the place of an entity, by the best of its ids, in what is preferred, the least for the most wanted.
func (x *Index) preference(e uint32, w *Wish) int {
	id, namespace := x.pack.IDs.At(int(e)), x.namespace(e)
	best := w.rank(id, namespace)
	for _, other := range x.pack.OtherIDs(id) {
		best = min(best, w.rank(other, namespace))
	}
	return best
}

// rank returns the place of an id in what is preferred.
func (w *Wish) rank(id, namespace string) int {
	if len(w.Namespaces) > 0 && !slices.Contains(w.Namespaces, namespace) {
		return math.MaxInt
	}
	prefix := pack.Prefix(id)
	i := slices.IndexFunc(w.Prefer, func(p string) bool {
		return strings.EqualFold(p, namespace) || strings.EqualFold(p, prefix)
	})
	if i < 0 {
		return len(w.Prefer)
	}
	return i
}

// Unknown returns the first preference that is neither a namespace nor a prefix, also of other lists, "" if there is
// none.
func (x *Index) Unknown(prefer []string) string {
	for _, p := range prefer {
		_, known := x.prefixes()[strings.ToLower(p)]
		if !known && !slices.ContainsFunc(x.pack.Namespaces, func(s string) bool { return strings.EqualFold(s, p) }) {
			return p
		}
	}
	return ""
}

// Merge merges candidates that are the same thing, adds their probabilities, and orders the candidates again.
// It also merges the best one with a namesake of a preferred prefix in the same namespace: two terminologies
// of one kind with the mention as a name.
func (x *Index) Merge(cs []score.Candidate, p []float64, w *Wish) ([]score.Candidate, []float64) {
	cs, p = x.mergeSame(cs, p, w)
	if i := x.wantedNamesake(cs, p, w); i > 0 {
		cs[0], p[0] = cs[i], p[0]+p[i]
		cs, p = slices.Delete(cs, i, i+1), slices.Delete(p, i, i+1)
	}
	return cs, p
}

func (x *Index) mergeSame(cs []score.Candidate, p []float64, w *Wish) ([]score.Candidate, []float64) {
	if x.same == nil {
		return cs, p
	}
	var at map[uint32]int // by the first of a group
	kept := 0
	for i := range cs {
		e := uint32(cs[i].Entity)
		if group := x.group(e); group != nil {
			first := group[0]
			if j, ok := at[first]; ok {
				p[j] += p[i]
				continue
			}
			if at == nil {
				at = map[uint32]int{}
			}
			at[first] = kept
			cs[i].Entity = int32(x.preferred(e, w))
		}
		cs[kept], p[kept] = cs[i], p[i]
		kept++
	}
	cs, p = cs[:kept], p[:kept]
	for i := range p { // nearly in order
		for ; i > 0 && p[i] > p[i-1]; i-- {
			cs[i], cs[i-1], p[i], p[i-1] = cs[i-1], cs[i], p[i-1], p[i]
		}
	}
	return cs, p
}

// wantedNamesake returns the place of the namesake of the best candidate that w wants most, the likeliest of several,
// 0 if it wants none more than the best.
func (x *Index) wantedNamesake(cs []score.Candidate, p []float64, w *Wish) (at int) {
	if len(cs) == 0 || len(w.Prefer) == 0 {
		return 0
	}
	best := uint32(cs[0].Entity)
	rank := x.preference(best, w)
	for _, i := range score.Namesakes(cs, p) {
		e := uint32(cs[i].Entity)
		if r := x.preference(e, w); r < rank && x.namespace(e) == x.namespace(best) {
			at, rank = i, r
		}
	}
	return at
}

// Same returns the table pack.Contents.Same of so many entities, nil if no two are the same thing.
func (x *Index) Same(entities int) []uint32 {
	if x.same == nil {
		return nil
	}
	out := make([]uint32, entities)
	for e := range out {
		out[e] = x.same.first(uint32(e))
	}
	return out
}

// group returns the entities that are the same thing as e, with it, the first of them first;
// none if there are no others.
func (x *Index) group(e uint32) []uint32 {
	if x.same == nil {
		return nil
	}
	return x.same.of(e)
}

// groups are the entities that are the same thing as others: few of all.
type groups struct {
	others, firsts []uint32           // all but the first of each group, ascending, and its first
	lists          func() *groupLists // made when a mention needs them first
}

// groupLists are the groups, one after the other.
type groupLists struct {
	members    []uint32
	starts, at []uint32 // the first of each group, ascending, and where its members begin
}

// newGroups reads a table that has, for each entity, the first of those that are the same thing.
func newGroups(same []uint32) *groups {
	g := &groups{}
	for e, first := range same {
		if int(first) != e {
			g.others, g.firsts = append(g.others, uint32(e)), append(g.firsts, first)
		}
	}
	g.lists = sync.OnceValue(func() *groupLists { return newGroupLists(g.others, g.firsts) })
	return g
}

func newGroupLists(others, firsts []uint32) *groupLists {
	l := &groupLists{}
	byFirst := make([]uint64, len(others)) // the first of a group, and one of the others
	for i, e := range others {
		byFirst[i] = uint64(firsts[i])<<32 | uint64(e)
	}
	slices.Sort(byFirst)
	for _, pair := range byFirst {
		if first := uint32(pair >> 32); len(l.starts) == 0 || l.starts[len(l.starts)-1] != first {
			l.starts, l.at = append(l.starts, first), append(l.at, uint32(len(l.members)))
			l.members = append(l.members, first)
		}
		l.members = append(l.members, uint32(pair))
	}
	l.at = append(l.at, uint32(len(l.members)))
	return l
}

// first returns the first of the group of e, e itself if it is alone.
func (g *groups) first(e uint32) uint32 {
	if i, ok := slices.BinarySearch(g.others, e); ok {
		return g.firsts[i]
	}
	return e
}

// of returns the members of the group of e; none if it is alone.
func (g *groups) of(e uint32) []uint32 {
	l := g.lists()
	i, ok := slices.BinarySearch(l.starts, g.first(e))
	if !ok {
		return nil
	}
	return l.members[l.at[i]:l.at[i+1]]
}
