//go:build !purego

package bitvec

import "unsafe"

// scanPlanes is a kernel over byte planes in assembly, as scanBlocks is over blocks: of groups of 32 rows, with four bytes
// of allow a group.
type scanPlanes func(codes *uint64, groups int, q *uint64, allow *byte, limit, row int, hits *int32, room int) (n, done int)

func planeScan(kernel scanPlanes) scanFunc {
	return func(codes []uint64, hits []Hit, q, allow []uint64, from, to, limit int) (n, next int) {
		groups := (to - from + groupRows - 1) / groupRows
		mask := (*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(allow)), from/8))
		n, done := kernel(&codes[from*len(q)], groups, &q[0], mask, limit, from, &hits[0].Row, len(hits))
		return n, min(from+done*groupRows, to)
	}
}
