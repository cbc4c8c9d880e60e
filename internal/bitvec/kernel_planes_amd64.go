//go:build !purego

package bitvec

import "unsafe"

// scanPlanes is a kernel over byte planes in assembly, as scanBlocks is over blocks: of groups of 32 rows, with four bytes
// of allow a group.
type scanPlanes func(codes *uint64, groups int, q *uint64, allow *byte, limit, row int, hits *int32, room int) (n, done int)

func planeScan(kernel scanPlanes) scanFunc {
	return func(codes []uint64, hits []Hit, q, allow []uint64, from, to, limit int) (n, next int) {
		n, done := kernel(&codes[from*len(q)], groups(from, to), &q[0], groupMasks(allow, from), limit, from, &hits[0].Row, len(hits))
		return n, min(from+done*groupRows, to)
	}
}

// scanFour is such a kernel for four queries. Groups in which a row is below a limit go to found; it stops when there is no
// room for another one. It returns the number of groups found and of groups done.
type scanFour func(codes *uint64, groups int, tables, allow, limits *byte, found *uint32, room int) (n, done int)

func fourScan(kernel scanFour) fourFunc {
	return func(f *Four, allow []uint64, from, to int) (n, next int) {
		n, done := kernel(&f.table.data[from*f.table.words], groups(from, to), &f.tables[0], groupMasks(allow, from), &f.limits[0], &f.found[0].number, len(f.found))
		return n, min(from+done*groupRows, to)
	}
}

// fourBlockScan is fourScan for a kernel over blocks.
func fourBlockScan(kernel scanFour) fourFunc {
	return func(f *Four, allow []uint64, from, to int) (n, next int) {
		blocks := (to - from + blockRows - 1) / blockRows
		queries := (*byte)(unsafe.Pointer(&f.queries[0]))
		n, done := kernel(&f.table.data[from*f.table.words], blocks, queries, groupMasks(allow, from), &f.limits[0], &f.found[0].number, len(f.found))
		return n, min(from+done*blockRows, to)
	}
}

func groups(from, to int) int { return (to - from + groupRows - 1) / groupRows }

// groupMasks returns the allowed rows from a row on: little-endian words are, as bytes, those of each group.
func groupMasks(allow []uint64, from int) *byte {
	return (*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(allow)), from/8))
}
