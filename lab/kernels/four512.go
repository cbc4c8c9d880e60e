package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// scanFourBlocks writes the AVX-512 kernel for four queries over blocks: it loads a
// block once and counts its bits for each query; queries and limits stay in registers.
func scanFourBlocks(words int) {
	TEXT(fmt.Sprintf("scanFourBlocks%d", words), NOSPLIT,
		"func(codes *uint64, blocks int, queries *byte, allow *byte, limits *byte, found *uint32, room int) (n, done int)")
	Pragma("noescape")
	codes, q := Load(Param("codes"), GP64()), Load(Param("queries"), GP64())
	allow, limits := Load(Param("allow"), GP64()), Load(Param("limits"), GP64())
	found, room := Load(Param("found"), GP64()), Load(Param("room"), GP64())
	blocks := Load(Param("blocks"), GP64())
	var queries [4][]reg.VecVirtual
	var limit, sum [4]reg.VecVirtual
	allowed, below := reg.K1, [4]reg.OpmaskPhysical{reg.K2, reg.K3, reg.K4, reg.K5}
	for i := range queries {
		for w := range words {
			queries[i] = append(queries[i], ZMM())
			VPBROADCASTQ(Mem{Base: q, Disp: 8 * (i*words + w)}, queries[i][w])
		}
		least := GP64()
		MOVBLZX(Mem{Base: limits, Disp: i}, least.As32())
		limit[i], sum[i] = ZMM(), ZMM()
		VPBROADCASTQ(least, limit[i])
	}
	n, done, mask := GP64(), GP64(), GP64()
	XORQ(n, n)
	XORQ(done, done)

	Label("block")
	MOVBLZX(Mem{Base: allow, Index: done, Scale: 1}, mask.As32())
	KMOVW(mask.As32(), allowed)
	for w := range words {
		code := ZMM()
		VMOVDQU64(Mem{Base: codes, Disp: w * 64}, code)
		for i := range queries {
			c := sum[i]
			if w > 0 {
				c = ZMM()
			}
			VPXORQ(code, queries[i][w], c)
			VPOPCNTQ(c, c)
			if w > 0 {
				VPADDQ(c, sum[i], sum[i])
			}
		}
	}
	for i := range queries {
		VPCMPUQ(Imm(1), limit[i], sum[i], allowed, below[i]) // 1: sum < limit
	}
	KORW(below[0], below[1], reg.K6)
	KORW(below[2], below[3], reg.K7)
	ADDQ(U32(words*blockRows*8), codes)
	INCQ(done)
	KORTESTW(reg.K6, reg.K7)
	JNZ(LabelRef("found"))
	Label("next")
	CMPQ(done, blocks)
	JB(LabelRef("block"))
	JMP(LabelRef("end"))

	Label("found")
	MOVL(done.As32(), Mem{Base: found})
	for i := range queries {
		KMOVW(below[i], mask.As32())
		MOVL(mask.As32(), Mem{Base: found, Disp: 4 + 4*i})
		VPMOVQB(sum[i], Mem{Base: found, Disp: 20 + blockRows*i})
	}
	ADDQ(Imm(20+4*blockRows), found)
	INCQ(n)
	CMPQ(n, room)
	JB(LabelRef("next"))

	Label("end")
	Store(n, ReturnIndex(0))
	Store(done, ReturnIndex(1))
	VZEROUPPER()
	RET()
}
