package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// maxHeld is the largest number of query words kept in registers of 16; longer queries are broadcast from memory.
const maxHeld = 4

// avx2 counts bits with a 16-entry look-up of each nibble. Two registers hold rows 0-3 and 4-7 of a block.
type avx2 struct {
	counts                     Mem
	table, nibble, zero, limit reg.VecVirtual
	query                      []reg.VecVirtual
	sum                        [2]reg.VecVirtual
}

// nibbleCounts lays down the table of the number of bits set in each nibble.
func nibbleCounts() Mem {
	counts := GLOBL("nibbleCounts", RODATA|NOPTR)
	DATA(0, U64(0x0302020102010100)) // of 0..7, a byte each
	DATA(8, U64(0x0403030203020201)) // of 8..15
	return counts
}

func newAVX2(words int, counts Mem) isa {
	k := &avx2{counts: counts, table: YMM(), nibble: YMM(), zero: YMM(), limit: YMM(), sum: [2]reg.VecVirtual{YMM(), YMM()}}
	if words <= maxHeld {
		for range words {
			k.query = append(k.query, YMM())
		}
	}
	return k
}

func (k *avx2) load(q, limit reg.Register) {
	VBROADCASTI128(k.counts, k.table)
	t, x := GP64(), XMM()
	MOVQ(U64(0x0f0f0f0f0f0f0f0f), t)
	VMOVQ(t, x)
	VPBROADCASTQ(x, k.nibble)
	VMOVQ(limit, x)
	VPBROADCASTQ(x, k.limit)
	VPXOR(k.zero, k.zero, k.zero)
	for i, w := range k.query {
		VPBROADCASTQ(Mem{Base: q, Disp: i * 8}, w)
	}
}

func (k *avx2) distances(codes, q, words reg.Register, n int) {
	if n == 0 {
		k.distancesAny(codes, q, words)
		return
	}
	// A byte gains at most 8 a word, so 31 words fit before it overflows.
	for i := range n {
		PREFETCHT0(Mem{Base: codes, Disp: i*64 + ahead})
		w := k.word(q, i)
		for half, sum := range k.sum {
			k.count(Mem{Base: codes, Disp: i*64 + half*32}, w, sum, i == 0)
		}
	}
	for _, sum := range k.sum {
		VPSADBW(k.zero, sum, sum)
	}
}

// distancesAny sums bytes after every word: its number of words has no bound.
func (k *avx2) distancesAny(codes, q, words reg.Register) {
	for _, sum := range k.sum {
		VPXOR(sum, sum, sum)
	}
	i, at := GP64(), GP64()
	XORQ(i, i)
	MOVQ(codes, at)
	Label("word")
	w, c := YMM(), YMM()
	VPBROADCASTQ(Mem{Base: q, Index: i, Scale: 8}, w)
	for half, sum := range k.sum {
		k.count(Mem{Base: at, Disp: half * 32}, w, c, true)
		VPSADBW(k.zero, c, c)
		VPADDQ(c, sum, sum)
	}
	ADDQ(Imm(64), at)
	INCQ(i)
	CMPQ(i, words)
	JB(LabelRef("word"))
}

// word returns query word i in every lane.
func (k *avx2) word(q reg.Register, i int) reg.VecVirtual {
	if i < len(k.query) {
		return k.query[i]
	}
	w := YMM()
	VPBROADCASTQ(Mem{Base: q, Disp: i * 8}, w)
	return w
}

// count adds the differing bits of four rows in one word to the bytes of sum, or sets sum to them.
func (k *avx2) count(codes Mem, w, sum reg.VecVirtual, set bool) {
	low, high := YMM(), YMM()
	VPXOR(codes, w, low)
	VPSRLQ(Imm(4), low, high)
	VPAND(k.nibble, low, low)
	VPAND(k.nibble, high, high)
	VPSHUFB(low, k.table, low)
	VPSHUFB(high, k.table, high)
	if set {
		VPADDB(low, high, sum)
		return
	}
	VPADDB(low, sum, sum)
	VPADDB(high, sum, sum)
}

func (k *avx2) below() reg.GPVirtual {
	mask, high := GP64(), GP64()
	for half, bits := range []reg.GPVirtual{mask, high} {
		less := YMM()
		VPCMPGTQ(k.sum[half], k.limit, less)
		VMOVMSKPD(less, bits.As32())
	}
	SHLL(Imm(4), high.As32())
	ORL(high.As32(), mask.As32())
	return mask
}

func (k *avx2) spill(to Mem) {
	d := YMM()
	VSHUFPS(Imm(0x88), k.sum[1], k.sum[0], d) // low halves of the lanes: rows 0 1 4 5 2 3 6 7
	VPERMQ(Imm(0xd8), d, d)
	VMOVDQU(d, to)
}
