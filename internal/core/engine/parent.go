package engine

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
)

// Where no candidate is likely enough, what most of them are kinds of may be: three kinds of one thing that share the
// probability are that thing together. docs/decisions/nil.md has what this is worth.

const (
	kinCandidates = 32  // candidates whose ancestors are sought, the likeliest
	mostAncestors = 64  // of a candidate, the nearest
	mostKinds     = 256 // that an ancestor has; what has more says nothing
)

// Ancestor is something of which candidates are kinds.
type Ancestor struct {
	Entity uint32
	Share  float64 // of the probability of the candidates: what it and its kinds have
	Kinds  int     // how many entities are kinds of it, with itself

	last int // 1 plus the candidate from which it was reached last
}

// Parent returns the narrowest ancestor of candidates, which are asked for with their probabilities, that has enough of
// these. It reports false if there is none, or if the pack has no parents.
func (e *Engine) Parent(cs []score.Candidate, p []float64) (best Ancestor, ok bool) {
	kin := e.kin()
	if kin == nil {
		return Ancestor{}, false
	}
	var sum float64
	var all []Ancestor
	var above []uint32
	for i := range cs[:min(len(cs), kinCandidates)] {
		sum += p[i]
		above = append(above[:0], uint32(cs[i].Entity))
		for n := 0; n < len(above); n++ {
			j := slices.IndexFunc(all, func(a Ancestor) bool { return a.Entity == above[n] }) // they are few
			if j < 0 {
				j, all = len(all), append(all, Ancestor{Entity: above[n]})
			}
			if a := &all[j]; a.last <= i {
				a.last = i + 1
				a.Share += p[i]
				above = kin.appendParents(above, a.Entity)
				above = above[:min(len(above), mostAncestors)]
			}
		}
	}
	for _, a := range all {
		if a.Share < float64(score.LeastShared*sum) {
			continue
		}
		a.Share /= sum
		a.Kinds = kin.count(a.Entity)
		if 1 < a.Kinds && a.Kinds <= mostKinds && (!ok || a.Kinds < best.Kinds) {
			best, ok = a, true
		}
	}
	return best, ok
}

// kin has the parents of entities in both directions.
type kin struct {
	parents []pack.Parent // ascending by entity
	starts  []uint32      // per entity, where its kinds begin in kinds, and where the last ones end
	kinds   []uint32      // entities, by their parents
}

func newKin(c *pack.Contents) *kin {
	if len(c.Parents) == 0 {
		return nil
	}
	k := &kin{c.Parents, make([]uint32, c.IDs.Len()+2), make([]uint32, len(c.Parents))}
	for _, p := range k.parents {
		k.starts[p.Parent+2]++
	}
	for i := range k.starts[1:] {
		k.starts[i+1] += k.starts[i]
	}
	for _, p := range k.parents {
		k.kinds[k.starts[p.Parent+1]] = p.Entity
		k.starts[p.Parent+1]++ // in the end where those of the next entity begin
	}
	return k
}

func (k *kin) appendParents(dst []uint32, e uint32) []uint32 {
	i, _ := slices.BinarySearchFunc(k.parents, e, func(p pack.Parent, e uint32) int { return cmp.Compare(p.Entity, e) })
	for ; i < len(k.parents) && k.parents[i].Entity == e; i++ {
		dst = append(dst, k.parents[i].Parent)
	}
	return dst
}

// count returns how many entities are kinds of one, with itself, or a number above mostKinds.
func (k *kin) count(e uint32) int {
	var seen [4 * mostKinds]uint32 // 1 plus an entity, after the place of its hash
	below := make([]uint32, 0, 2*mostKinds)
	add := func(e uint32) {
		at := e * 0x9e3779b1 >> 22
		for ; seen[at] != 0; at = (at + 1) % uint32(len(seen)) {
			if seen[at] == e+1 {
				return
			}
		}
		seen[at] = e + 1
		below = append(below, e)
	}
	add(e)
	for n := 0; n < len(below) && len(below) <= mostKinds; n++ {
		of := k.kinds[k.starts[below[n]]:k.starts[below[n]+1]]
		for _, kind := range of[:min(len(of), mostKinds+1)] { // each is there once
			add(kind)
		}
	}
	return len(below)
}
