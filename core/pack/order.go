package pack

import (
	"bytes"
	"cmp"
	"math"
	"runtime"
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

// Compare orders rows by the compact form of their names, by name, then by the id
// of the entity.
func (k RowKey) Compare(other RowKey) int {
	return cmp.Or(cmp.Compare(k.compact, other.compact), cmp.Compare(k.Name, other.Name), cmp.Compare(k.ID, other.ID))
}

// Names of one compact form are found by a binary search, which would miss rows
// that are elsewhere, so every row of a file is compared with the one before, as
// RowKey does. Names are front-coded, and so is the work: where a name shares its
// beginning with the one before, it shares that of the compact form.

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

// firstUnordered returns the first of rows [from, to), from being the first of a
// block, that does not come after the one before, or -1. It gives up when there are
// too many slow bytes.
func (c *Contents) firstUnordered(from, to int, slow *slowBytes) int {
	w := newOrderWalk(c.Names)
	var prev []byte // name of the row before
	behind := true  // w has not seen it
	for ; from < to; from += blockLen {
		end, bad := min(from+blockLen, to), 0
		if prev = prev[:0]; from > 0 {
			prev = c.Names.Append(prev, from-1)
		}
		if len(prev) <= maxPlain && isPlain(prev) && c.Names.plainBlock(from/blockLen) {
			behind = true
			prev, bad = c.plainUnordered(prev, from, end)
		} else {
			if behind && from > 0 {
				w.restart(from-1, prev)
			}
			behind = false
			bad = c.walkUnordered(w, from, end)
		}
		if bad >= 0 {
			return bad
		}
		if slow.used.Add(w.slow) > slow.left {
			return -1
		}
		w.slow = 0
	}
	return -1
}

// plainUnordered is firstUnordered for a plain block after a plain name. What a name
// shares with the one before is the same in both compact forms, and what follows is
// compared byte by byte. It leaves the last name in prev.
func (c *Contents) plainUnordered(prev []byte, from, to int) ([]byte, int) {
	s := c.Names
	text := s.text[s.blocks[from/blockLen]:]
	for row := from; row < to; row++ {
		share, suffix := int(s.shared[row]), text[:s.suffix[row]]
		if row > 0 {
			rest := prev[share:]
			order := comparePlain(rest, suffix)
			if order == 0 {
				order = cmp.Or(bytes.Compare(rest, suffix), cmp.Compare(c.RowEntity[row-1], c.RowEntity[row]), 1) // 1: the same row twice
			}
			if order > 0 {
				return prev, row
			}
		}
		prev, text = append(prev[:share], suffix...), text[len(suffix):]
	}
	return prev, -1
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

// walkUnordered is firstUnordered for any block.
func (c *Contents) walkUnordered(w *orderWalk, from, to int) int {
	s := c.Names
	pos := s.blocks[from/blockLen]
	var last []byte // suffix of the row before
	for row := from; row < to; row++ {
		size := int(s.suffix[row])
		if size == longLen {
			size, pos = s.longSuffix(pos)
		}
		suffix := s.text[pos : pos+size]
		order := w.next(row, int(s.shared[row]), suffix)
		if row > 0 && (order > 0 || order == 0 && c.compareNames(row, last, suffix) >= 0) {
			return row
		}
		pos, last = pos+size, suffix
	}
	return -1
}

// compareNames compares a row, whose suffix is given, with the one before by name,
// then by entity. last is the suffix of that, nil in another block.
func (c *Contents) compareNames(row int, last, suffix []byte) int {
	byEntity := cmp.Compare(c.RowEntity[row-1], c.RowEntity[row])
	if more := int(c.Names.shared[row]) - int(c.Names.shared[row-1]); more >= 0 && last != nil {
		return cmp.Or(bytes.Compare(last[more:], suffix), byEntity)
	}
	var space [2][128]byte
	a, b := c.Names.Append(space[0][:0], row-1), c.Names.Append(space[1][:0], row)
	return cmp.Or(bytes.Compare(a, b), byEntity)
}

// orderWalk goes through names and compares the compact form of each with that of
// the one before.
type orderWalk struct {
	names   *Strings
	compact []byte // of the last name
	// at[j] is how many bytes of it the first j bytes of the name make, for j up to
	// known.
	at    [names.MaxBytes + 1]uint16
	known int

	cuts []cut // in the name behind what is known, ascending

	name, form, rest []byte // working memory of tail
	slow             int64  // bytes that tail has read
}

// cut is a place in a name at which its text form can be cut: the first pos bytes
// of the name make the first n of the compact form.
type cut struct{ pos, n int }

// cutSize is how many bytes lie between cuts at least.
const cutSize = 16

func newOrderWalk(s *Strings) *orderWalk {
	return &orderWalk{names: s, compact: make([]byte, 0, names.MaxBytes)}
}

// restart goes to a row of that name from any other.
func (w *orderWalk) restart(row int, name []byte) {
	w.known, w.compact, w.cuts = 0, w.compact[:0], w.cuts[:0]
	w.next(row, 0, name)
}

// next goes on to a row, whose name is what it shares with the last one and a
// suffix, and compares the last compact form with its. What is shared is the same
// in both; the suffix overwrites the last form from where both differ.
func (w *orderWalk) next(row, shared int, suffix []byte) int {
	if shared > w.known || shared+len(suffix) > names.MaxBytes {
		return w.nextSlowly(row, w.lastCut(shared))
	}
	w.cuts = w.cuts[:0] // they come after what is known
	last, buf := w.compact, w.compact[:names.MaxBytes]
	at := w.at[shared : shared+len(suffix)+1]
	n := int(at[0])
	for k, b := range suffix {
		at[k] = uint16(n)
		c := compactByte[b]
		if n == len(last) || last[n] != byte(c) {
			if c&counts != 0 || c == notASCII {
				return w.nextDecided(row, shared, k, suffix)
			}
			continue
		}
		n += int(c >> 8)
	}
	at[len(suffix)] = uint16(n)
	w.known, w.compact = shared+len(suffix), buf[:n]
	return cmp.Compare(len(last), n)
}

// nextDecided is next from byte k of the suffix on, which is beyond ASCII or by
// which the forms differ.
func (w *orderWalk) nextDecided(row, shared, k int, suffix []byte) int {
	last, buf := w.compact, w.compact[:names.MaxBytes]
	at := w.at[shared : shared+len(suffix)+1]
	n := int(at[k])
	if compactByte[suffix[k]] == notASCII {
		w.known = shared + k
		return w.nextSlowly(row, cut{w.known, n})
	}
	order := -1 // the last form ends here
	if n < len(last) {
		order = cmp.Compare(last[n], byte(compactByte[suffix[k]]))
	}
	for ; k < len(suffix); k++ {
		at[k] = uint16(n)
		c := compactByte[suffix[k]]
		if c == notASCII {
			w.known = shared + k
			w.nextSlowly(row, cut{w.known, n})
			return order
		}
		buf[n] = byte(c)
		n += int(c >> 8)
	}
	at[k] = uint16(n)
	w.known, w.compact = shared+k, buf[:n]
	return order
}

// lastCut returns the last cut in what a name shares with the one before.
func (w *orderWalk) lastCut(shared int) cut {
	for i := len(w.cuts) - 1; i >= 0; i-- {
		if w.cuts[i].pos <= shared {
			return w.cuts[i]
		}
	}
	j := min(shared, w.known)
	return cut{j, int(w.at[j])}
}

// nextSlowly is next for a name of which no table tells what follows a cut. Up to
// there the last name is the same.
func (w *orderWalk) nextSlowly(row int, from cut) int {
	w.known = min(w.known, from.pos)
	w.name = w.names.Append(w.name[:0], row)
	for len(w.cuts) > 0 && w.cuts[len(w.cuts)-1].pos > from.pos {
		w.cuts = w.cuts[:len(w.cuts)-1]
	}
	rest := w.tail(from)
	order := bytes.Compare(w.compact[min(from.n, len(w.compact)):], rest)
	w.compact = append(w.compact[:from.n], rest...)
	return order
}

// tail returns what the compact form of the name has after a cut. Text forms are
// made in parts, unless these exceed the limit of a text form together.
func (w *orderWalk) tail(from cut) []byte {
	w.rest = w.rest[:0]
	size := from.pos // at most, of the text form so far
	for at := from.pos; at < len(w.name) && size <= names.MaxBytes; {
		end := min(at+cutSize, len(w.name))
		for end < len(w.name) && !utf8.RuneStart(w.name[end]) {
			end++
		}
		w.slow += int64(end - at)
		w.form = names.AppendForm(w.form[:0], names.View(w.name[at:end]))
		w.rest = names.AppendCompact(w.rest, w.form)
		size += len(w.form)
		if at = end; at <= math.MaxUint8 { // more is never shared
			w.cuts = append(w.cuts, cut{at, from.n + len(w.rest)})
		}
	}
	if len(w.name) <= names.MaxBytes && size <= names.MaxBytes {
		return w.rest
	}
	w.slow += names.MaxBytes
	w.form = names.AppendForm(w.form[:0], names.View(w.name))
	w.rest = names.AppendCompact(w.rest[:0], w.form)
	return w.rest[from.n:]
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
