package bitvec

import "math/bits"

// Query is a code prepared for scans of one table. One goroutine at a time uses it.
type Query struct {
	code []uint64
	bits bitQuery // for tables of bit planes
}

// Prepare makes q a query for the rows near code, which it keeps.
func (t *Table) Prepare(q *Query, code []uint64) {
	q.code = code
	if t.layout.planes {
		q.bits.set(code, t.layout.lanes())
	}
}

// counters is the number of planes of a sum, the last one its sign: sums are of up to 64 planes.
const counters = 8

// bitQuery is what kernels over bit planes read, and what they write of a group found. Assembly knows where fields are.
type bitQuery struct {
	offsets     [64]uint16                    // of the planes to add, in words; past the last, that of zeros
	start       [counters]uint64              // what the counters begin with, the same for all rows
	even, all   uint64                        // what rows with an even number of bits borrow at first, and what all rows do
	invert      uint64                        // set if the planes are those of zeros of the code
	masks       [maxLanes]uint64              // rows below the limit
	differences [countPlanes][maxLanes]uint64 // of all rows: the number of bits less twice the sum
	edge        [maxLanes]uint64              // allowed rows of a group of which a part is wanted
	ones        int                           // bits set in the code
	distance    uint8                         // where the difference is zero
	flip        uint8                         // of a difference that is to be subtracted
}

// set chooses the planes.
func (q *bitQuery) set(code []uint64, lanes int) {
	q.ones, q.invert = 0, 0
	for _, w := range code {
		q.ones += bits.OnesCount64(w)
	}
	if q.ones > 32*len(code) {
		q.invert = ^uint64(0)
	}
	n := 0
	for i, w := range code {
		for set := w ^ q.invert; set != 0; set &= set - 1 {
			q.offsets[n] = uint16((codePlane + 64*i + bits.TrailingZeros64(set)) * lanes)
			n++
		}
	}
	for ; n < len(q.offsets); n++ {
		q.offsets[n] = uint16(zeroPlane * lanes)
	}
}

// below makes rows nearer than limit those that are looked for. With the number of bits of a row, ones of the code and
// sum of the planes added,
//
//	distance < limit  <=>  bits < 2*sum + (limit - ones)
//
// Where the planes are those of zeros, it is the opposite of bits < 2*sum + (ones - limit) + 1. So the counters begin with
// half the number in brackets, and whether bits/2 is less is the borrow of bits/2 - sum. Odd numbers are in the first borrow.
func (q *bitQuery) below(limit int) {
	rest := limit - q.ones
	q.even, q.all, q.flip = -uint64(rest&1), 0, 0
	if q.invert != 0 {
		rest = -rest
		q.even, q.all, q.flip = ^uint64(0), -uint64(rest&1), 0xff
	}
	half := rest >> 1
	for i := range q.start {
		q.start[i] = -uint64(half >> i & 1)
	}
	q.distance = uint8(q.ones + 2*half)
	if q.invert != 0 {
		q.distance = uint8(q.ones - 2*half + 1) // and the complement of a difference
	}
}

// appendHits appends rows of the group found to the first n hits, while those of a word of its masks have room. row is its
// first. It returns the number of hits and the row to go on at.
func (q *bitQuery) appendHits(hits []Hit, n, row, lanes int) (int, int) {
	for lane, mask := range q.masks[:lanes] {
		if len(hits)-n < bits.OnesCount64(mask) {
			return n, row
		}
		for ; mask != 0; mask &= mask - 1 {
			i := bits.TrailingZeros64(mask)
			var d uint8
			for j := range q.differences {
				d |= uint8(q.differences[j][lane]>>i&1) << j
			}
			hits[n] = Hit{int32(row + i), int32(q.distance + (d ^ q.flip))}
			n++
		}
		row += 64
	}
	return n, row
}

// part returns words [from, to) of allow at their places in those of a group.
func (q *bitQuery) part(allow []uint64, from, to int) []uint64 {
	q.edge = [maxLanes]uint64{}
	copy(q.edge[from:to], allow[from:to])
	return q.edge[:]
}

// groupScan scans groups up to the first in which a row is below the limit and set in allow, which has a bit for each row.
// It returns how many are before that.
type groupScan func(data []uint64, groups int, q *bitQuery, allow []uint64) (done int)

// bitScan returns the scan of bit planes with a kernel for so many lanes of 64 rows. It comes back early for a lower limit:
// hits interrupt the kernel, and take as long as hundreds of rows that are none.
func bitScan(kernel groupScan, lanes int) (scanFunc, layout) {
	l := layout{rows: 64 * lanes, planes: true}
	return func(data []uint64, hits []Hit, query *Query, allow []uint64, from, to, limit int) (n, next int) {
		q, size := &query.bits, l.size(len(query.code))
		q.below(limit)
		for next = from; next < to && n < len(hits)/8; {
			first := next / l.rows
			groups, some := to/l.rows-first, allow[first*lanes:]
			if next%l.rows != 0 || groups == 0 {
				groups, some = 1, q.part(some, next%l.rows/64, (min(to-first*l.rows, l.rows)+63)/64)
			}
			done := kernel(data[first*size:], groups, q, some)
			row := (first + done) * l.rows
			if done == groups {
				next = min(row, to)
				continue
			}
			end := 0
			if n, end = q.appendHits(hits, n, row, lanes); end < row+l.rows {
				return n, max(next, end)
			}
			next = min(end, to)
		}
		return n, next
	}, l
}
