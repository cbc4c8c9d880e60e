package pack

import (
	"cmp"

	"github.com/normlet/normlet/internal/wire"
)

// Parent says that what an entity is, is a kind of what another one is.
type Parent struct{ Entity, Parent uint32 }

// Compare orders parents as Contents.Parents has them.
func (p Parent) Compare(q Parent) int {
	return cmp.Or(cmp.Compare(p.Entity, q.Entity), cmp.Compare(p.Parent, q.Parent))
}

func (c *Contents) parentForms(*WriteOptions) [][][]byte {
	pairs := make([][2]uint32, len(c.Parents))
	for i, p := range c.Parents {
		pairs[i] = [2]uint32{p.Entity, p.Parent}
	}
	return pairForms(pairs)
}

func parseParents(c *Contents, r *wire.Reader, m *Meter) {
	c.Parents = parsePairs(c, r, m, func(child, parent uint32) Parent { return Parent{child, parent} })
}

// pairForms returns the payload of a section of pairs of entities, ascending, and nothing for none.
func pairForms(list [][2]uint32) (forms [][][]byte) {
	if len(list) == 0 {
		return one(nil)
	}
	first, second := make([]uint32, len(list)), make([]uint32, len(list))
	for i, p := range list {
		first[i], second[i] = p[0], p[1]
	}
	rising := wire.AppendRising(wire.AppendUvarint(nil, uint64(len(list))), first, 0)
	for _, column := range wire.ColumnForms(second) {
		forms = append(forms, append([][]byte{rising}, column...))
	}
	return forms
}

func parsePairs[T any](c *Contents, r *wire.Reader, m *Meter, pair func(a, b uint32) T) []T {
	count, entities := r.Count(1), uint64(c.IDs.Len())
	if !m.take(r, 3*count+r.Len(), 16*count) {
		return nil
	}
	first, second := wire.Rising(r, count, 0, entities), wire.Column[uint32](r, count, entities)
	if r.Err() != nil {
		return nil
	}
	list := make([]T, count)
	for i := range list {
		list[i] = pair(first[i], second[i])
	}
	m.giveBack(8 * count)
	return list
}

func (c *Contents) checkParents() error {
	entities := uint32(c.IDs.Len())
	for i, p := range c.Parents {
		if max(p.Entity, p.Parent) >= entities || p.Entity == p.Parent || i > 0 && c.Parents[i-1].Compare(p) >= 0 {
			return faultf(tagParents, "pair %d, entity %d and its parent %d, is not of two entities and after the one before", i, p.Entity, p.Parent)
		}
	}
	return nil
}

// mergeParents keeps those of the base whose two entities are there, in one namespace, in their order, which is that of
// ids. New entities have no parent, and are none.
func (m *merger) mergeParents() {
	m.out.Parents = nil
	namespace := m.out.EntityNamespace
	for _, p := range m.base.Parents {
		if p.Entity, p.Parent = m.ofBase[p.Entity], m.ofBase[p.Parent]; p.Entity != nowhere && p.Parent != nowhere && namespace[p.Entity] == namespace[p.Parent] {
			m.out.Parents = append(m.out.Parents, p)
		}
	}
}
