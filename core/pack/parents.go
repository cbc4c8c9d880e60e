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

// parentForms returns the payload of section PRNT, nothing when no entity has a parent.
func (c *Contents) parentForms(*WriteOptions) (forms [][][]byte) {
	if len(c.Parents) == 0 {
		return one(nil)
	}
	entities, parents := make([]uint32, len(c.Parents)), make([]uint32, len(c.Parents))
	for i, p := range c.Parents {
		entities[i], parents[i] = p.Entity, p.Parent
	}
	list := wire.AppendRising(wire.AppendUvarint(nil, uint64(len(entities))), entities, 0)
	for _, column := range wire.ColumnForms(parents) {
		forms = append(forms, append([][]byte{list}, column...))
	}
	return forms
}

func parseParents(c *Contents, r *wire.Reader, m *Meter) {
	count, entities := r.Count(1), uint64(c.IDs.Len())
	if !m.take(r, 3*count+r.Len(), 16*count) {
		return
	}
	of, parents := wire.Rising(r, count, 0, entities), wire.Column[uint32](r, count, entities)
	if r.Err() != nil {
		return
	}
	c.Parents = make([]Parent, count)
	for i := range c.Parents {
		c.Parents[i] = Parent{of[i], parents[i]}
	}
	m.giveBack(8 * count)
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
