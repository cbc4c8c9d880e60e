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

// Compare compares rows by the compact forms of their names, then by name, then by the id of the entity.
func (k RowKey) Compare(other RowKey) int {
	return cmp.Or(cmp.Compare(k.compact, other.compact), cmp.Compare(k.Name, other.Name), cmp.Compare(k.ID, other.ID))
}

// formSteps is the cost of a byte of a name that is not of ASCII alone: up to a hundred nanoseconds.
const formSteps = 12

// checkOrder returns a *fault that names the first row out of order, as RowKey has it: names of one compact form are found
// by a binary search, which would miss rows that are elsewhere. It is done by all processors, blocks of names each.
func (c *Contents) checkOrder(m *Meter) error {
	rows := c.Names.Len()
	if err := m.Take(c.Names.steps(), 0); err != nil {
		return err
	}
	left := int64(math.MaxInt)
	if m != nil {
		left = m.maxSteps() - m.steps
	}
	var taken atomic.Int64
	wrong := make([]int, min(runtime.GOMAXPROCS(0), rows/(64*blockLen)+1))
	parallel.Parts(len(wrong), len(c.Names.blocks), func(part, from, to int) {
		wrong[part] = c.firstUnordered(from*blockLen, min(to*blockLen, rows), left, &taken)
	})
	if err := m.Take(int(taken.Load()), 0); err != nil {
		return err
	}
	for _, row := range wrong {
		if row >= 0 {
			return faultf(tagNames, "row %d, %.200q, does not come after row %d, %.200q: look-ups would miss it", row, c.Names.At(row), row-1, c.Names.At(row-1))
		}
	}
	return nil
}

// firstUnordered returns the first of rows [from, to) that does not come after the one before, or -1. It gives up when all
// have taken more steps than there are left.
func (c *Contents) firstUnordered(from, to int, left int64, taken *atomic.Int64) int {
	var form, compact, before []byte // compact forms of this name and of the one before
	first := max(from-1, 0)
	for row, name := range c.Names.Range(first, to) {
		before, compact = compact, before
		if compact = appendPlain(compact[:0], name); compact == nil {
			if row >= from && taken.Add(int64(formSteps*len(name))) > left {
				return -1
			}
			form = names.AppendForm(form[:0], names.View(name))
			compact = names.AppendCompact(nil, form)
		}
		order := bytes.Compare(before, compact)
		if row > first && (order > 0 || order == 0 && c.compareNames(row) >= 0) {
			return row
		}
	}
	return -1
}

// compareNames compares a row with the one before, by name and entity.
func (c *Contents) compareNames(row int) int {
	return cmp.Or(cmp.Compare(c.Names.At(row-1), c.Names.At(row)), cmp.Compare(c.RowEntity[row-1], c.RowEntity[row]))
}

// plain is what each character of ASCII is in a compact form, 0 for nothing.
var plain = func() (table [utf8.RuneSelf]byte) {
	for c := range table {
		if key := names.Key(string(rune(c))); key != "" {
			table[c] = key[0]
		}
	}
	return table
}()

// appendPlain appends the compact form of a name of ASCII, as most are. It returns nil for others.
func appendPlain(dst, name []byte) []byte {
	if len(name) > names.MaxBytes {
		return nil
	}
	for _, c := range name {
		if c >= utf8.RuneSelf {
			return nil
		}
		if k := plain[c]; k != 0 {
			dst = append(dst, k)
		}
	}
	return dst
}
