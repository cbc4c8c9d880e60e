package pack

import (
	"slices"

	"github.com/normlet/normlet/internal/wire"
)

// PrimaryRows returns the default primary row of each entity, which is the first row of its strongest kind.
func PrimaryRows(entities int, rowEntity []uint32, rowKind []Kind) []uint32 {
	rows, _ := firstRows(make([]uint32, entities), rowEntity, rowKind)
	return rows
}

// firstRows returns the rows of PrimaryRows, and all rows of the entities that have a rank.
func firstRows(ranks, rowEntity []uint32, rowKind []Kind) (rows, ranked []uint32) {
	if len(rowEntity) < 1<<28 {
		return firstRowsIn[uint32](ranks, rowEntity, rowKind)
	}
	return firstRowsIn[uint64](ranks, rowEntity, rowKind)
}

// firstRowsIn is firstRows in numbers with room for a kind, a row and hasRank. Entities come in no order, so that each row
// costs a wait for memory: what it needs is in one place.
func firstRowsIn[T uint32 | uint64](ranks, rowEntity []uint32, rowKind []Kind) (rows, ranked []uint32) {
	none := ^T(0) >> 4 // no row yet
	kind := none + 1
	hasRank := kind << 3
	best, count := make([]T, len(ranks)), 0
	for e, rank := range ranks {
		if best[e] = hasRank - 1; rank > 0 {
			best[e] |= hasRank
			count++
		}
	}
	ranked = make([]uint32, 0, min(8*count, len(rowEntity)))
	for row, e := range rowEntity {
		b := best[e]
		best[e] = min(b, b&hasRank|kind*T(rowKind[row])|T(row))
		if b&hasRank != 0 {
			ranked = append(ranked, uint32(row))
		}
	}
	rows, inPlace := any(best).([]uint32)
	if !inPlace {
		rows = make([]uint32, len(best))
	}
	for e, b := range best {
		if rows[e] = uint32(b & none); b&none == none {
			rows[e] = nowhere
		}
	}
	return rows, ranked
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
	rows, ranked := firstRows(ranks, c.RowEntity, c.RowKind)
	for entity, rank := range ranks {
		if rows[entity] == nowhere {
			return nil, entity
		}
		if rank > 0 {
			ranks[entity]++ // rows to go
		}
	}
	var ofKind [numKinds][]uint32
	for _, row := range ranked {
		kind := c.RowKind[row]
		ofKind[kind] = append(ofKind[kind], row)
	}
	for _, list := range ofKind {
		for _, row := range list {
			if entity := c.RowEntity[row]; ranks[entity] > 0 {
				rows[entity] = row
				ranks[entity]--
			}
		}
	}
	return rows, slices.IndexFunc(ranks, func(left uint32) bool { return left > 0 })
}

func parsePrimaryRow(c *Contents, r *wire.Reader, m *Meter) {
	ranks := readColumn[uint32](c.IDs.Len(), uint64(c.Names.Len()), r, m)
	working := 8*len(ranks) + 16*len(c.RowEntity) // bytes, of firstRows, and of ranked rows, twice, while they grow
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
