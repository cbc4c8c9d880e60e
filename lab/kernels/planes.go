package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// groupRows is the number of rows of a group, one a byte of a register.
const groupRows = 32

// planes is AVX2 over byte planes: the distance of a row is the sum of one look-up a nibble, in tables made for the query,
// and no exclusive or, no horizontal sum and no wide comparison is needed. A byte holds the sum for up to 128 bits.
type planes struct {
	words                int
	counts, steps        Mem
	tables               Mem // 16 bytes for each nibble of the query, on the stack
	nibble, limit, total reg.VecVirtual
}

// nibbleSteps lays down 0 to 15, a byte each.
func nibbleSteps() Mem {
	steps := GLOBL("nibbleSteps", RODATA|NOPTR)
	DATA(0, U64(0x0706050403020100))
	DATA(8, U64(0x0f0e0d0c0b0a0908))
	return steps
}

func newPlanes(words int, counts, steps Mem) *planes {
	return &planes{words: words, counts: counts, steps: steps, tables: AllocLocal(words * 16 * 16),
		nibble: YMM(), limit: YMM(), total: YMM()}
}

// load makes the tables: entry x of nibble i is the number of bits in which x and that nibble of the query differ.
func (k *planes) load(q, limit reg.Register) {
	counts, steps := XMM(), XMM()
	VMOVDQU(k.counts, counts)
	VMOVDQU(k.steps, steps)
	for i := range k.words * 8 {
		low, high := GP32(), GP32()
		MOVBLZX(Mem{Base: q, Disp: i}, low)
		MOVL(low, high)
		SHRL(Imm(4), high)
		ANDL(Imm(15), low)
		for half, n := range []reg.GPVirtual{low, high} {
			x := XMM()
			VMOVD(n, x)
			VPBROADCASTB(x, x)
			VPXOR(steps, x, x)
			VPSHUFB(x, counts, x)
			VMOVDQU(x, k.tables.Offset(32*i+16*half))
		}
	}
	fifteens(k.nibble)
	least := limit.(reg.GPVirtual)
	DECQ(least) // less than the limit is at most the limit less one
	x := XMM()
	VMOVD(least.As32(), x)
	VPBROADCASTB(x, k.limit)
}

func fifteens(v reg.VecVirtual) {
	t, x := GP64(), XMM()
	MOVQ(U64(0x0f0f0f0f0f0f0f0f), t)
	VMOVQ(t, x)
	VPBROADCASTQ(x, v)
}

func (k *planes) distances(codes, _, _ reg.Register, _ int) {
	for i := range k.words * 8 {
		if i%2 == 0 {
			PREFETCHT0(Mem{Base: codes, Disp: i*groupRows + ahead})
		}
		low, high, table := YMM(), YMM(), YMM()
		VMOVDQU(Mem{Base: codes, Disp: i * groupRows}, low)
		VPSRLW(Imm(4), low, high)
		VPAND(k.nibble, low, low)
		VPAND(k.nibble, high, high)
		VBROADCASTI128(k.tables.Offset(32*i), table)
		VPSHUFB(low, table, low)
		VBROADCASTI128(k.tables.Offset(32*i+16), table)
		VPSHUFB(high, table, high)
		if i == 0 {
			VPADDB(low, high, k.total)
			continue
		}
		VPADDB(low, high, low)
		VPADDB(low, k.total, k.total)
	}
}

func (k *planes) below() reg.GPVirtual {
	mask, less := GP64(), YMM()
	VPMINUB(k.limit, k.total, less)
	VPCMPEQB(less, k.total, less)
	VPMOVMSKB(less, mask.As32())
	return mask
}

func (k *planes) spill(to Mem) { VMOVDQU(k.total, to) }

// scanPlanes writes the kernel for a number of words a row.
func scanPlanes(words int, counts, steps Mem) {
	name := fmt.Sprintf("scanPlanes%d", words)
	TEXT(name, NOSPLIT, "func(codes *uint64, groups int, q *uint64, allow *byte, limit, row int, hits *int32, room int) (n, done int)")
	Pragma("noescape")
	codes, q := Load(Param("codes"), GP64()), Load(Param("q"), GP64())
	allow := Load(Param("allow"), GP64())
	hits := Load(Param("hits"), GP64())
	room := Load(Param("room"), GP64())
	row := Load(Param("row"), GP64()).(reg.GPVirtual)
	groups := Load(Param("groups"), GP64())
	limit := Load(Param("limit"), GP64())
	distances := AllocLocal(groupRows)
	k := newPlanes(words, counts, steps)
	k.load(q, limit)
	n, done := GP64(), GP64()
	XORQ(n, n)
	XORQ(done, done)

	Label("group")
	k.distances(codes, nil, nil, words)
	mask := k.below()
	ADDQ(U32(words*8*groupRows), codes)
	ANDL(Mem{Base: allow, Index: done, Scale: 4}, mask.As32())
	INCQ(done)
	TESTL(mask.As32(), mask.As32())
	JNZ(LabelRef("found"))
	Label("next")
	CMPQ(done, groups)
	JB(LabelRef("group"))
	JMP(LabelRef("end"))

	Label("found")
	Comment("Write out the rows of the mask, lowest first.")
	k.spill(distances)
	lane, d, base := GP64(), GP32(), GP64()
	MOVQ(done, base)
	SHLQ(Imm(5), base)
	LEAQ(Mem{Base: base, Index: row, Scale: 1, Disp: -groupRows}, base)
	Label("hit")
	BSFL(mask.As32(), lane.As32())
	MOVBLZX(distances.Idx(lane, 1), d)
	ADDL(base.As32(), lane.As32())
	MOVL(lane.As32(), Mem{Base: hits, Index: n, Scale: 8})
	MOVL(d, Mem{Base: hits, Index: n, Scale: 8, Disp: 4})
	INCQ(n)
	LEAL(Mem{Base: mask, Disp: -1}, d)
	ANDL(d, mask.As32())
	JNZ(LabelRef("hit"))
	Comment("Go on while a whole group of hits has room.")
	LEAQ(Mem{Base: n, Disp: groupRows}, lane)
	CMPQ(lane, room)
	JBE(LabelRef("next"))

	Label("end")
	Store(n, ReturnIndex(0))
	Store(done, ReturnIndex(1))
	VZEROUPPER()
	RET()
}
