package pack

import (
	"bytes"
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/parallel"
)

// RowKey is the sort key of the rows of a pack.
type RowKey struct {
	compact  string
	Name, ID string
}

// NewRowKey returns the key of the row that gives an entity a name.
func NewRowKey(name, id string) RowKey { return RowKey{names.Key(name), name, id} }

// Compare compares rows by the compact forms of their names, then by name, then by the id of the entity.
func (k RowKey) Compare(other RowKey) int {
	return cmp.Or(cmp.Compare(k.compact, other.compact), cmp.Compare(k.Name, other.Name), cmp.Compare(k.ID, other.ID))
}

// Names of one compact form are found by a binary search, which would miss rows that are elsewhere, so every row of a
// file is compared with the one before, as RowKey does. Names are front-coded, and so is the work: a text form is made
// character by character, so what a name shares with the one before makes the same beginning of both compact forms.

// slowSteps is the cost of a byte whose text form is in no table: up to a hundred
// nanoseconds.
const slowSteps = 24

// checkOrder returns a *fault that names the first row out of order. It is done
// by all processors, blocks of names each.
func (c *Contents) checkOrder(m *Meter) error {
	rows := c.Names.Len()
	if err := m.Take(rows+len(c.Names.text), 0); err != nil {
		return err
	}
	slow := &slowBytes{left: math.MaxInt64}
	if m != nil {
		slow.left = (m.maxSteps() - m.steps) / slowSteps
	}
	wrong := make([]int, min(runtime.GOMAXPROCS(0), rows/(64*blockLen)+1))
	parallel.Parts(len(wrong), len(c.Names.blocks), func(part, from, to int) {
		wrong[part] = c.firstUnordered(from*blockLen, min(to*blockLen, rows), slow)
	})
	if err := m.Take(int(min(slow.used.Load(), math.MaxInt/slowSteps-1))*slowSteps, 0); err != nil {
		return err
	}
	for _, row := range wrong {
		if row >= 0 {
			return faultf(tagNames, "row %d, %.200q, does not come after row %d, %.200q: look-ups would miss it", row, c.Names.At(row), row-1, c.Names.At(row-1))
		}
	}
	return nil
}

// slowBytes counts the bytes whose text form is hard to tell.
type slowBytes struct {
	left int64
	used atomic.Int64
}

// firstUnordered returns the first of rows [from, to) that does not come after the one before, or -1. It gives up when
// there are too many slow bytes.
func (c *Contents) firstUnordered(from, to int, slow *slowBytes) int {
	w, last := orderWalk{}, []byte(nil)
	first := max(from-1, 0)
	for row, name := range c.Names.Range(first, to) {
		order := w.next(name, int(c.Names.shared[row]))
		if order == 0 && row > first {
			last = c.Names.Append(last[:0], row-1)
			order = cmp.Or(bytes.Compare(last, name), cmp.Compare(c.RowEntity[row-1], c.RowEntity[row]), 1) // 1: the same row twice
		}
		if order > 0 {
			return row
		}
		if w.slow > 0 && slow.used.Add(w.slow) > slow.left {
			return -1
		}
		w.slow = 0
	}
	return -1
}

// orderWalk goes through names and compares the compact form of each with that of the one before.
type orderWalk struct {
	compact, last []byte // compact forms of this name and of the one before
	// made[i] is what the first i bytes of the name make, for each i that is at most known and begins a character.
	made  [math.MaxUint8 + 1]made // no name shares more
	known int

	form []byte // working memory
	slow int64  // bytes whose text form was made one by one
}

// made is how many bytes of a text form some characters make, at most, and how many of its compact form.
type made struct{ form, compact uint16 }

// next goes on to a name, which shares that many bytes with the last one, and compares the compact form of that with
// its.
func (w *orderWalk) next(name []byte, shared int) int {
	at := min(shared, w.known)
	for at > 0 && at < len(name) && !utf8.RuneStart(name[at]) {
		at--
	}
	m := w.made[at]
	same := int(m.compact)
	w.last, w.compact = w.compact, append(w.last[:0], w.compact[:same]...)
	for at < len(name) && m.form <= names.MaxBytes {
		if n := w.plain(name, at, &m); n > 0 {
			at += n
			continue
		}
		_, size := utf8.DecodeRune(name[at:])
		w.form = names.AppendForm(w.form[:0], names.View(name[at:at+size]))
		w.compact = names.AppendCompact(w.compact, w.form)
		w.slow += int64(size)
		w.note(at, m)
		at, m = at+size, made{m.form + uint16(len(w.form)) + 2, uint16(len(w.compact))} // 2: blanks, which a form of its own lacks
	}
	w.note(at, m)
	w.known = min(at, len(w.made)-1)
	if len(name) > names.MaxBytes || m.form > names.MaxBytes { // not all of it counts
		w.slow += int64(min(len(name), names.MaxBytes))
		w.form = names.AppendForm(w.form[:0], names.View(name))
		w.compact = names.AppendCompact(w.compact[:0], w.form)
		w.known, same = 0, 0
	}
	return bytes.Compare(w.last[same:], w.compact[same:])
}

// plain appends the compact form of the printable ASCII that begins at a byte of a name, and returns how long that is.
func (w *orderWalk) plain(name []byte, at int, m *made) int {
	rest := name[at:min(len(name), at+names.MaxBytes)]
	n := len(w.compact)
	out := slices.Grow(w.compact, len(rest))[:n+len(rest)]
	for i, b := range rest {
		c := compactByte[b]
		if c == notASCII {
			rest = rest[:i]
			break
		}
		w.note(at+i, made{m.form + uint16(i), uint16(n)})
		out[n] = byte(c)
		n += int(c >> 8)
	}
	w.compact, *m = out[:n], made{m.form + uint16(len(rest)), uint16(n)}
	return len(rest)
}

func (w *orderWalk) note(at int, m made) {
	if at < len(w.made) {
		w.made[at] = m
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
