package pack

import (
	"github.com/normlet/normlet/internal/wire"
)

// sameForms returns the payload of section SAME, nothing when no two entities are the same
// thing: how far the first of its group is before each entity.
func (c *Contents) sameForms(*WriteOptions) [][][]byte {
	if c.Same == nil {
		return one(nil)
	}
	back := make([]uint32, len(c.Same))
	for e, first := range c.Same {
		back[e] = uint32(e) - first
	}
	return columnForms(back)
}

func parseSame(c *Contents, r *wire.Reader, m *Meter) {
	c.Same = readColumn[uint32](c.IDs.Len(), uint64(c.IDs.Len()), r, m)
	for e, back := range c.Same {
		if back > uint32(e) {
			r.Failf("entity %d is the same as one %d before it", e, back)
			return
		}
		c.Same[e] = uint32(e) - back
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
	firsts := make([]uint32, len(m.base.Same)) // by the first of a group in the base: that in out, and 1
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
