package pack

import (
	"cmp"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// Delta is what an edited pack adds to the tables of its base and removes from them. It says where the added rows belong, so
// that a reader need not know the order of rows.
type Delta struct {
	Removed []uint32 // rows of the base, ascending
	// Added has the added rows, in their order, and the entities that are new, gain rows, or have another namespace or prior
	// than in the base. Its Namespaces are those of the whole pack. Its Meta replaces pairs of the base; an empty value
	// removes a pair. It has no other tables.
	Added  Contents
	Before []uint32 // per added row, the number of rows of the base before it
}

func (d *Delta) empty() bool {
	return d == nil || len(d.Removed) == 0 && len(d.Added.Prior) == 0 && len(d.Added.Meta) == 0
}

// WithDelta returns a copy of a pack with d in place of any delta that it has; a nil d removes that. It copies the sections of
// the base as they are stored, and leaves out a signature, which would not fit. The error says why data is no pack or why d
// does not fit it.
func WithDelta(data []byte, d *Delta) ([]byte, error) {
	if _, _, err := Split(data); err != nil {
		return nil, err
	}
	h, err := ReadHeader(data)
	if err != nil {
		return nil, err
	}
	bodies := h.bodies(data, tagDelta, tagSign)
	if !d.empty() {
		section := draft{tag: tagDelta, critical: true, forms: [][][]byte{{d.payload()}}}
		bodies = append(bodies, section.smallest(false))
	}
	out := assemble(h, bodies)
	if _, err := Parse(out); err != nil {
		return nil, fmt.Errorf("pack: the delta does not fit its base: %v", err) // not wrapped, because the file is not damaged
	}
	return out, nil
}

func (d *Delta) payload() []byte {
	a := d.Added
	if a.IDs == nil {
		a.IDs = new(Strings)
	}
	if a.Names == nil {
		a.Names = new(Strings)
	}
	out := wire.AppendLenBytes(nil, a.metaText())
	out = wire.AppendRising(wire.AppendUvarint(out, uint64(len(d.Removed))), d.Removed, 1)
	for _, s := range sections[1:] {
		if s.inDelta {
			forms := s.forms(&a, &WriteOptions{RawCodes: true})
			out = append(out, join(forms[len(forms)-1])...)
		}
		if s.tag == tagNames {
			out = wire.AppendRising(out, d.Before, 0)
		}
	}
	return out
}

func parseDelta(r *wire.Reader, base *Contents, m *Meter) *Delta {
	d := &Delta{}
	a := &d.Added
	meta := wire.NewReader(r.LenBytes())
	parseMeta(a, meta, m)
	if err := cmp.Or(meta.Close(), a.checkMeta()); err != nil {
		r.Failf("metadata: %v", err)
	}
	rows := uint64(base.Names.Len())
	d.Removed = readRising(r, r.Count(1), 1, rows, m)
	for _, s := range sections[1:] {
		if s.inDelta {
			s.parse(a, r, m)
		}
		if s.tag == tagNames {
			d.Before = readRising(r, a.Names.Len(), 0, rows+1, m)
		}
	}
	if r.Err() == nil && a.Bits != base.Bits {
		r.Failf("codes of %d bits, the base has %d", a.Bits, base.Bits)
	}
	if r.Err() == nil && rows+uint64(a.Names.Len()) > math.MaxInt32 {
		r.Failf("%d rows and %d more exceed %d", rows, a.Names.Len(), math.MaxInt32)
	}
	m.within(r, "Rows", int(rows)+a.Names.Len(), m.Rows)
	return d
}

// readRising tells the meter what wire.Rising takes.
func readRising(r *wire.Reader, n int, step, limit uint64, m *Meter) []uint32 {
	if n == 0 || !m.take(r, n, 4*n) {
		return nil
	}
	return wire.Rising(r, n, step, limit)
}
