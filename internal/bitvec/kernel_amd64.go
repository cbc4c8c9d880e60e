//go:build !purego

package bitvec

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

var avx512 = &Kernel{
	name:     "avx512",
	runnable: cpu.X86.HasAVX512F && cpu.X86.HasAVX512VPOPCNTDQ,
	scan: blockScan(map[int]scanBlocks{
		1: scanAVX512x1, 2: scanAVX512x2, 4: scanAVX512x4, 8: scanAVX512x8, 16: scanAVX512x16, 0: scanAVX512xAny,
	}),
	four: func(words int) fourFunc {
		switch words {
		case 1:
			return fourBlockScan(scanFourBlocks1)
		case 2:
			return fourBlockScan(scanFourBlocks2)
		}
		return nil
	},
}

var avx2 = &Kernel{
	name:     "avx2",
	runnable: cpu.X86.HasAVX2,
	scan: func(words int) (scanFunc, layout) {
		switch words {
		case 1:
			return avx2Bits(scanBits1)
		case 2:
			return avx2Bits(scanBits2)
		}
		return avx2Blocks(words)
	},
}

var avx2Blocks = blockScan(map[int]scanBlocks{4: scanAVX2x4, 8: scanAVX2x8, 16: scanAVX2x16, 0: scanAVX2xAny})

// avx2Bits is bitScan with a kernel in assembly.
func avx2Bits(kernel func(data *uint64, groups int, q *byte, allow *uint64) (done int)) (scanFunc, layout) {
	return bitScan(func(data []uint64, groups int, q *bitQuery, allow []uint64) int {
		return kernel(&data[0], groups, (*byte)(unsafe.Pointer(q)), &allow[0])
	}, 4)
}

// scanFour is a kernel over blocks for four queries. Blocks in which a row is below a limit go to found; it stops when
// there is no room for another one. It returns the number of blocks found and of blocks done.
type scanFour func(codes *uint64, blocks int, queries, allow, limits *byte, found *uint32, room int) (n, done int)

func fourBlockScan(kernel scanFour) fourFunc {
	return func(f *Four, allow []uint64, from, to int) (n, next int) {
		blocks, queries := (to-from+blockRows-1)/blockRows, (*byte)(unsafe.Pointer(&f.queries[0]))
		n, done := kernel(&f.table.data[from*f.table.words], blocks, queries, blockMasks(allow, from), &f.limits[0], &f.found[0].number, len(f.found))
		return n, min(from+done*blockRows, to)
	}
}

func archKernels() []*Kernel { return []*Kernel{avx512, avx2} }
