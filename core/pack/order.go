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

// formSteps is the cost of a byte that is not ASCII, whose text form is in no table: up to a hundred nanoseconds.
const formSteps = 12

// checkOrder returns a *fault that names the first row out of order, as RowKey has it: names of one compact form are found
// by a binary search, which would miss rows that are elsewhere. It is done by all processors, blocks of names each.
func (c *Contents) checkOrder(m *Meter) error {
	rows := c.Names.Len()
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
		if row >= from && taken.Add(stepsOf(name)) > left {
			return -1
		}
		before, compact = compact, before
		form = names.AppendForm(form[:0], names.View(name))
		compact = names.AppendCompact(compact[:0], form)
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

// stepsOf returns the cost of a name's text form.
func stepsOf(name []byte) int64 {
	steps := 1
	for _, b := range name[:min(len(name), names.MaxBytes)] {
		if steps++; b >= utf8.RuneSelf {
			steps += formSteps
		}
	}
	return int64(steps)
}
