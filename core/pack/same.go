package pack

import (
	"github.com/normlet/normlet/internal/wire"
)

// sameForms returns the payload of section SAME, nothing when no two entities are the same
// thing.
func (c *Contents) sameForms(*WriteOptions) [][][]byte {
	var list []byte
	count, last := uint64(0), 0
	for e, first := range c.Same {
		if back := e - int(first); back > 0 {
			list = wire.AppendUvarint(wire.AppendUvarint(list, uint64(e-last)), uint64(back))
			count, last = count+1, e
		}
	}
	if count == 0 {
		return one(nil)
	}
	return [][][]byte{{wire.AppendUvarint(nil, count), list}}
}

func parseSame(c *Contents, r *wire.Reader, m *Meter) {
	count, entities := r.Count(2), c.IDs.Len()
	if !m.take(r, entities+r.Len(), 4*entities) {
		return
	}
	c.Same = make([]uint32, entities)
	for e := range c.Same {
		c.Same[e] = uint32(e)
	}
	e := uint64(0)
	for range count {
		gap, back := r.Uvarint(), r.Uvarint()
		if r.Err() != nil {
			return
		}
		if gap == 0 || gap >= uint64(entities)-e || back == 0 || back > e+gap {
			r.Failf("entity %d and %d is the same as one %d before it", e, gap, back)
			return
		}
		e += gap
		c.Same[e] = uint32(e - back)
	}
}

func (c *Contents) checkSame() error {
	if c.Same == nil {
		return nil
	}
	if err := checkLen(tagSame, len(c.Same), c.IDs.Len()); err != nil {
		return err
	}
	for e, first := range c.Same {
		if int(first) > e || c.Same[first] != first {
			return faultf(tagSame, "entity %d is the same as %d, which is not the first of its group", e, first)
		}
	}
	return nil
}

// mergeSame keeps the groups of the base, without entities that are gone. New entities are the
// same as no other.
func (m *merger) mergeSame() {
	if m.base.Same == nil {
		return
	}
	m.out.Same = make([]uint32, len(m.entities))
	firsts := make([]uint32, len(m.base.Same)) // for the first entity of each group in the base: 1 plus the first in out; 0: not met yet
	for e, from := range m.entities {
		m.out.Same[e] = uint32(e)
		if from < 0 {
			continue
		}
		first := &firsts[m.base.Same[from]]
		if *first == 0 {
			*first = uint32(e) + 1
		}
		m.out.Same[e] = *first - 1
	}
}
