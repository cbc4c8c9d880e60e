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

	last    int           // 1 plus the candidate from which it was reached last
	parents []pack.Parent // its own
}

// Parent returns the narrowest ancestor of candidates, which are asked for with their probabilities, that has enough of
// these. It reports false if there is none, or if the pack has no parents.
func (e *Engine) Parent(cs []score.Candidate, p []float64) (best Ancestor, ok bool) {
	kin := e.kin()
	if kin == nil {
		return Ancestor{}, false
	}
	var sum float64
	var places [4 * kinCandidates * mostAncestors]uint16 // in all, 1 plus, after the place of a hash
	all := make([]Ancestor, 0, 2*mostAncestors)
	var above []uint32
	for i := range cs[:min(len(cs), kinCandidates)] {
		sum += p[i]
		above = append(above[:0], uint32(cs[i].Entity))
		for n := 0; n < len(above); n++ {
			at := above[n] * 0x9e3779b1 >> (32 - 13)
			for places[at] != 0 && all[places[at]-1].Entity != above[n] {
				at = (at + 1) % uint32(len(places))
			}
			if places[at] == 0 {
				all = append(all, Ancestor{Entity: above[n], parents: e.ParentsOf(above[n])})
				places[at] = uint16(len(all))
			}
			if a := &all[places[at]-1]; a.last <= i {
				a.last = i + 1
				a.Share += p[i]
				for _, parent := range a.parents {
					above = append(above, parent.Parent)
				}
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

// ParentsOf returns what an entity is a kind of, as the pack says.
func (e *Engine) ParentsOf(entity uint32) []pack.Parent {
	all := e.Pack.Parents // ascending by entity
	from, _ := slices.BinarySearchFunc(all, entity, func(p pack.Parent, e uint32) int { return cmp.Compare(p.Entity, e) })
	to := from
	for to < len(all) && all[to].Entity == entity {
		to++
	}
	return all[from:to]
}

// kin has the kinds of entities.
type kin struct {
	starts []uint32 // per entity, where its kinds begin in kinds, and where the last ones end
	kinds  []uint32 // entities, by their parents
}

func newKin(c *pack.Contents) *kin {
	if len(c.Parents) == 0 {
		return nil
	}
	k := &kin{make([]uint32, c.IDs.Len()+2), make([]uint32, len(c.Parents))}
	for _, p := range c.Parents {
		k.starts[p.Parent+2]++
	}
	for i := range k.starts[1:] {
		k.starts[i+1] += k.starts[i]
	}
	for _, p := range c.Parents {
		k.kinds[k.starts[p.Parent+1]] = p.Entity
		k.starts[p.Parent+1]++ // in the end where those of the next entity begin
	}
	return k
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
