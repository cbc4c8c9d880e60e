//go:build !purego && (amd64 || arm64)

package bitvec

import "unsafe"

// scanBlocks is a kernel over blocks of eight rows in assembly. It reads at most that many blocks at codes, whose first
// row is row, and one byte of allow a block. Rows with their bit set and a distance below limit go to hits as pairs of row
// and distance; it stops early when room has fewer than eight pairs left. It returns the numbers of pairs and blocks done.
type scanBlocks func(codes *uint64, blocks int, q *uint64, words int, allow *byte, limit, row int, hits *int32, room int) (n, done int)

// blockScan returns the scan for a number of words a row: the kernel made for it, or the one under 0.
func blockScan(byWords map[int]scanBlocks) func(words int) (scanFunc, layout) {
	return func(words int) (scanFunc, layout) {
		kernel, ok := byWords[words]
		if !ok {
			kernel = byWords[0]
		}
		return func(codes []uint64, hits []Hit, q *Query, allow []uint64, from, to, limit int) (n, next int) {
			count := (to - from + blockRows - 1) / blockRows
			n, done := kernel(&codes[from*words], count, &q.code[0], words, blockMasks(allow, from), limit, from, &hits[0].Row, len(hits))
			return n, min(from+done*blockRows, to)
		}, blocks
	}
}

// blockMasks returns the allowed rows from a row on: little-endian words of 64 rows are, as bytes, those of eight blocks.
func blockMasks(allow []uint64, from int) *byte {
	return (*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(allow)), from/blockRows))
}
