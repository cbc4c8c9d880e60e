package core

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/score"
)

// identity knows what entities are called by their ids, and which are the same thing. Most of it is
// made when somebody asks, since resolving mentions needs none of it.
type identity struct {
	pack     *pack.Contents
	prefixes func() map[string][]string // of the ids: their spellings, by the one in lower case
	rows     func() *entityRows         // of each entity
	groups   func() map[uint32][]uint32 // by the first of a group: its entities, of groups of two and more
}

func newIdentity(c *pack.Contents) *identity {
	return &identity{
		pack:     c,
		prefixes: sync.OnceValue(func() map[string][]string { return prefixesOf(c.IDs) }),
		rows:     sync.OnceValue(func() *entityRows { return newEntityRows(c) }),
		groups:   sync.OnceValue(func() map[uint32][]uint32 { return groupsOf(c.Same) }),
	}
}

// maxPrefixes is how many prefixes may go by another spelling. Lists with more are no lists of
// CURIEs, and their ids are found as they stand.
const maxPrefixes = 1 << 10

// prefixesOf returns the prefixes of ascending ids.
func prefixesOf(ids *pack.Strings) map[string][]string {
	out, last, n := map[string][]string{}, "", 0
	for _, id := range ids.Range(0, ids.Len()) {
		if last != "" && len(id) > len(last) && string(id[:len(last)]) == last && id[len(last)] == ':' {
			continue // as the one before
		}
		if last = pack.Prefix(string(id)); last == "" {
			continue
		}
		lower := strings.ToLower(last)
		if slices.Contains(out[lower], last) {
			continue
		}
		if n++; n > maxPrefixes {
			return nil
		}
		out[lower] = append(out[lower], last)
	}
	return out
}

func groupsOf(same []uint32) map[uint32][]uint32 {
	out := map[uint32][]uint32{}
	for e, first := range same {
		if int(first) != e {
			if out[first] == nil {
				out[first] = []uint32{first}
			}
			out[first] = append(out[first], uint32(e))
		}
	}
	return out
}

// group returns the entities that are the same thing as e, with it; none if there are no others.
func (x *identity) group(e uint32) []uint32 {
	if x.pack.Same == nil {
		return nil
	}
	return x.groups()[x.pack.Same[e]]
}

// spellings returns the ids that id may stand for, itself first: the prefix spelled as the pack
// does, or any prefix of the pack for an id without one, in no particular order.
func (x *identity) spellings(id string) []string {
	out := []string{id}
	prefix := pack.Prefix(id)
	if prefix != "" {
		for _, p := range x.prefixes()[strings.ToLower(prefix)] {
			if p != prefix {
				out = append(out, p+id[len(prefix):])
			}
		}
		return out
	}
	for _, spelled := range x.prefixes() {
		for _, p := range spelled {
			out = append(out, p+":"+id)
		}
	}
	return out
}

// find returns the entity of an id. Without its prefix an id has to be that of one entity alone. An
// id that has no prefix in the pack also goes by that of its namespace.
func (x *identity) find(id string) (entity uint32, ok bool) {
	if i, ok := x.pack.IDs.Find(id); ok {
		return uint32(i), true
	}
	found := 0
	for _, spelled := range x.spellings(id)[1:] {
		if i, ok := x.pack.IDs.Find(spelled); ok {
			entity, found = uint32(i), found+1
		}
	}
	if found > 0 || pack.Prefix(id) == "" {
		return entity, found == 1
	}
	prefix, local, _ := strings.Cut(id, ":")
	i, ok := x.pack.IDs.Find(local)
	if ok && strings.EqualFold(prefix, x.namespace(uint32(i))) {
		return uint32(i), true
	}
	return 0, false
}

func (x *identity) namespace(e uint32) string { return x.pack.Namespaces[x.pack.EntityNamespace[e]] }

// checkPrefer refuses what is neither a namespace nor a prefix.
func (x *identity) checkPrefer(prefer []string) error {
	for _, p := range prefer {
		_, known := x.prefixes()[strings.ToLower(p)]
		if !known && !slices.ContainsFunc(x.pack.Namespaces, func(s string) bool { return strings.EqualFold(s, p) }) {
			return fmt.Errorf("preferred %q: %w, which has %s", p, ErrNamespace, someOf(x.pack.Namespaces))
		}
	}
	return nil
}

// preferred returns the one of the entities that are the same thing as e which o prefers, of its
// namespaces; e itself if it prefers none.
func (x *identity) preferred(e uint32, o *Options) uint32 {
	best, rank := e, x.preference(e, o)
	for _, other := range x.group(e) {
		if r := x.preference(other, o); r < rank {
			best, rank = other, r
		}
	}
	return best
}

// preference returns the place of an entity in Options.Prefer, the least for the most wanted.
func (x *identity) preference(e uint32, o *Options) int {
	namespace := x.namespace(e)
	if len(o.Namespaces) > 0 && !slices.Contains(o.Namespaces, namespace) {
		return math.MaxInt
	}
	prefix := pack.Prefix(x.pack.IDs.At(int(e)))
	i := slices.IndexFunc(o.Prefer, func(p string) bool {
		return strings.EqualFold(p, namespace) || strings.EqualFold(p, prefix)
	})
	if i < 0 {
		return len(o.Prefer)
	}
	return i
}

// foldSame makes one candidate of those that are the same thing, with the sum of their
// probabilities, and orders them again.
func (n *Normalizer) foldSame(cs []score.Candidate, p []float64, o *Options) ([]score.Candidate, []float64) {
	if n.pack.Same == nil {
		return cs, p
	}
	at := map[uint32]int{} // by the first of a group
	kept := 0
	for i := range cs {
		e := uint32(cs[i].Entity)
		if n.identity.group(e) != nil {
			first := n.pack.Same[e]
			if j, ok := at[first]; ok {
				p[j] += p[i]
				continue
			}
			at[first] = kept
			cs[i].Entity = int32(n.identity.preferred(e, o))
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

// sameAsAny reports whether e is the same thing as one of the entities.
func (n *Normalizer) sameAsAny(e uint32, entities []uint32) bool {
	same := n.pack.Same
	return same != nil && slices.ContainsFunc(entities, func(other uint32) bool { return same[e] == same[other] })
}

// identified answers a mention that is an id with its prefix, such as NCBIGene:7157: nothing else
// can be meant.
func (n *Normalizer) identified(mention string, o *Options) (Answer, bool) {
	if pack.Prefix(mention) == "" {
		return Answer{}, false
	}
	e, former, ok := n.resolve(mention)
	if !ok {
		return Answer{}, false
	}
	matched := n.pack.IDs.At(int(e))
	if former != "" {
		matched = former
	}
	if len(o.Prefer) > 0 {
		e = n.identity.preferred(e, o)
	}
	namespace := n.identity.namespace(e)
	if len(o.Namespaces) > 0 && !slices.Contains(o.Namespaces, namespace) {
		return Answer{}, false
	}
	return Answer{
		Mention: mention, Assured: 1, NILScore: math.Inf(-1),
		Matches: []Match{{
			ID: n.pack.IDs.At(int(e)), Namespace: namespace, Name: n.pack.Names.At(int(n.pack.PrimaryRow[e])), Matched: matched,
			Kind: pack.KindPrimary.String(), Stage: StageID, Score: 1, P: 1, Margin: 1,
		}},
	}, true
}
