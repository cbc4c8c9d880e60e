package pack

import (
	"bytes"
	"cmp"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/normlet/normlet/core/form"
)

// Rows ascend by the compact form of their names, then by name, then by entity:
// names of one compact form are found by a binary search, which would miss rows
// that are elsewhere. Every name is therefore compared with the one before. Names
// are front-coded, and so is the work: where a name shares its beginning with the
// one before, it shares that of the compact form.

// slowSteps is what a byte costs whose text form is not told by a table: some
// twenty nanoseconds.
const slowSteps = 16

// checkOrder returns a *fault that names the first row out of order. It is done
// by all processors, blocks of names each.
func (c *Contents) checkOrder(m *Meter) error {
	rows := c.Names.Len()
	if err := m.Take(rows+len(c.Names.text), 0); err != nil {
		return err
	}
	workers := min(runtime.GOMAXPROCS(0), rows/(64*blockLen)+1)
	part := (rows/blockLen/workers + 1) * blockLen
	slow := &slowBytes{left: math.MaxInt64}
	if m != nil {
		slow.left = (m.maxSteps() - m.steps) / slowSteps
	}
	wrong := make([]int, workers)
	var wg sync.WaitGroup
	for i := range wrong {
		wg.Go(func() { wrong[i] = c.firstUnordered(min(i*part, rows), min((i+1)*part, rows), slow) })
	}
	wg.Wait()
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

// firstUnordered returns the first of rows [from, to) that does not come after
// the one before, or -1. It gives up when there are too many slow bytes.
func (c *Contents) firstUnordered(from, to int, slow *slowBytes) int {
	s, w := c.Names, newOrderWalk()
	if from > 0 && from < to {
		w.next(0, s.Append(nil, from-1))
	}
	pos := 0
	for row := from; row < to; row++ {
		if row%blockLen == 0 {
			pos = s.blocks[row/blockLen]
			if slow.used.Add(w.slow) > slow.left {
				return -1
			}
			w.slow = 0
		}
		size := int(s.suffix[row])
		if size == longLen {
			size, pos = s.long(pos)
		}
		order := w.next(int(s.shared[row]), s.text[pos:pos+size])
		pos += size
		if row > 0 && (order > 0 || order == 0 && c.RowEntity[row-1] >= c.RowEntity[row]) {
			return row
		}
	}
	slow.used.Add(w.slow)
	return -1
}

// orderWalk goes through names and compares each with the one before.
type orderWalk struct {
	name    []byte // the last one
	compact []byte // its compact form
	// at[j] is how many bytes of the compact form the first j bytes of the name
	// make, for j up to known.
	at    [form.MaxBytes + 1]uint16
	known int

	form, rest []byte // working memory of tail
	slow       int64  // bytes that tail has read
}

func newOrderWalk() *orderWalk {
	return &orderWalk{name: make([]byte, 0, 512), compact: make([]byte, 0, form.MaxBytes)}
}

// next goes on to the name that is the first bytes of the last one, as many as it
// shares, and a suffix. It compares the last name with it, by compact forms, then
// by the names.
func (w *orderWalk) next(shared int, suffix []byte) int {
	byName := bytes.Compare(w.name[shared:], suffix)
	w.name = append(w.name[:shared], suffix...)
	name := w.name[:min(len(w.name), form.MaxBytes)]
	last, buf := w.compact, w.compact[:form.MaxBytes]
	j := min(shared, w.known)
	n, order := int(w.at[j]), 0
	for ; j < len(name); j++ {
		w.at[j] = uint16(n)
		c := compactByte[name[j]]
		if c == notASCII {
			break
		}
		if c == 0 {
			continue
		}
		if order == 0 { // the same up to n: what is overwritten later is not needed
			if n == len(last) {
				order = -1
			} else {
				order = cmp.Compare(last[n], c)
			}
		}
		buf[n] = c
		n++
	}
	w.at[j], w.known = uint16(n), j
	if j == len(name) && len(w.name) <= form.MaxBytes {
		w.compact = buf[:n]
		if order == 0 {
			order = cmp.Compare(len(last), n)
		}
		return cmp.Or(order, byName)
	}
	rest := w.tail(j, n)
	if order == 0 {
		order = bytes.Compare(last[n:], rest)
	}
	w.compact = append(buf[:n], rest...)
	return cmp.Or(order, byName)
}

// tail returns what the compact form of the name has after the n bytes that the
// first j of the name make. Text forms can be made in parts where these begin with
// a character beyond ASCII, unless together they exceed the limit of a text form.
func (w *orderWalk) tail(j, n int) []byte {
	w.slow += int64(min(len(w.name), form.MaxBytes) - j)
	w.form = form.AppendText(w.form[:0], viewed(w.name[j:]))
	if len(w.name) <= form.MaxBytes && j+len(w.form) <= form.MaxBytes {
		w.rest = form.AppendCompact(w.rest[:0], w.form)
		return w.rest
	}
	w.slow += int64(j)
	w.form = form.AppendText(w.form[:0], viewed(w.name))
	w.rest = form.AppendCompact(w.rest[:0], w.form)
	return w.rest[n:]
}

// viewed views b as a string, which lives for one call.
func viewed(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// notASCII marks the bytes whose text form depends on others.
const notASCII = 0xff

// compactByte is what each byte of printable ASCII adds to a compact form: a
// letter or digit, or 0 for nothing.
var compactByte = func() (table [256]byte) {
	for i := range table {
		table[i] = notASCII
		if b := []byte{byte(i)}; ' ' <= i && i < 0x7f {
			table[i] = 0
			if compact := form.AppendCompact(nil, form.AppendText(nil, string(b))); len(compact) > 0 {
				table[i] = compact[0]
			}
		}
	}
	return table
}()
