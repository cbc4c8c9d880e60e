package pack

import (
	"errors"
	"math"
	"slices"
	"strings"
	"unsafe"
)

// nowhere is the number of an entity or row that the merged tables lack.
const nowhere = math.MaxUint32

// merger applies a delta to its base.
type merger struct {
	base, added, out *Contents
	order            []int32  // per merged row: the base's row, or ^row for an added one
	ofBase, ofAdded  []uint32 // per entity: its number in out, or nowhere
}

// with returns the tables of the base c after the changes of d; nil changes
// nothing. It shares memory with both. The error is a *CorruptError, or that of
// the meter.
func (c *Contents) with(d *Delta, meter *Meter) (*Contents, error) {
	if d == nil {
		return c, nil
	}
	out := *c // what has no rows and no entities stays
	m := &merger{base: c, added: &d.Added, out: &out}
	working, err := m.take(meter)
	if err != nil {
		return nil, err
	}
	m.mergeMeta()
	m.arrange(d)
	if err = m.mergeEntities(); err == nil {
		m.mergeRows()
		m.choosePrimary()
		meter.Return(working)
		err = out.check(meter)
	}
	var f *fault
	if errors.As(err, &f) {
		return nil, &CorruptError{Section: tagDelta.String(), Reason: "with it, in section " + f.section + ": " + f.reason}
	}
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// take tells the meter what the merged tables take, and returns the bytes that are
// needed only until they are made: those of the base as well.
func (m *merger) take(meter *Meter) (working int, err error) {
	b, a := m.base, m.added
	rows, entities := b.Names.Len()+a.Names.Len(), b.IDs.Len()+a.IDs.Len()
	const perRow = 2 + 4 + 1 // lengths of the name, entity, kind
	perEntity := 2 + 2 + 1 + 4 + b.ProfileBits/8
	merged := perRow*rows + len(b.Names.text) + len(a.Names.text) + b.Bits/8*rows +
		perEntity*entities + len(b.IDs.text) + len(a.IDs.text)
	working = 4*rows + (4+1)*entities + mapBytes*len(a.Namespaces)
	steps := 6*rows + 6*entities + b.Names.steps() + a.Names.steps() + b.IDs.steps() + a.IDs.steps() + rows*(b.Bits/64) +
		len(b.Meta) + len(a.Meta) + len(b.Namespaces) + len(a.Namespaces)
	ofBase := 5*len(b.RowEntity) + 7*len(b.Prior)
	return working + ofBase, meter.Take(steps, merged+working)
}

// mergeMeta replaces pairs of the base. Both lists ascend by key.
func (m *merger) mergeMeta() {
	base, added := m.base.Meta, m.added.Meta
	m.out.Meta = make([]Pair, 0, len(base)+len(added))
	for len(base) > 0 || len(added) > 0 {
		order := -1 // of what comes next in the base
		if len(base) == 0 {
			order = 1
		} else if len(added) > 0 {
			order = strings.Compare(base[0].Key, added[0].Key)
		}
		if order < 0 {
			m.out.Meta, base = append(m.out.Meta, base[0]), base[1:]
			continue
		}
		if added[0].Value != "" {
			m.out.Meta = append(m.out.Meta, added[0])
		}
		if added = added[1:]; order == 0 {
			base = base[1:]
		}
	}
}

// arrange puts the added rows between those of the base that stay.
func (m *merger) arrange(d *Delta) {
	removed, before := d.Removed, d.Before
	m.order = make([]int32, 0, m.base.Names.Len()+len(before)-len(removed))
	added := int32(0)
	for row := range uint32(m.base.Names.Len()) {
		for ; len(before) > 0 && before[0] == row; before = before[1:] {
			m.order = append(m.order, ^added)
			added++
		}
		if len(removed) > 0 && removed[0] == row {
			removed = removed[1:]
			continue
		}
		m.order = append(m.order, int32(row))
	}
	for range before {
		m.order = append(m.order, ^added)
		added++
	}
}

// mergeEntities numbers the entities that have rows, by their ids.
func (m *merger) mergeEntities() error {
	base, added, out := m.base, m.added, m.out
	m.ofBase = slices.Repeat([]uint32{nowhere}, base.IDs.Len())
	m.ofAdded = slices.Repeat([]uint32{nowhere}, added.IDs.Len())
	for _, from := range m.order {
		*m.entity(from) = 0 // it has a row; its number follows
	}
	namespaces := m.namespaces()
	out.Namespaces = added.Namespaces
	unknown := make([]uint64, base.ProfileBits/64)
	out.EntityNamespace = make([]uint16, 0, base.IDs.Len()+added.IDs.Len())
	out.Prior = make([]uint8, 0, base.IDs.Len()+added.IDs.Len())
	out.Profiles = make([]uint64, 0, (base.IDs.Len()+added.IDs.Len())*len(unknown))
	out.IDs = newStrings(base.IDs.Len() + added.IDs.Len())
	var prev []byte
	var err error
	eachID(base.IDs, added.IDs, func(id []byte, i, j int) {
		alive, namespace, prior := false, 0, uint8(0)
		if i >= 0 {
			alive = m.ofBase[i] != nowhere
			namespace, prior = namespaces[base.EntityNamespace[i]], base.Prior[i]
		}
		if j >= 0 {
			alive = alive || m.ofAdded[j] != nowhere
			namespace, prior = int(added.EntityNamespace[j]), added.Prior[j]
		}
		if !alive {
			return
		}
		if namespace < 0 && err == nil {
			err = faultf(tagNamespaces, "the namespace of %q is missing", id)
		}
		if i >= 0 {
			out.Profiles = append(out.Profiles, base.Profiles[i*len(unknown):(i+1)*len(unknown)]...)
		} else {
			out.Profiles = append(out.Profiles, unknown...)
		}
		m.number(i, j, uint32(len(out.Prior)))
		out.EntityNamespace, out.Prior = append(out.EntityNamespace, uint16(namespace)), append(out.Prior, prior)
		out.IDs.add(prev, id)
		prev = append(prev[:0], id...)
	})
	return err
}

// namespaces returns the numbers of the base's namespaces in out, -1 for those
// that it lacks.
func (m *merger) namespaces() []int {
	byName := make(map[string]int, len(m.added.Namespaces))
	for i, ns := range m.added.Namespaces {
		byName[ns] = i
	}
	numbers := make([]int, len(m.base.Namespaces))
	for i, ns := range m.base.Namespaces {
		numbers[i] = -1
		if n, ok := byName[ns]; ok {
			numbers[i] = n
		}
	}
	return numbers
}

// eachID calls f with the ids of both lists, in ascending order, and their
// numbers in the lists, -1 where a list lacks an id.
func eachID(base, added *Strings, f func(id []byte, i, j int)) {
	j, next := -1, ""
	step := func() {
		if j++; j < added.Len() {
			next = added.At(j)
		}
	}
	step()
	for i, id := range base.Range(0, base.Len()) {
		for ; j < added.Len() && next < string(id); step() {
			f([]byte(next), -1, j)
		}
		if j < added.Len() && next == string(id) {
			f(id, i, j)
			step()
		} else {
			f(id, i, -1)
		}
	}
	for ; j < added.Len(); step() {
		f([]byte(next), -1, j)
	}
}

// number gives entity i of the base and j of the added ones their number in out.
func (m *merger) number(i, j int, n uint32) {
	if i >= 0 {
		m.ofBase[i] = n
	}
	if j >= 0 {
		m.ofAdded[j] = n
	}
}

// entity returns where the entity of a row has its number.
func (m *merger) entity(from int32) *uint32 {
	if from < 0 {
		return &m.ofAdded[m.added.RowEntity[^from]]
	}
	return &m.ofBase[m.base.RowEntity[from]]
}

// mergeRows copies the rows in their order.
func (m *merger) mergeRows() {
	out, rows := m.out, len(m.order)
	out.Names = newStrings(rows)
	out.RowEntity, out.RowKind = make([]uint32, 0, rows), make([]Kind, 0, rows)
	out.Codes = make([]uint64, 0, rows*(out.Bits/64))
	left := m.order
	var prev, buf []byte
	add := func(c *Contents, row int, name []byte) {
		out.Names.add(prev, name)
		prev = append(prev[:0], name...)
		out.RowEntity = append(out.RowEntity, *m.entity(left[0]))
		out.RowKind = append(out.RowKind, c.RowKind[row])
		out.Codes = append(out.Codes, c.Code(row)...)
		left = left[1:]
	}
	addNew := func() { // the added rows that come next
		for len(left) > 0 && left[0] < 0 {
			row := int(^left[0])
			buf = m.added.Names.Append(buf[:0], row)
			add(m.added, row, buf)
		}
	}
	for row, name := range m.base.Names.Range(0, m.base.Names.Len()) {
		addNew()
		if len(left) > 0 && left[0] == int32(row) {
			add(m.base, row, name)
		}
	}
	addNew()
}

// choosePrimary gives every entity its primary row: that of the base, unless it
// is removed or a row of a stronger kind added; then the first of the strongest.
func (m *merger) choosePrimary() {
	out := m.out
	out.PrimaryRow = slices.Repeat([]uint32{nowhere}, out.IDs.Len())
	for row, from := range m.order {
		if from >= 0 && m.base.PrimaryRow[m.base.RowEntity[from]] == uint32(from) {
			out.PrimaryRow[out.RowEntity[row]] = uint32(row)
		}
	}
	lost := make([]bool, len(out.PrimaryRow))
	for e, row := range out.PrimaryRow {
		lost[e] = row == nowhere
	}
	for row, from := range m.order {
		e := out.RowEntity[row]
		p := &out.PrimaryRow[e]
		if *p == nowhere || (lost[e] || from < 0) && out.RowKind[row] < out.RowKind[*p] {
			*p = uint32(row)
		}
	}
}

// isPart reports whether words lie within data.
func isPart(words []uint64, data []byte) bool {
	if len(words) == 0 || len(data) == 0 {
		return false
	}
	at, start := uintptr(unsafe.Pointer(&words[0])), uintptr(unsafe.Pointer(&data[0]))
	return at >= start && at-start < uintptr(len(data))
}
