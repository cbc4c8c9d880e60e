//go:build !purego

package bitvec

import "golang.org/x/sys/cpu"

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
			return planeScan(scanPlanes1), planes
		case 2:
			return planeScan(scanPlanes2), planes
		}
		return avx2Blocks(words)
	},
	four: func(words int) fourFunc {
		switch words {
		case 1:
			return fourScan(scanFour1)
		case 2:
			return fourScan(scanFour2)
		}
		return nil
	},
}

var avx2Blocks = blockScan(map[int]scanBlocks{4: scanAVX2x4, 8: scanAVX2x8, 16: scanAVX2x16, 0: scanAVX2xAny})

func archKernels() []*Kernel { return []*Kernel{avx512, avx2} }

// archSum adds a first part of words and returns its length.
func archSum(words []uint64) (sum uint64, done int) {
	if done = len(words) &^ 31; done == 0 || !avx2.runnable {
		return 0, 0
	}
	return sumAVX2(&words[0], done), done
}
