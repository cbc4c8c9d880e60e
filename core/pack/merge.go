package pack

import (
	"errors"
	"math"
	"slices"
)

// nowhere is the number of an entity that the merged tables lack, and the primary
// row of one that has none yet.
const nowhere = math.MaxUint32

// merger makes the tables of a base after the changes of a delta. It describes each
// of them by an order: for every item, its number i in the base, or ^i if it is item i
// of the delta.
type merger struct {
	base, added, out *Contents
	rows             []int32
	entities         []int32  // items of the base where both have an entity: for ids
	attributes       []int32  // items of the delta where both have one: for namespaces and priors
	ofBase, ofAdded  []uint32 // per entity of base and added: its number in out, or nowhere
	err              error
}

// with returns the tables of the base c after the changes of d; nil changes
// nothing. It shares memory with both. The error is a *CorruptError, or that of
// the meter.
func (c *Contents) with(d *Delta, meter *Meter) (*Contents, error) {
	if d == nil {
		return c, nil
	}
	out := *c // sections that are not merged stay
	m := &merger{base: c, added: &d.Added, out: &out}
	working, err := m.take(meter)
	if err != nil {
		return nil, err
	}
	m.orderRows(d)
	m.orderEntities()
	for _, s := range sections {
		if s.merge != nil {
			s.merge(m)
		}
	}
	meter.giveBack(working)
	if err = m.err; err == nil {
		err = out.check(meter)
	}
	if f := (*fault)(nil); errors.As(err, &f) {
		return nil, &CorruptError{Section: string(tagDelta), Reason: "with it, in section " + string(f.section) + ": " + f.reason}
	}
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// With returns the tables of c after the changes of d. It shares memory with both.
func (c *Contents) With(d *Delta) (*Contents, error) { return c.with(d, nil) }

// take tells the meter what the merged tables take. It returns how many bytes are no
// longer needed once they are made, those of the base among them.
func (m *merger) take(meter *Meter) (working int, err error) {
	b, a := m.base, m.added
	rows, entities := b.Names.Len()+a.Names.Len(), b.IDs.Len()+a.IDs.Len()
	perRow := 2 + 4 + 1 // lengths of the name, entity, kind
	if b.RowLanguages != nil {
		perRow += 2
	}
	perEntity := 2 + 2 + 1 + 4
	if b.Same != nil {
		perEntity += 4
	}
	merged := perRow*rows + len(b.Names.text) + len(a.Names.text) + b.Bits/8*rows +
		perEntity*entities + len(b.IDs.text) + len(a.IDs.text) + 8*len(b.Company) + 8*len(b.Parents)
	working = 4*rows + (4+4+4+1)*entities + mapBytes*len(a.Namespaces)
	steps := 7*rows + 6*entities + b.Names.steps() + a.Names.steps() + 2*b.IDs.steps() + 2*a.IDs.steps() + rows*(b.Bits/64) +
		len(b.Company) + len(b.Parents) + len(b.Meta) + len(a.Meta) + len(b.Namespaces) + len(a.Namespaces)
	ofBase := 5*len(b.RowEntity) + 2*len(b.RowLanguages) + 7*len(b.Prior) + 8*len(b.Same) + 8*len(b.Parents)
	return working + ofBase, meter.Take(steps, merged+working)
}

// orderRows puts the added rows between those of the base that stay.
func (m *merger) orderRows(d *Delta) {
	removed, before := d.Removed, d.Before
	m.rows = make([]int32, 0, m.base.Names.Len()+len(before)-len(removed))
	added := int32(0)
	for row := range uint32(m.base.Names.Len()) + 1 {
		for ; len(before) > 0 && before[0] == row; before = before[1:] {
			m.rows = append(m.rows, ^added)
			added++
		}
		switch {
		case len(removed) > 0 && removed[0] == row:
			removed = removed[1:]
		case row < uint32(m.base.Names.Len()):
			m.rows = append(m.rows, int32(row))
		}
	}
}

// orderEntities numbers the entities that have rows, by their ids.
func (m *merger) orderEntities() {
	base, added := m.base.IDs, m.added.IDs
	m.ofBase = slices.Repeat([]uint32{nowhere}, base.Len())
	m.ofAdded = slices.Repeat([]uint32{nowhere}, added.Len())
	for _, from := range m.rows {
		*m.entity(from) = 0 // it has a row; its number follows
	}
	j, next := -1, ""
	step := func() {
		if j++; j < added.Len() {
			next = added.At(j)
		}
	}
	step()
	for i, id := range base.Range(0, base.Len()) {
		for ; j < added.Len() && next < string(id); step() {
			m.number(-1, j)
		}
		if j < added.Len() && next == string(id) {
			m.number(i, j)
			step()
		} else {
			m.number(i, -1)
		}
	}
	for ; j < added.Len(); step() {
		m.number(-1, j)
	}
}

// number gives the next number to entity i of the base and j of the added ones, -1
// where there is none, if it has rows.
func (m *merger) number(i, j int) {
	n := uint32(len(m.entities))
	if (i < 0 || m.ofBase[i] == nowhere) && (j < 0 || m.ofAdded[j] == nowhere) {
		return
	}
	id, attributes := int32(i), ^int32(j)
	if i < 0 {
		id = attributes
	} else {
		m.ofBase[i] = n
	}
	if j < 0 {
		attributes = id
	} else {
		m.ofAdded[j] = n
	}
	m.entities, m.attributes = append(m.entities, id), append(m.attributes, attributes)
}

// entity returns where the entity of a row has its number.
func (m *merger) entity(from int32) *uint32 {
	if from < 0 {
		return &m.ofAdded[m.added.RowEntity[^from]]
	}
	return &m.ofBase[m.base.RowEntity[from]]
}

func (m *merger) mergeRowEntity() {
	m.out.RowEntity = make([]uint32, len(m.rows))
	for row, from := range m.rows {
		m.out.RowEntity[row] = *m.entity(from)
	}
}

// pick returns a table of n numbers an item in the given order.
func pick[T any](order []int32, base, added []T, n int) []T {
	out := make([]T, 0, len(order)*n)
	for _, from := range order {
		table, i := base, int(from)
		if from < 0 {
			table, i = added, int(^from)
		}
		out = append(out, table[i*n:(i+1)*n]...)
	}
	return out
}

// strings returns a list of strings in the given order, in which those of the base
// ascend.
func (m *merger) strings(order []int32, of func(*Contents) *Strings) *Strings {
	base, added := of(m.base), of(m.added)
	out := newStrings(len(order))
	var prev, buf []byte
	add := func(s []byte) {
		out.add(prev, s)
		prev, order = append(prev[:0], s...), order[1:]
	}
	addNew := func() { // those that come next
		for len(order) > 0 && order[0] < 0 {
			buf = added.Append(buf[:0], int(^order[0]))
			add(buf)
		}
	}
	for i, s := range base.Range(0, base.Len()) {
		addNew()
		if len(order) > 0 && order[0] == int32(i) {
			add(s)
		}
	}
	addNew()
	return out
}

// choosePrimary gives every entity its primary row: that of the base, unless it is
// removed or a row of a stronger kind added.
func (m *merger) choosePrimary() {
	out := m.out
	out.PrimaryRow = PrimaryRows(out.IDs.Len(), out.RowEntity, out.RowKind)
	for row, from := range m.rows {
		if from >= 0 && m.base.PrimaryRow[m.base.RowEntity[from]] == uint32(from) {
			out.PrimaryRow[out.RowEntity[row]] = uint32(row)
		}
	}
	for row, from := range m.rows {
		p := &out.PrimaryRow[out.RowEntity[row]]
		if from < 0 && out.RowKind[row].Replaces(out.RowKind[*p]) {
			*p = uint32(row)
		}
	}
}
