package pack

import (
	"slices"

	"github.com/normlet/normlet/internal/wire"
)

// companyForms returns the payload of section MEET, nothing without Company.
func (c *Contents) companyForms(*WriteOptions) [][][]byte {
	if len(c.Company) == 0 {
		return one(nil)
	}
	b := wire.AppendUvarint(nil, uint64(len(c.Company)))
	last := [2]uint32{}
	for _, pair := range c.Company {
		step, from := pair[0]-last[0], pair[0]
		if step == 0 {
			from = last[1]
		}
		b = wire.AppendUvarint(wire.AppendUvarint(b, uint64(step)), uint64(pair[1]-from))
		last = pair
	}
	return one(b)
}

func parseCompany(c *Contents, r *wire.Reader, m *Meter) {
	count := r.Count(2)
	if !m.take(r, count, 8*count) {
		return
	}
	c.Company = make([][2]uint32, count)
	last := [2]uint64{}
	for i := range c.Company {
		step := r.Uvarint()
		first, second := last[0]+step, last[0]+step
		if step == 0 {
			second = last[1]
		}
		if second += r.Uvarint(); r.Err() != nil {
			return
		}
		if n := uint64(c.IDs.Len()); first >= n || second >= n {
			r.Failf("pair %d is of entities %d and %d, of %d", i, first, second, n)
			return
		}
		last = [2]uint64{first, second}
		c.Company[i] = [2]uint32{uint32(first), uint32(second)}
	}
}

func (c *Contents) checkCompany() error {
	last := [2]uint32{}
	for i, pair := range c.Company {
		if pair[0] >= pair[1] || int(pair[1]) >= c.IDs.Len() || i > 0 && slices.Compare(last[:], pair[:]) >= 0 {
			return faultf(tagCompany, "the pair of entities %d and %d is out of order", pair[0], pair[1])
		}
		last = pair
	}
	return nil
}

// mergeCompany keeps the pairs of the base whose entities are still there. New entities are in none.
func (m *merger) mergeCompany() {
	m.out.Company = nil
	for _, pair := range m.base.Company {
		if a, b := m.ofBase[pair[0]], m.ofBase[pair[1]]; a != nowhere && b != nowhere {
			m.out.Company = append(m.out.Company, [2]uint32{a, b})
		}
	}
}
