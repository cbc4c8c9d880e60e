package bitvec

import "math/bits"

// The number of allowed rows in 64 up to which visiting them one by one beats counting all 64: many in the caches, few
// beyond, where memory is fast in order only.
const (
	sparseNear = 20
	sparseFar  = 1
	nearWords  = 8 << 20 / 8 // of codes that a cache may hold
)

// plainScan returns the portable kernel for a number of words a row. It counts stretches of rows whole where most are
// allowed, and visits the allowed rows one by one where few are.
func plainScan(words int) (scanFunc, layout) {
	below := belowAny
	switch words {
	case 1, 2:
		return bitScan(plainBits(words), 1)
	case 4:
		below = below4
	case 8:
		below = below8
	}
	return func(codes []uint64, hits []Hit, query *Query, allow []uint64, from, to, limit int) (n, next int) {
		q, sparse := query.code, sparseNear
		if len(codes) > nearWords {
			sparse = sparseFar
		}
		for next = from; next < to && n < len(hits); {
			end, dense := stretch(allow, next, to, sparse)
			var m int
			if dense {
				m, next = scanDense(below, codes, hits[n:], q, allow, next, end, limit)
			} else {
				m, next = scanSparse(codes, hits[n:], q, allow, next, end, limit)
			}
			n += m
		}
		return n, next
	}, rowMajor
}

// stretch returns the end of the run of rows from row on, in whole words of allow, that all have more than sparse allowed
// rows, or all have not.
func stretch(allow []uint64, row, to, sparse int) (end int, dense bool) {
	dense = bits.OnesCount64(allow[row/64]) > sparse
	for end = (row/64 + 1) * 64; end < to; end += 64 {
		if bits.OnesCount64(allow[end/64]) > sparse != dense {
			return end, dense
		}
	}
	return to, dense
}

// scanDense counts every row and looks at allow only for those below the limit.
func scanDense(below belowFunc, codes []uint64, hits []Hit, q, allow []uint64, from, to, limit int) (n, next int) {
	words := len(q)
	for row := from; ; row++ {
		row += below(codes[row*words:to*words], q, limit)
		if row >= to {
			return n, to
		}
		if allow[row/64]>>(row%64)&1 == 0 {
			continue
		}
		hits[n] = Hit{int32(row), int32(Distance(q, codes[row*words:]))}
		if n++; n == len(hits) {
			return n, row + 1
		}
	}
}

// scanSparse visits the allowed rows only.
func scanSparse(codes []uint64, hits []Hit, q, allow []uint64, from, to, limit int) (n, next int) {
	words := len(q)
	for base := from &^ 63; base < to; base += 64 {
		set := allow[base/64]
		if base < from {
			set &^= 1<<(from-base) - 1
		}
		for ; set != 0; set &= set - 1 {
			row := base + bits.TrailingZeros64(set)
			if row >= to {
				return n, to
			}
			d := Distance(q, codes[row*words:])
			if d >= limit {
				continue
			}
			hits[n] = Hit{int32(row), int32(d)}
			if n++; n == len(hits) {
				return n, row + 1
			}
		}
	}
	return n, to
}

// belowFunc returns the first row of codes nearer to q than limit, or the number of rows. A plain scan spends its
// time in these loops, several rows at a time.
//
// Counting bits is what costs: on amd64, Go asks every time whether the processor has an instruction for it. So where the
// limit is low enough, one count for several words gives most rows up, of the bits that differ in any of them:
//
//	distance = count(a|b) + count(a&b) >= count(a|b)
//
// Four random words of 64 bits each differ from the query's in 32 bits and in 60 places. A loop is for limits
// so far below that the bound seldom fails: where it does, the branch was predicted wrong. Eight words gain by it.
type belowFunc func(codes, q []uint64, limit int) (row int)

func belowAny(codes, q []uint64, limit int) (row int) {
	for ; len(codes) >= len(q); codes = codes[len(q):] {
		if Distance(q, codes) < limit {
			return row
		}
		row++
	}
	return row
}

func below4(codes, q []uint64, limit int) (row int) {
	q0, q1, q2, q3 := q[0], q[1], q[2], q[3]
	for ; len(codes) >= 4; codes = codes[4:] {
		c := (*[4]uint64)(codes)
		d := bits.OnesCount64(c[0]^q0) + bits.OnesCount64(c[1]^q1) +
			bits.OnesCount64(c[2]^q2) + bits.OnesCount64(c[3]^q3)
		if d < limit {
			return row
		}
		row++
	}
	return row
}

func below8(codes, q []uint64, limit int) (row int) {
	if limit <= 112 {
		return below8Either(codes, q, limit)
	}
	return below8All(codes, q, limit)
}

func below8All(codes, q []uint64, limit int) (row int) {
	p := (*[8]uint64)(q)
	for ; len(codes) >= 8; codes = codes[8:] {
		c := (*[8]uint64)(codes)
		d := bits.OnesCount64(c[0]^p[0]) + bits.OnesCount64(c[1]^p[1]) +
			bits.OnesCount64(c[2]^p[2]) + bits.OnesCount64(c[3]^p[3]) +
			bits.OnesCount64(c[4]^p[4]) + bits.OnesCount64(c[5]^p[5]) +
			bits.OnesCount64(c[6]^p[6]) + bits.OnesCount64(c[7]^p[7])
		if d < limit {
			return row
		}
		row++
	}
	return row
}

// below8Either makes do with two counts a row.
func below8Either(codes, q []uint64, limit int) (row int) {
	p := (*[8]uint64)(q)
	for ; len(codes) >= 8; codes = codes[8:] {
		c := (*[8]uint64)(codes)
		d := bits.OnesCount64((c[0]^p[0])|(c[1]^p[1])|(c[2]^p[2])|(c[3]^p[3])) +
			bits.OnesCount64((c[4]^p[4])|(c[5]^p[5])|(c[6]^p[6])|(c[7]^p[7]))
		if d < limit && Distance(q, c[:]) < limit {
			return row
		}
		row++
	}
	return row
}
