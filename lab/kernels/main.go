// Command kernels writes the amd64 scan kernels of internal/bitvec. Run it through go generate there.
package main

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// blockRows and the row order inside a block are those of the package comment of bitvec.
const blockRows = 8

// ahead is how many bytes before its use memory is prefetched: the processor's own prefetching stops at every page, which
// costs a scan from beyond the caches a quarter of its speed. A prefetch past the end of the codes has no effect.
const ahead = 2048

// widths are the numbers of words a row with a kernel of their own; 0 stands for any other number.
var widths = []int{1, 2, 4, 8, 16, 0}

// narrow are those that the AVX2 kernels scan as bit planes, which is faster, and AVX-512 for four queries at once, which
// fit registers.
var narrow = []int{1, 2}

func main() {
	ConstraintExpr("!purego")
	counts := nibbleCounts()
	for _, words := range widths {
		if slices.Contains(narrow, words) {
			scanBits(words)
			scanFourBlocks(words)
		} else {
			scan("AVX2", words, func() isa { return newAVX2(words, counts) })
		}
		scan("AVX512", words, func() isa { return newAVX512(words) })
	}
	Generate()
}

// isa is what differs between the instruction sets. Registers are set up by its constructor.
type isa interface {
	distances(codes, q, words reg.Register, n int) // of the eight rows of the block at codes
	below() reg.GPVirtual                          // mask of the rows nearer than the limit
	spill(to Mem)                                  // eight int32 distances
	load(q, limit reg.Register)                    // constants, the limit and, where it fits, the query
}

// scan writes one kernel: a loop over blocks that leaves its straight path only for a row below the limit.
func scan(name string, words int, newISA func() isa) {
	width := fmt.Sprint(words)
	if words == 0 {
		width = "Any"
	}
	TEXT("scan"+name+"x"+width, NOSPLIT,
		"func(codes *uint64, blocks int, q *uint64, words int, allow *byte, limit, row int, hits *int32, room int) (n, done int)")
	Pragma("noescape")
	codes, q := Load(Param("codes"), GP64()), Load(Param("q"), GP64())
	allow := Load(Param("allow"), GP64())
	hits := Load(Param("hits"), GP64())
	room := Load(Param("room"), GP64())
	row := Load(Param("row"), GP64()).(reg.GPVirtual)
	blocks := Load(Param("blocks"), GP64())
	wordsReg := GP64()
	if words == 0 {
		Load(Param("words"), wordsReg)
	}
	limit := Load(Param("limit"), GP64())
	distances := AllocLocal(blockRows * 4)

	k := newISA()
	k.load(q, limit)
	n, done := GP64(), GP64()
	XORQ(n, n)
	XORQ(done, done)

	Label("block")
	k.distances(codes, q, wordsReg, words)
	mask := k.below()
	advance(codes, wordsReg, words)
	ANDB(Mem{Base: allow, Index: done, Scale: 1}, mask.As8())
	INCQ(done)
	TESTB(mask.As8(), mask.As8())
	JNZ(LabelRef("found"))
	Label("next")
	CMPQ(done, blocks)
	JB(LabelRef("block"))
	JMP(LabelRef("end"))

	Label("found")
	Comment("Write out the rows of the mask, lowest first.")
	k.spill(distances)
	MOVBLZX(mask.As8(), mask.As32())
	lane, d := GP64(), GP32()
	Label("hit")
	BSFL(mask.As32(), lane.As32())
	MOVL(distances.Idx(lane, 4), d)
	ADDL(row.As32(), lane.As32())
	SUBL(Imm(blockRows), lane.As32())
	LEAL(Mem{Base: lane, Index: done, Scale: blockRows}, lane.As32())
	MOVL(lane.As32(), Mem{Base: hits, Index: n, Scale: 8})
	MOVL(d, Mem{Base: hits, Index: n, Scale: 8, Disp: 4})
	INCQ(n)
	LEAL(Mem{Base: mask, Disp: -1}, d)
	ANDL(d, mask.As32())
	JNZ(LabelRef("hit"))
	Comment("Go on while a whole block of hits has room.")
	LEAQ(Mem{Base: n, Disp: blockRows}, lane)
	CMPQ(lane, room)
	JBE(LabelRef("next"))

	Label("end")
	Store(n, ReturnIndex(0))
	Store(done, ReturnIndex(1))
	VZEROUPPER()
	RET()
}

// advance moves codes to the next block.
func advance(codes, wordsReg reg.Register, words int) {
	if words > 0 {
		ADDQ(U32(words*blockRows*8), codes)
		return
	}
	step := GP64()
	MOVQ(wordsReg, step)
	SHLQ(Imm(6), step)
	ADDQ(step, codes)
}
