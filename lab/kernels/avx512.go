package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx512 counts the same word of all eight rows with one VPOPCNTQ. All query words fit registers up to 1024 bits.
type avx512 struct {
	limit, sum reg.VecVirtual
	query      []reg.VecVirtual
}

func newAVX512(words int) isa {
	k := &avx512{limit: ZMM(), sum: ZMM()}
	for range words {
		k.query = append(k.query, ZMM())
	}
	return k
}

func (k *avx512) load(q, limit reg.Register) {
	VPBROADCASTQ(limit, k.limit)
	for i, w := range k.query {
		VPBROADCASTQ(Mem{Base: q, Disp: i * 8}, w)
	}
}

func (k *avx512) distances(codes, q, words reg.Register, n int) {
	if n == 0 {
		k.distancesAny(codes, q, words)
		return
	}
	for i, w := range k.query {
		c := k.sum
		if i > 0 {
			c = ZMM()
		}
		VPXORQ(Mem{Base: codes, Disp: i * 64}, w, c)
		VPOPCNTQ(c, c)
		if i > 0 {
			VPADDQ(c, k.sum, k.sum)
		}
	}
}

func (k *avx512) distancesAny(codes, q, words reg.Register) {
	VPXORQ(k.sum, k.sum, k.sum)
	i, at := GP64(), GP64()
	XORQ(i, i)
	MOVQ(codes, at)
	Label("word")
	c := ZMM()
	VPBROADCASTQ(Mem{Base: q, Index: i, Scale: 8}, c)
	VPXORQ(Mem{Base: at}, c, c)
	VPOPCNTQ(c, c)
	VPADDQ(c, k.sum, k.sum)
	ADDQ(Imm(64), at)
	INCQ(i)
	CMPQ(i, words)
	JB(LabelRef("word"))
}

func (k *avx512) below() reg.GPVirtual {
	mask, less := GP64(), K()
	VPCMPUQ(Imm(1), k.limit, k.sum, less) // 1: sum < limit
	KMOVW(less, mask.As32())
	return mask
}

func (k *avx512) spill(to Mem) {
	d := YMM()
	VPMOVQD(k.sum, d)
	VMOVDQU(d, to)
}
