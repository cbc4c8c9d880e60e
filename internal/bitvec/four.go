package bitvec

// Queries is how many queries a Four holds.
const Queries = 4

// Four is four queries prepared for one scan, which reads the codes once for all of them.
type Four struct {
	// Limits are the distances below which rows are wanted, 0 where there is no query.
	Limits [Queries]int

	table   *Table
	queries []uint64
	limits  [Queries]byte
	found   [foundBlocks]fourBlock
}

// fourBlock is what the kernels write of a block.
type fourBlock struct {
	number    uint32                    // from 1, in this scan
	masks     [Queries]uint32           // rows below the limit of each query
	distances [Queries][blockRows]uint8 // of all rows
}

// Block is a block of eight rows in which Four.Scan found some for a query.
type Block struct {
	Row       int              // the first
	Mask      uint32           // bit i: row Row+i is below the limit
	Distances *[blockRows]byte // of all its rows; valid until the next Scan
}

// foundBlocks is how many found blocks have room: limits are stale for their rows.
const foundBlocks = 16

// NewFour returns room for four queries over t, or nil where the kernel has no such scan.
func (t *Table) NewFour() *Four {
	if t.four == nil {
		return nil
	}
	return &Four{table: t, queries: make([]uint64, Queries*t.words)}
}

// Set makes q query i. It keeps no reference to q.
func (f *Four) Set(i int, q []uint64) { copy(f.queries[i*f.table.words:], q) }

// Scan calls take with the blocks in [from, to) that have rows set in allow and nearer to a query than its limit, in row
// order for each query, until limits may need to be lowered. Arguments and next are those of Table.Scan.
func (f *Four) Scan(allow []uint64, from, to int, take func(query int, b Block)) (next int) {
	for i, limit := range f.Limits {
		f.limits[i] = uint8(max(0, min(limit, f.table.words*64+1)))
	}
	n, next := f.table.four(f, allow, from, to)
	for k := range f.found[:n] {
		b := &f.found[k]
		for i, mask := range b.masks {
			if mask != 0 {
				take(i, Block{from + (int(b.number)-1)*blockRows, mask, &b.distances[i]})
			}
		}
	}
	return next
}
