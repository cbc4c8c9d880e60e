package pack

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/normlet/normlet/core/names"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/internal/wire"
)

// The packs of a set hold the entities of one list between them: each a range of ids, in
// their order, and all the same encoder, words and calibration. Join makes of them the
// tables that one pack of the whole list would have: entity and row numbers are the same,
// and so is every answer. Nothing is decoded again: names and codes stay in pieces.
//
// Rows of one pack are in the order of their names, so each member says where its rows
// come among those of all, in section ORDR: uvarint count, then the numbers, ascending,
// each as a uvarint: what it exceeds the one before by, less 1; the first as it is.

// tagOrder is an extra section, since it means nothing to a pack alone.
const tagOrder Tag = "ORDR"

// members are the packs whose tables are read as one.
type members struct {
	codes [][]uint64 // of each
	order *pieces    // of rows
}

// SetOrder says where the rows of c, a member of a set, come among those of all.
func (c *Contents) SetOrder(order []uint32) {
	data := wire.AppendUvarint(nil, uint64(len(order)))
	c.Extra = slices.DeleteFunc(c.Extra, func(s Section) bool { return s.Tag == tagOrder })
	c.Extra = append(c.Extra, Section{Tag: tagOrder, Data: appendRising(data, order, 1)})
}

// order reads what SetOrder wrote, of a set of so many rows.
func (c *Contents) order(rows int) ([]uint32, error) {
	for _, s := range c.Extra {
		if s.Tag != tagOrder {
			continue
		}
		r := wire.NewReader(s.Data)
		list := parseRising(r, r.Count(1), 1, uint64(rows), nil)
		if err := r.Close(); err != nil {
			return nil, corrupt(tagOrder, err)
		}
		if len(list) != c.Names.Len() {
			return nil, &CorruptError{Section: string(tagOrder),
				Reason: fmt.Sprintf("places of %d rows for %d: names were added or removed after the set was built; build the set again", len(list), c.Names.Len())}
		}
		return list, nil
	}
	return nil, errors.New("it has no section ORDR: it was not built as a member of a set")
}

// IsSet reports whether c was made by Join.
func (c *Contents) IsSet() bool { return c.members != nil }

// Join returns the tables of the members of a set as those of one pack, which can be read
// but not written. The error is about member bad.
func Join(list []*Contents) (joined *Contents, bad int, err error) {
	j := joiner{list: list, out: &Contents{}}
	for bad, c := range list {
		if err := j.fits(bad, c); err != nil {
			return nil, bad, err
		}
		j.rows, j.entities = j.rows+c.Names.Len(), j.entities+c.IDs.Len()
	}
	if j.rows > math.MaxInt32 {
		return nil, 0, fmt.Errorf("the set has %d names, at most %d fit", j.rows, math.MaxInt32)
	}
	j.start()
	orders, errs := make([][]uint32, len(list)), make([]error, len(list))
	parallel.Each(0, len(list), func(i int) { orders[i], errs[i] = list[i].order(j.rows) })
	for bad, c := range list {
		err := errs[bad]
		if err == nil {
			err = j.add(uint32(bad), c, orders[bad])
		}
		if err != nil {
			return nil, bad, err
		}
	}
	if bad, err := j.checkOrder(orderChecks); err != nil {
		return nil, bad, err
	}
	return j.out, 0, nil
}

// joiner makes one of many.
type joiner struct {
	list           []*Contents
	out            *Contents
	rows, entities int
	order          *pieces // of rows
	base           uint32  // first entity of the next member
}

// fits compares a member with the first, and its ids with those of the one before.
func (j *joiner) fits(at int, c *Contents) error {
	first := j.list[0]
	if len(c.Details) > 0 {
		return errors.New("it has details of entities, section DETL, which a set cannot have: build it without")
	}
	for _, part := range []struct {
		section string
		a, b    []byte
	}{
		{"ENCW", first.Encoder, c.Encoder}, {"HEAD", first.Head, c.Head}, {"CALB", first.Calibration, c.Calibration},
		{"WORD", first.Words, c.Words}, {"SYNO", first.Synonyms, c.Synonyms}, {"REWR", first.Rewrites, c.Rewrites},
		{"CTXT", first.Context, c.Context},
	} {
		if !bytes.Equal(part.a, part.b) {
			return fmt.Errorf("its section %s is not that of the first member: members of one set come from one build", part.section)
		}
	}
	switch {
	case c.Bits != first.Bits || c.ProfileBits != first.ProfileBits:
		return fmt.Errorf("it has codes of %d bits and profiles of %d, the first member %d and %d", c.Bits, c.ProfileBits, first.Bits, first.ProfileBits)
	case at == 0:
		return nil
	}
	before := j.list[at-1].IDs
	if last, id := before.At(before.Len()-1), c.IDs.At(0); id <= last {
		if _, twice := before.Find(id); twice {
			return fmt.Errorf("its entity %q is in the member before, too", id)
		}
		return fmt.Errorf("its first entity, %q, does not come after the last of the member before, %q", id, last)
	}
	return nil
}

// start makes the tables that all members fill.
func (j *joiner) start() {
	first, out, most := j.list[0], j.out, 0
	*out = Contents{
		Meta: slices.DeleteFunc(slices.Clone(first.Meta), func(p Pair) bool { return p.Key == "terminology.sha256" }), Bits: first.Bits, ProfileBits: first.ProfileBits, Self: first.Self,
		Encoder: first.Encoder, Head: first.Head, Calibration: first.Calibration,
		Words: first.Words, Synonyms: first.Synonyms, Rewrites: first.Rewrites, Context: first.Context,
		EntityNamespace: make([]uint16, 0, j.entities), Prior: make([]uint8, 0, j.entities), PrimaryRow: make([]uint32, 0, j.entities),
		RowEntity: make([]uint32, j.rows), RowKind: make([]Kind, j.rows),
	}
	for i := range out.Meta {
		switch p := &out.Meta[i]; p.Key {
		case "entities":
			p.Value = fmt.Sprint(j.entities)
		case "names":
			p.Value = fmt.Sprint(j.rows)
		}
	}
	ids, rows := &pieces{}, &pieces{order: slices.Repeat([]uint32{nowhere}, j.rows)}
	same := false
	for _, c := range j.list {
		ids.add(c.IDs)
		rows.add(c.Names)
		most = max(most, c.Names.Len())
		out.Namespaces = append(out.Namespaces, c.Namespaces...)
		same = same || c.Same != nil
	}
	slices.Sort(out.Namespaces)
	out.Namespaces = slices.Compact(out.Namespaces)
	if same {
		out.Same = make([]uint32, 0, j.entities)
	}
	rows.shift = bits.Len(uint(most - 1))
	j.order, out.IDs, out.Names = rows, &Strings{pieces: ids}, &Strings{pieces: rows}
	out.members = &members{order: rows}
	for _, c := range j.list {
		out.members.codes = append(out.members.codes, c.Codes)
	}
}

// add puts the tables of a member in their places.
func (j *joiner) add(at uint32, c *Contents, order []uint32) error {
	if uint64(at+1)<<j.order.shift > math.MaxUint32 {
		return errors.New("the set has too many members of this size")
	}
	out := j.out
	for row, place := range order {
		if j.order.order[place] != nowhere {
			return &CorruptError{Section: string(tagOrder), Reason: fmt.Sprintf("row %d has the place %d, which a row of another member has, too", row, place)}
		}
		j.order.order[place] = at<<j.order.shift | uint32(row)
		out.RowEntity[place], out.RowKind[place] = j.base+c.RowEntity[row], c.RowKind[row]
	}
	for _, row := range c.PrimaryRow {
		out.PrimaryRow = append(out.PrimaryRow, order[row])
	}
	namespaces := make([]uint16, len(c.Namespaces)) // numbers in the set
	for i, name := range c.Namespaces {
		at, _ := slices.BinarySearch(out.Namespaces, name)
		namespaces[i] = uint16(at)
	}
	for e, ns := range c.EntityNamespace {
		out.EntityNamespace = append(out.EntityNamespace, namespaces[ns])
		if out.Same != nil {
			first := uint32(e)
			if c.Same != nil {
				first = c.Same[e]
			}
			out.Same = append(out.Same, j.base+first)
		}
	}
	out.Prior = append(out.Prior, c.Prior...)
	out.Profiles = append(out.Profiles, c.Profiles...)
	j.base += uint32(c.IDs.Len())
	return nil
}

// orderChecks is how many rows all over a set are compared with the ones before when it is
// opened. CheckRows compares all.
const orderChecks = 4096

// checkOrder compares so many rows with those before.
func (j *joiner) checkOrder(checks int) (bad int, err error) {
	for i := range min(checks, j.rows-1) {
		row := 1 + i*(j.rows-1)/min(checks, j.rows-1)
		if err := j.out.follows(row, j.out.Names.At(row-1), j.out.Names.At(row)); err != nil {
			return int(j.order.order[row] >> j.order.shift), err
		}
	}
	return 0, nil
}

// follows returns why a row of a set cannot come after the one before.
func (c *Contents) follows(row int, before, name string) error {
	if cmp.Or(cmp.Compare(names.Key(before), names.Key(name)), cmp.Compare(before, name),
		cmp.Compare(c.RowEntity[row-1], c.RowEntity[row])) < 0 {
		return nil
	}
	return &CorruptError{Section: string(tagOrder), Reason: fmt.Sprintf("row %d of the set, %.200q, does not come after row %d, %.200q: look-ups would miss it",
		row, name, row-1, before)}
}

// CheckRows compares each row of a set with the one before. Of a pack alone, Parse has.
func (c *Contents) CheckRows() error {
	if c.members == nil {
		return nil
	}
	before := ""
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		this := string(name)
		if row > 0 {
			if err := c.follows(row, before, this); err != nil {
				return err
			}
		}
		before = this
	}
	return nil
}

// Order returns for each of some packs that are to be a set where its rows come among
// those of all: what SetOrder takes. The packs are in the order of their entities.
func Order(list []*Contents) [][]uint32 {
	out := make([][]uint32, len(list))
	next := make([]rowCursor, len(list))
	for m, c := range list {
		out[m] = make([]uint32, 0, c.Names.Len())
		next[m].cursor = cursor{list: c.Names}
		next[m].step()
	}
	for place := uint32(0); ; place++ {
		first := -1
		for m := range next {
			if !next[m].done && (first < 0 || next[m].less(&next[first])) {
				first = m
			}
		}
		if first < 0 {
			return out
		}
		out[first] = append(out[first], place)
		next[first].step()
	}
}

// rowCursor is the next row of a member.
type rowCursor struct {
	cursor
	key  string
	done bool
}

func (r *rowCursor) step() {
	if r.done = r.next == r.list.Len(); !r.done {
		r.key = names.Key(string(r.read()))
	}
}

// less orders rows of different members, whose entities ascend.
func (r *rowCursor) less(other *rowCursor) bool {
	return cmp.Or(cmp.Compare(r.key, other.key), bytes.Compare(r.text, other.text)) < 0
}
