package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pair sums the distances of two queries. One look-up serves both: an entry has the bits for the first query in its low
// half and those for the second in the high half, 0 to 4 each, so that three may be added before a half overflows.
type pair struct {
	x      reg.VecVirtual // sum of up to three entries
	count  int            // of them
	all    reg.VecVirtual // sum of x, modulo 256
	second reg.VecVirtual // sum of the high halves of x, shifted down
	// High halves of x in place, of one x and the mean of two: means keep room where sums would overflow, and are exact
	// because the bits below are zero.
	one, two reg.VecVirtual
}

// add adds the entries of a nibble.
func (p *pair) add(nibble, table, highs reg.VecVirtual, last bool) {
	entry := YMM()
	VPSHUFB(nibble, table, entry)
	if p.count == 0 {
		p.x = entry
	} else {
		VPADDB(entry, p.x, p.x)
	}
	if p.count++; p.count == 3 || last {
		p.flush(highs)
		p.count = 0
	}
}

// flush adds x to the sums.
func (p *pair) flush(highs reg.VecVirtual) {
	h := YMM()
	VPAND(highs, p.x, h)
	if p.all == nil {
		p.all = p.x
	} else {
		VPADDB(p.x, p.all, p.all)
	}
	switch {
	case p.one == nil:
		p.one = h
		return
	case p.two == nil:
		VPAVGB(h, p.one, h)
		p.one, p.two = nil, h
		return
	}
	VPAVGB(h, p.one, h)
	VPAVGB(h, p.two, h)
	p.one, p.two = nil, nil
	p.addSecond(h, 2)
}

// addSecond adds h, which is shifted up, to the second sum.
func (p *pair) addSecond(h reg.VecVirtual, shift uint64) {
	VPSRLW(Imm(shift), h, h) // nothing crosses to the byte below: the bits are zero
	if p.second == nil {
		p.second = h
	} else {
		VPADDB(h, p.second, p.second)
	}
}

// totals returns the distances for both queries.
func (p *pair) totals(highs reg.VecVirtual) (first, second reg.VecVirtual) {
	if p.two != nil && p.one != nil {
		VPSRLW(Imm(1), p.one, p.one)
		VPAVGB(p.one, p.two, p.two)
		p.addSecond(p.two, 2)
	} else if p.two != nil {
		p.addSecond(p.two, 3)
	} else if p.one != nil {
		p.addSecond(p.one, 4)
	}
	up := YMM()
	VPSLLW(Imm(4), p.second, up)
	VPAND(highs, up, up)
	VPSUBB(up, p.all, p.all)
	return p.all, p.second
}

// scanFour writes the kernel for four queries.
func scanFour(words int) {
	name := fmt.Sprintf("scanFour%d", words)
	TEXT(name, NOSPLIT, "func(codes *uint64, groups int, tables *byte, allow *byte, limits *byte, found *uint32, room int) (n, done int)")
	Pragma("noescape")
	codes, tables := Load(Param("codes"), GP64()), Load(Param("tables"), GP64())
	allow, limits := Load(Param("allow"), GP64()), Load(Param("limits"), GP64())
	found, room := Load(Param("found"), GP64()), Load(Param("room"), GP64())
	groups := Load(Param("groups"), GP64())
	lows, highs := YMM(), YMM()
	fifteens(lows)
	VPSLLW(Imm(4), lows, highs) // 0x0f shifted up is 0xf0, its neighbour's bits are zero
	n, done := GP64(), GP64()
	XORQ(n, n)
	XORQ(done, done)

	Label("group")
	var pairs [2]pair
	for i := range words * 8 {
		if i%2 == 0 {
			PREFETCHT0(Mem{Base: codes, Disp: i*groupRows + ahead})
		}
		low, high := YMM(), YMM()
		VMOVDQU(Mem{Base: codes, Disp: i * groupRows}, low)
		VPSRLW(Imm(4), low, high)
		VPAND(lows, low, low)
		VPAND(lows, high, high)
		for half, nibble := range []reg.VecVirtual{low, high} {
			for j := range pairs {
				table := YMM()
				VBROADCASTI128(Mem{Base: tables, Disp: (2*i+half)*32 + 16*j}, table)
				pairs[j].add(nibble, table, highs, i == words*8-1 && half == 1)
			}
		}
	}
	var totals, outside [4]reg.VecVirtual // outside: not below the limit
	for j := range pairs {
		totals[2*j], totals[2*j+1] = pairs[j].totals(highs)
	}
	zero, none := YMM(), YMM()
	VPXOR(zero, zero, zero)
	for j, total := range totals {
		outside[j] = YMM()
		VPBROADCASTB(Mem{Base: limits, Disp: j}, outside[j])
		VPSUBUSB(total, outside[j], outside[j])
		VPCMPEQB(zero, outside[j], outside[j])
		if j == 1 {
			VPAND(outside[0], outside[1], none)
		} else if j > 1 {
			VPAND(outside[j], none, none)
		}
	}
	mask, allowed := GP32(), GP32()
	VPMOVMSKB(none, mask)
	MOVL(Mem{Base: allow, Index: done, Scale: 4}, allowed)
	ADDQ(U32(words*8*groupRows), codes)
	INCQ(done)
	NOTL(mask)
	TESTL(allowed, mask)
	JNZ(LabelRef("found"))
	Label("next")
	CMPQ(done, groups)
	JB(LabelRef("group"))
	JMP(LabelRef("end"))

	Label("found")
	MOVL(done.As32(), Mem{Base: found})
	for j := range totals {
		VPMOVMSKB(outside[j], mask)
		NOTL(mask)
		ANDL(allowed, mask)
		MOVL(mask, Mem{Base: found, Disp: 4 + 4*j})
		VMOVDQU(totals[j], Mem{Base: found, Disp: 20 + groupRows*j})
	}
	ADDQ(Imm(20+4*groupRows), found)
	INCQ(n)
	CMPQ(n, room)
	JB(LabelRef("next"))

	Label("end")
	Store(n, ReturnIndex(0))
	Store(done, ReturnIndex(1))
	VZEROUPPER()
	RET()
}
