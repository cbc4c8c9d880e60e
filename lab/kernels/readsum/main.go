// Command readsum writes the kernel of lab/internal/readsum. Run it through go generate there.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sumVectors is the number of independent sums: enough loads in flight to be bound by memory alone.
const sumVectors = 8

func main() {
	ConstraintExpr("!purego")
	sum()
	Generate()
}

// sum adds words, 32 at a time.
func sum() {
	TEXT("sumAVX2", NOSPLIT, "func(words *uint64, n int) uint64")
	Pragma("noescape")
	at, left := Load(Param("words"), GP64()), Load(Param("n"), GP64())
	var sums []reg.VecVirtual
	for range sumVectors {
		s := YMM()
		VPXOR(s, s, s)
		sums = append(sums, s)
	}
	JMP(LabelRef("check"))
	Label("loop")
	for i, s := range sums {
		VPADDQ(Mem{Base: at, Disp: i * 32}, s, s)
	}
	ADDQ(U32(sumVectors*32), at)
	SUBQ(Imm(sumVectors*4), left)
	Label("check")
	TESTQ(left, left)
	JNZ(LabelRef("loop"))

	for _, s := range sums[1:] {
		VPADDQ(s, sums[0], sums[0])
	}
	x, total, part := XMM(), GP64(), GP64()
	VEXTRACTI128(Imm(1), sums[0], x)
	VPADDQ(x, sums[0].AsX(), x)
	VMOVQ(x, total)
	VPEXTRQ(Imm(1), x, part)
	ADDQ(part, total)
	Store(total, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
