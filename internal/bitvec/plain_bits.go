package bitvec

// plainView is how many words the portable kernel has in view from the start of a group on: as many as a byte counts, so
// that no index needs a check.
const plainView = 256

type view = [plainView]uint64

// plainBits returns the portable groupScan for a number of words a row: one or two.
func plainBits(words int) groupScan {
	size := layout{rows: 64, planes: true}.size(words)
	return func(data []uint64, groups int, q *bitQuery, allow []uint64) int {
		return scanPlanes(data, size, groups, q, allow)
	}
}

// scanPlanes is a groupScan of groups of so many words. All is in one function without a loop over the planes, because
// the counters have to stay in registers.
func scanPlanes(data []uint64, size, groups int, q *bitQuery, allow []uint64) int {
	var e [8]uint64
	start, o := &q.start, &q.offsets
	for done := range groups {
		if allow[done] == 0 {
			continue
		}
		g := (*view)(data[done*size:])
		var a, b uint64
		c1, c2, c4 := start[0], start[1], start[2]
		c1, c2, a = addFour(c1, c2, g[uint8(o[0])], g[uint8(o[1])], g[uint8(o[2])], g[uint8(o[3])])
		c1, c2, b = addFour(c1, c2, g[uint8(o[4])], g[uint8(o[5])], g[uint8(o[6])], g[uint8(o[7])])
		c4, e[0] = add(c4, a, b)
		c1, c2, a = addFour(c1, c2, g[uint8(o[8])], g[uint8(o[9])], g[uint8(o[10])], g[uint8(o[11])])
		c1, c2, b = addFour(c1, c2, g[uint8(o[12])], g[uint8(o[13])], g[uint8(o[14])], g[uint8(o[15])])
		c4, e[1] = add(c4, a, b)
		c1, c2, a = addFour(c1, c2, g[uint8(o[16])], g[uint8(o[17])], g[uint8(o[18])], g[uint8(o[19])])
		c1, c2, b = addFour(c1, c2, g[uint8(o[20])], g[uint8(o[21])], g[uint8(o[22])], g[uint8(o[23])])
		c4, e[2] = add(c4, a, b)
		c1, c2, a = addFour(c1, c2, g[uint8(o[24])], g[uint8(o[25])], g[uint8(o[26])], g[uint8(o[27])])
		c1, c2, b = addFour(c1, c2, g[uint8(o[28])], g[uint8(o[29])], g[uint8(o[30])], g[uint8(o[31])])
		c4, e[3] = add(c4, a, b)
		c1, c2, a = addFour(c1, c2, g[uint8(o[32])], g[uint8(o[33])], g[uint8(o[34])], g[uint8(o[35])])
		c1, c2, b = addFour(c1, c2, g[uint8(o[36])], g[uint8(o[37])], g[uint8(o[38])], g[uint8(o[39])])
		c4, e[4] = add(c4, a, b)
		c1, c2, a = addFour(c1, c2, g[uint8(o[40])], g[uint8(o[41])], g[uint8(o[42])], g[uint8(o[43])])
		c1, c2, b = addFour(c1, c2, g[uint8(o[44])], g[uint8(o[45])], g[uint8(o[46])], g[uint8(o[47])])
		c4, e[5] = add(c4, a, b)
		c1, c2, a = addFour(c1, c2, g[uint8(o[48])], g[uint8(o[49])], g[uint8(o[50])], g[uint8(o[51])])
		c1, c2, b = addFour(c1, c2, g[uint8(o[52])], g[uint8(o[53])], g[uint8(o[54])], g[uint8(o[55])])
		c4, e[6] = add(c4, a, b)
		c1, c2, a = addFour(c1, c2, g[uint8(o[56])], g[uint8(o[57])], g[uint8(o[58])], g[uint8(o[59])])
		c1, c2, b = addFour(c1, c2, g[uint8(o[60])], g[uint8(o[61])], g[uint8(o[62])], g[uint8(o[63])])
		c4, e[7] = add(c4, a, b)
		c8, c16, a := addFour(start[3], start[4], e[0], e[1], e[2], e[3])
		c8, c16, b = addFour(c8, c16, e[4], e[5], e[6], e[7])
		c32, a := add(start[5], a, b)
		c64, sign := start[6]^a, start[7]^start[6]&a
		b = ^g[0]&q.even | q.all
		b = borrow(b, c1, g[1])
		b = borrow(b, c2, g[2])
		b = borrow(b, c4, g[3])
		b = borrow(b, c8, g[4])
		b = borrow(b, c16, g[5])
		b = borrow(b, c32, g[6])
		b = borrow(b, c64, g[7])
		if b = (b&^sign ^ q.invert) & allow[done]; b != 0 {
			q.masks[0] = b
			q.subtract(g, &[...]uint64{c1, c2, c4, c8, c16, c32, c64})
			return done
		}
	}
	return groups
}

// addFour adds four planes to the two lowest counters.
func addFour(c1, c2, p, q, r, s uint64) (uint64, uint64, uint64) {
	c1, p = add(c1, p, q)
	c1, r = add(c1, r, s)
	c2, p = add(c2, p, r)
	return c1, c2, p
}

// subtract sets the differences of the group found.
func (q *bitQuery) subtract(g *view, sum *[counters - 1]uint64) {
	q.differences[0][0] = g[0]
	var b uint64
	for i, s := range sum {
		q.differences[i+1][0] = g[i+1] ^ s ^ b
		b = borrow(b, s, g[i+1])
	}
}

// borrow returns what is borrowed from the next bit of a difference of numbers of bits and sums.
func borrow(b, sum, count uint64) uint64 { return b ^ (b^sum)&^(b^count) }

// add is a full adder of 64 rows.
func add(a, b, c uint64) (sum, carry uint64) { return a ^ b ^ c, a ^ (a^b)&(a^c) }
