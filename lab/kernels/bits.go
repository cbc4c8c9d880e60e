package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What bitvec's layout of bit planes has.
const (
	planeBytes = 32           // a bit for each of 256 rows
	counters   = 8            // planes of a sum, the last one its sign; a group begins with as many of counts
	codePlane  = counters + 1 // the first one of the code
)

// The places of bitQuery's fields.
const (
	startAt       = 2 * 64
	evenAt        = startAt + 8*counters
	allAt         = evenAt + 8
	invertAt      = allAt + 8
	masksAt       = invertAt + 8
	differencesAt = masksAt + planeBytes
)

// bits is AVX2 over bit planes.
type bits struct {
	words, next int // next: the plane of the query to add
	data, query reg.Register
	counts      [counters]reg.VecVirtual
}

// scanBits writes the kernel for a number of words a row.
func scanBits(words int) {
	TEXT(fmt.Sprintf("scanBits%d", words), NOSPLIT, "func(data *uint64, groups int, query *byte, allow *uint64) (done int)")
	Pragma("noescape")
	k := &bits{words: words, data: Load(Param("data"), GP64()), query: Load(Param("query"), GP64())}
	groups, allow := Load(Param("groups"), GP64()), Load(Param("allow"), GP64())
	done := GP64()
	XORQ(done, done)

	Label("group")
	k.sum()
	rows := k.below()
	VPAND(Mem{Base: allow}, rows, rows)
	VPTEST(rows, rows)
	JNZ(LabelRef("found"))
	ADDQ(U32((codePlane+64*words)*planeBytes), k.data)
	ADDQ(Imm(planeBytes), allow)
	INCQ(done)
	CMPQ(done, groups)
	JB(LabelRef("group"))
	JMP(LabelRef("end"))

	Label("found")
	VMOVDQU(rows, Mem{Base: k.query, Disp: masksAt})
	k.differences()
	Label("end")
	Store(done, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// sum adds the planes of the query, half as many as a code has, to the counters.
func (k *bits) sum() {
	top := 4 + k.words
	carry := k.carry(top)
	for i := top; i < counters; i++ {
		sum, both := k.count(i), YMM()
		VPAND(carry, sum, both)
		VPXOR(carry, sum, sum)
		carry = both
	}
}

// carry adds 1<<level planes to the counters below level, and returns the carry.
func (k *bits) carry(level int) reg.VecVirtual {
	if level == 0 {
		offset, plane := GP64(), YMM()
		MOVWLZX(Mem{Base: k.query, Disp: 2 * k.next}, offset.As32())
		k.next++
		VMOVDQU(Mem{Base: k.data, Index: offset, Scale: 8}, plane)
		return plane
	}
	a, b := k.carry(level-1), k.carry(level-1)
	sum, differ := k.count(level-1), YMM() // a full adder
	VPXOR(sum, a, differ)
	VPAND(sum, a, a)
	VPXOR(differ, b, sum)
	VPAND(differ, b, b)
	VPOR(a, b, a)
	return a
}

// count returns a counter, which the first use sets.
func (k *bits) count(i int) reg.VecVirtual {
	if k.counts[i] == nil {
		k.counts[i] = k.constant(startAt + 8*i)
	}
	return k.counts[i]
}

// constant is a word of the query, the same for all rows.
func (k *bits) constant(at int) reg.VecVirtual {
	v := YMM()
	VPBROADCASTQ(Mem{Base: k.query, Disp: at}, v)
	return v
}

// ones is a plane of the numbers of bits set in the rows.
func (k *bits) ones(i int) Mem { return Mem{Base: k.data, Disp: i * planeBytes} }

// below returns the rows below the limit, by the borrow from their halved numbers of bits less the sums.
func (k *bits) below() reg.VecVirtual {
	b := YMM()
	VMOVDQU(k.ones(0), b)
	VPANDN(k.constant(evenAt), b, b) // not b
	VPOR(k.constant(allAt), b, b)
	for i := range counters - 1 {
		k.borrow(b, i)
	}
	VPANDN(b, k.counts[counters-1], b)
	VPXOR(k.constant(invertAt), b, b)
	return b
}

// borrow makes b, borrowed from a bit of the difference, what is borrowed from the next one.
func (k *bits) borrow(b reg.VecVirtual, i int) {
	sum, ones := YMM(), YMM()
	VPXOR(k.counts[i], b, sum)
	VPXOR(k.ones(i+1), b, ones)
	VPANDN(sum, ones, ones) // not ones
	VPXOR(ones, b, b)
}

// differences stores the halved numbers of bits less the sums, above the lowest bits of the numbers.
func (k *bits) differences() {
	b, d := YMM(), YMM()
	VMOVDQU(k.ones(0), d)
	VMOVDQU(d, Mem{Base: k.query, Disp: differencesAt})
	VPXOR(b, b, b)
	for i := range counters - 1 {
		VPXOR(k.ones(i+1), b, d)
		VPXOR(k.counts[i], d, d)
		VMOVDQU(d, Mem{Base: k.query, Disp: differencesAt + planeBytes*(i+1)})
		k.borrow(b, i)
	}
}
