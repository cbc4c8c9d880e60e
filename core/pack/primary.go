package pack

// The primary row of an entity is nearly always the first of its rows that has
// the strongest kind among them. The file therefore keeps, per entity, its
// position among the entity's rows ordered by kind, then row: a column of zeros.

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

// primaryRows is the inverse of primaryRanks. It returns the number of an entity
// that has too few rows for its rank, or -1.
func (c *Contents) primaryRows(ranks []uint32) (rows []uint32, bad int) {
	counts := make([][numKinds]uint32, len(ranks))
	for row, entity := range c.RowEntity {
		counts[entity][c.RowKind[row]]++
	}
	kinds := make([]Kind, len(ranks)) // of the row searched for
	for entity, rank := range ranks {
		k := Kind(0)
		for k < numKinds && rank >= counts[entity][k] {
			rank -= counts[entity][k]
			k++
		}
		if k == numKinds {
			return nil, entity
		}
		kinds[entity], ranks[entity] = k, rank
	}
	rows = make([]uint32, len(ranks))
	for row, entity := range c.RowEntity {
		if c.RowKind[row] != kinds[entity] {
			continue
		}
		if ranks[entity] == 0 {
			rows[entity] = uint32(row)
		}
		ranks[entity]-- // wraps once the row is found, and is not 0 again before 2^32 rows
	}
	return rows, -1
}
