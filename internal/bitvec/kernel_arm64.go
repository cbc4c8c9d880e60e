//go:build !purego

package bitvec

//go:noescape
func scanNEON(codes *uint64, blocks int, q *uint64, words int, allow *byte, limit, row int, hits *int32, room int) (n, done int)

// Every arm64 processor that Go supports has NEON.
var neon = &Kernel{name: "neon", runnable: true, scan: blockScan(map[int]scanBlocks{0: scanNEON})}

func archKernels() []*Kernel { return []*Kernel{neon} }
