package pack

import (
	"bytes"
	"cmp"
	"math"
	"sync/atomic"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
)

// RowKey is the sort key of the rows of a pack.
type RowKey struct {
	compact  string
	Name, ID string
}

// NewRowKey returns the key of the row that gives an entity a name.
func NewRowKey(name, id string) RowKey { return RowKey{names.Key(name), name, id} }

// Compare orders rows by the compact form of their names, by name, then by the id
// of the entity.
func (k RowKey) Compare(other RowKey) int {
	return cmp.Or(cmp.Compare(k.compact, other.compact), cmp.Compare(k.Name, other.Name), cmp.Compare(k.ID, other.ID))
}

// Names of one compact form are found by a binary search, which would miss rows
// that are elsewhere, so every row of a file is compared with the one before, as
// RowKey does.

// slowSteps is the cost of a byte whose text form is in no table: up to a hundred
// nanoseconds.
const slowSteps = 24

// checkNames returns a *fault that names the first row that has no proper name or is out of order.
func (c *Contents) checkNames(m *Meter) error {
	if err := m.Take(c.Names.Len()+c.Names.steps(), 0); err != nil {
		return err
	}
	slow := &slowBytes{left: math.MaxInt64}
	if m != nil {
		slow.left = (m.maxSteps() - m.steps) / slowSteps
	}
	wrong := c.Names.inParts(func(from, to int) error { return c.checkRows(from, to, slow) })
	if err := m.Take(int(min(slow.used.Load(), math.MaxInt/slowSteps-1))*slowSteps, 0); err != nil {
		return err
	}
	return wrong
}

// slowBytes counts the bytes whose text form is hard to tell.
type slowBytes struct {
	left int64
	used atomic.Int64
}

// checkRows is checkNames for rows [from, to). It gives up when there are too many slow bytes.
func (c *Contents) checkRows(from, to int, slow *slowBytes) error {
	prev, next := &rowName{}, &rowName{}
	if from > 0 {
		prev.set(c.Names.Append(nil, from-1))
	}
	for row, name := range c.Names.Range(from, to) {
		next.set(name)
		switch {
		case len(name) == 0 || !next.plain && !utf8.Valid(name):
			return faultf(tagNames, "row %d has no name, or one that is not valid UTF-8", row)
		case len(name) > MaxName:
			return faultf(tagNames, "row %d has a name of more than %d bytes", row, MaxName)
		case row > 0 && cmp.Or(prev.compare(next, int(c.Names.shared[row]), slow), cmp.Compare(c.RowEntity[row-1], c.RowEntity[row]), 1) > 0: // 1: the same row twice
			return faultf(tagNames, "row %d, %.200q, does not come after row %d, %.200q: look-ups would miss it", row, name, row-1, prev.text)
		case slow.used.Load() > slow.left:
			return nil
		}
		prev, next = next, prev
	}
	return nil
}

// rowName is a name that is compared with those before and after it.
type rowName struct {
	text          []byte
	plain         bool   // printable ASCII, all of which has a text form
	form, compact []byte // once they are needed
}

func (n *rowName) set(text []byte) {
	n.text, n.compact = append(n.text[:0], text...), n.compact[:0]
	n.form, n.plain = n.form[:0], len(text) <= names.MaxBytes && isPlain(text)
}

// compare compares n with the next name, which begins with share bytes of n, by compact form, then by bytes. What
// plain names share is the same in both compact forms.
func (n *rowName) compare(next *rowName, share int, slow *slowBytes) int {
	if n.plain && next.plain {
		if order := comparePlain(n.text[share:], next.text[share:]); order != 0 {
			return order
		}
		return bytes.Compare(n.text, next.text)
	}
	return cmp.Or(bytes.Compare(n.key(slow), next.key(slow)), bytes.Compare(n.text, next.text))
}

// key returns the compact form.
func (n *rowName) key(slow *slowBytes) []byte {
	if len(n.form) == 0 {
		slow.used.Add(int64(min(len(n.text), names.MaxBytes)))
		n.form = names.AppendForm(n.form, names.View(n.text))
		n.compact = names.AppendCompact(n.compact, n.form)
	}
	return n.compact
}

// comparePlain compares the compact forms of two plain texts.
func comparePlain(a, b []byte) int {
	for {
		var x, y uint16
		for x&counts == 0 && len(a) > 0 {
			x, a = compactByte[a[0]], a[1:]
		}
		for y&counts == 0 && len(b) > 0 {
			y, b = compactByte[b[0]], b[1:]
		}
		if x != y || x == 0 {
			return cmp.Compare(x, y)
		}
	}
}

// Entries of compactByte.
const (
	counts   = 1 << 8 // the low byte belongs to the compact form
	notASCII = 1 << 9 // the byte's text form depends on others
)

// compactByte is what each byte of printable ASCII adds to a compact form.
var compactByte = func() (table [256]uint16) {
	for i := range table {
		table[i] = notASCII
		if ' ' <= i && i < 0x7f {
			table[i] = 0
			if compact := names.Key(string(rune(i))); compact != "" {
				table[i] = counts | uint16(compact[0])
			}
		}
	}
	return table
}()
