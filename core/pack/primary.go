package pack

import (
	"slices"

	"github.com/normlet/normlet/internal/wire"
)

// PrimaryRows returns the default primary row of each entity, which is the first row of its strongest kind.
func PrimaryRows(entities int, rowEntity []uint32, rowKind []Kind) []uint32 {
	rows, kinds := slices.Repeat([]uint32{nowhere}, entities), slices.Repeat([]Kind{numKinds}, entities)
	for row, e := range rowEntity {
		best, kind := rows[e], kinds[e] // written back even if unchanged: a branch would be hard to predict
		if rowKind[row] < kind {
			best, kind = uint32(row), rowKind[row]
		}
		rows[e], kinds[e] = best, kind
	}
	return rows
}

// A pack keeps, per entity, the position of its primary row among the entity's rows
// ordered by kind, then row: a column of zeros, except for a few entities.

// primaryRanks returns the position of every entity's primary row. The contents
// have been checked.
func (c *Contents) primaryRanks() []uint32 {
	ranks := make([]uint32, len(c.PrimaryRow))
	for row, entity := range c.RowEntity {
		primary := c.PrimaryRow[entity]
		kind, want := c.RowKind[row], c.RowKind[primary]
		if kind < want || kind == want && uint32(row) < primary {
			ranks[entity]++
		}
	}
	return ranks
}

// primaryRows is the inverse of primaryRanks, which it overwrites. It returns the
// number of an entity that has too few rows for its rank, or -1.
func (c *Contents) primaryRows(ranks []uint32) (rows []uint32, bad int) {
	rows = PrimaryRows(len(ranks), c.RowEntity, c.RowKind)
	for entity, rank := range ranks {
		if rows[entity] == nowhere {
			return nil, entity
		}
		if rank > 0 {
			ranks[entity]++ // rows to go
		}
	}
	ranked := make([]uint32, 0, len(c.RowEntity)/8) // rows of entities with a rank, which are few
	for row, entity := range c.RowEntity {
		if ranks[entity] > 0 {
			ranked = append(ranked, uint32(row))
		}
	}
	for kind := range numKinds {
		for _, row := range ranked {
			if entity := c.RowEntity[row]; c.RowKind[row] == kind && ranks[entity] > 0 {
				rows[entity] = row
				ranks[entity]--
			}
		}
	}
	return rows, slices.IndexFunc(ranks, func(left uint32) bool { return left > 0 })
}

func parsePrimaryRow(c *Contents, r *wire.Reader, m *Meter) {
	ranks := readColumn[uint32](c.IDs.Len(), uint64(c.Names.Len()), r, m)
	working := len(ranks) + 8*len(c.RowEntity) // bytes, of PrimaryRows, and of ranked rows while they grow
	if !m.take(r, 3*len(ranks)+int(1+numKinds)*len(c.RowEntity), 4*len(ranks)+working) {
		return
	}
	rows, bad := c.primaryRows(ranks)
	if bad >= 0 {
		r.Failf("entity %d has fewer rows than its primary row's rank", bad)
	}
	c.PrimaryRow = rows
	m.giveBack(4*len(ranks) + working) // the ranks go as well
}

// checkPrimaryRow also finds entities without a row.
func (c *Contents) checkPrimaryRow() error {
	for entity, row := range c.PrimaryRow {
		if uint64(row) >= uint64(len(c.RowEntity)) || c.RowEntity[row] != uint32(entity) {
			return faultf(tagPrimaryRow, "primary row %d of entity %d is not one of its rows", row, entity)
		}
	}
	return checkLen(tagPrimaryRow, len(c.PrimaryRow), c.IDs.Len())
}
