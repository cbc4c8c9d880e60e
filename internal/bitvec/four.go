package bitvec

import "math/bits"

// Queries is how many queries a Four holds.
const Queries = 4

// Four is four queries prepared for one scan, which reads and splits the codes once for all of them.
type Four struct {
	// Limits are the distances below which rows are wanted, 0 where there is no query.
	Limits [Queries]int

	table *Table
	// What kernels over byte planes read, for each nibble and two queries each: entry x is the bits in which x and the
	// nibbles differ, 4 bits a query. Nil for kernels over blocks, which read queries.
	tables  []byte
	queries []uint64
	limits  [Queries]byte
	found   []fourGroup
}

// fourGroup is what the kernels write of a group, or of a block, which has the first eight rows of one.
type fourGroup struct {
	number    uint32                    // of the group, from 1, in this scan
	masks     [Queries]uint32           // rows below the limit of each query
	distances [Queries][groupRows]uint8 // of all rows
}

// Group is a group of 32 rows, or a block of eight, in which Four.Scan found some for a query.
type Group struct {
	Row       int              // the first
	Mask      uint32           // bit i: row Row+i is below the limit
	Distances *[groupRows]byte // of all its rows; valid until the next Scan
}

// foundRows is how many rows of found groups have room: limits are stale for as many.
const foundRows = 128

// NewFour returns room for four queries over t, or nil where the kernel has no such scan.
func (t *Table) NewFour() *Four {
	if t.four == nil {
		return nil
	}
	f := &Four{table: t, found: make([]fourGroup, foundRows/t.layout.grain())}
	if t.layout == planes {
		f.tables = make([]byte, t.words*16*32)
	} else {
		f.queries = make([]uint64, Queries*t.words)
	}
	return f
}

// Set makes q query i. It keeps no reference to q.
func (f *Four) Set(i int, q []uint64) {
	if f.queries != nil {
		copy(f.queries[i*f.table.words:], q)
		return
	}
	shift := i % 2 * 4
	for n := range 16 * len(q) {
		nibble := uint8(q[n/16]>>(n%16*4)) & 15
		table := f.tables[32*n+i/2*16:][:16]
		for x := range table {
			table[x] = table[x]&^(15<<shift) | uint8(bits.OnesCount8(nibble^uint8(x)))<<shift
		}
	}
}

// Scan calls take with the groups in [from, to) that have rows set in allow and nearer to a query than its limit, in row
// order for each query, until limits may need to be lowered. Arguments and next are those of Table.Scan.
func (f *Four) Scan(allow []uint64, from, to int, take func(query int, g Group)) (next int) {
	for i, limit := range f.Limits {
		f.limits[i] = uint8(max(0, min(limit, f.table.words*64+1)))
	}
	n, next := f.table.four(f, allow, from, to)
	grain := f.table.layout.grain()
	for k := range f.found[:n] {
		g := &f.found[k]
		for i, mask := range g.masks {
			if mask != 0 {
				take(i, Group{from + (int(g.number)-1)*grain, mask, &g.distances[i]})
			}
		}
	}
	return next
}
