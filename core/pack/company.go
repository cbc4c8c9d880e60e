package pack

import (
	"slices"

	"github.com/normlet/normlet/internal/wire"
)

func (c *Contents) companyForms(*WriteOptions) [][][]byte {
	return pairForms(c.Company)
}

func parseCompany(c *Contents, r *wire.Reader, m *Meter) {
	c.Company = parsePairs(c, r, m, func(a, b uint32) [2]uint32 { return [2]uint32{a, b} })
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
