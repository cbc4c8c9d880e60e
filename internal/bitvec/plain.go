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
	case 1:
		below = below1
	case 2:
		below = below2
	case 4:
		below = below4
	case 8:
		below = below8
	case 16:
		below = below16
	}
	return func(codes []uint64, hits []Hit, q, allow []uint64, from, to, limit int) (n, next int) {
		sparse := sparseNear
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
// time in these loops, four rows at a time.
//
// Counting bits is what costs: where the processor has an instruction for it, Go asks every time whether it has. So most
// rows are given up after one count for two or four words, of the bits that differ in any of them:
//
//	distance = count(a|b) + count(a&b) >= count(a|b)
//
// Two random words of 64 bits differ in 32 bits each and in 48 places, more than the limit of most searches.
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

func below1(codes, q []uint64, limit int) (row int) {
	q0 := q[0]
	for ; len(codes) >= 4; codes = codes[4:] {
		c := (*[4]uint64)(codes)
		if bits.OnesCount64(c[0]^q0) < limit {
			return row
		}
		if bits.OnesCount64(c[1]^q0) < limit {
			return row + 1
		}
		if bits.OnesCount64(c[2]^q0) < limit {
			return row + 2
		}
		if bits.OnesCount64(c[3]^q0) < limit {
			return row + 3
		}
		row += 4
	}
	return row + belowAny(codes, q, limit)
}

// below2 makes do with one count for two rows for limits below most of the 36 places in which both differ in a word.
func below2(codes, q []uint64, limit int) (row int) {
	if limit > 26 {
		return below2Wide(codes, q, limit)
	}
	q0, q1 := q[0], q[1]
	for ; len(codes) >= 8; codes = codes[8:] {
		c := (*[8]uint64)(codes)
		if bits.OnesCount64((c[0]^q0|c[1]^q1)&(c[2]^q0|c[3]^q1)) < limit {
			if i := belowAny(c[:4], q, limit); i < 2 {
				return row + i
			}
		}
		if bits.OnesCount64((c[4]^q0|c[5]^q1)&(c[6]^q0|c[7]^q1)) < limit {
			if i := belowAny(c[4:], q, limit); i < 2 {
				return row + 2 + i
			}
		}
		row += 4
	}
	return row + belowAny(codes, q, limit)
}

func below2Wide(codes, q []uint64, limit int) (row int) {
	q0, q1 := q[0], q[1]
	for ; len(codes) >= 8; codes = codes[8:] {
		c := (*[8]uint64)(codes)
		if bits.OnesCount64(c[0]^q0|c[1]^q1) < limit && Distance(q, c[:2]) < limit {
			return row
		}
		if bits.OnesCount64(c[2]^q0|c[3]^q1) < limit && Distance(q, c[2:4]) < limit {
			return row + 1
		}
		if bits.OnesCount64(c[4]^q0|c[5]^q1) < limit && Distance(q, c[4:6]) < limit {
			return row + 2
		}
		if bits.OnesCount64(c[6]^q0|c[7]^q1) < limit && Distance(q, c[6:]) < limit {
			return row + 3
		}
		row += 4
	}
	return row + belowAny(codes, q, limit)
}

// below4 makes do with one count for limits below most of the 60 places in which four random words differ.
func below4(codes, q []uint64, limit int) (row int) {
	if limit > 54 {
		return below4Wide(codes, q, limit)
	}
	q0, q1, q2, q3 := q[0], q[1], q[2], q[3]
	for ; len(codes) >= 8; codes = codes[8:] {
		c := (*[8]uint64)(codes)
		if bits.OnesCount64(c[0]^q0|c[1]^q1|c[2]^q2|c[3]^q3) < limit && Distance(q, c[:4]) < limit {
			return row
		}
		if bits.OnesCount64(c[4]^q0|c[5]^q1|c[6]^q2|c[7]^q3) < limit && Distance(q, c[4:]) < limit {
			return row + 1
		}
		row += 2
	}
	return row + belowAny(codes, q, limit)
}

func below4Wide(codes, q []uint64, limit int) (row int) {
	q0, q1, q2, q3 := q[0], q[1], q[2], q[3]
	for ; len(codes) >= 4; codes = codes[4:] {
		c := (*[4]uint64)(codes)
		if bits.OnesCount64(c[0]^q0|c[1]^q1)+bits.OnesCount64(c[2]^q2|c[3]^q3) < limit && Distance(q, c[:]) < limit {
			return row
		}
		row++
	}
	return row
}

// below8 makes do with two counts for limits below most of the 120 places in which two times four random words differ.
func below8(codes, q []uint64, limit int) (row int) {
	if limit > 112 {
		return below8Wide(codes, q, limit)
	}
	p := (*[8]uint64)(q)
	for ; len(codes) >= 8; codes = codes[8:] {
		c := (*[8]uint64)(codes)
		if bits.OnesCount64(c[0]^p[0]|c[1]^p[1]|c[2]^p[2]|c[3]^p[3])+
			bits.OnesCount64(c[4]^p[4]|c[5]^p[5]|c[6]^p[6]|c[7]^p[7]) < limit && Distance(q, c[:]) < limit {
			return row
		}
		row++
	}
	return row
}

func below8Wide(codes, q []uint64, limit int) (row int) {
	p := (*[8]uint64)(q)
	for ; len(codes) >= 8; codes = codes[8:] {
		c := (*[8]uint64)(codes)
		if bits.OnesCount64(c[0]^p[0]|c[1]^p[1])+bits.OnesCount64(c[2]^p[2]|c[3]^p[3])+
			bits.OnesCount64(c[4]^p[4]|c[5]^p[5])+bits.OnesCount64(c[6]^p[6]|c[7]^p[7]) < limit && Distance(q, c[:]) < limit {
			return row
		}
		row++
	}
	return row
}

// below16 counts the first half of the words as below8 does, and the second where that does not give the row up.
func below16(codes, q []uint64, limit int) (row int) {
	p := (*[16]uint64)(q)
	for ; len(codes) >= 16; codes = codes[16:] {
		c := (*[16]uint64)(codes)
		d := bits.OnesCount64(c[0]^p[0]|c[1]^p[1]|c[2]^p[2]|c[3]^p[3]) +
			bits.OnesCount64(c[4]^p[4]|c[5]^p[5]|c[6]^p[6]|c[7]^p[7])
		if d < limit {
			d += bits.OnesCount64(c[8]^p[8]|c[9]^p[9]|c[10]^p[10]|c[11]^p[11]) +
				bits.OnesCount64(c[12]^p[12]|c[13]^p[13]|c[14]^p[14]|c[15]^p[15])
		}
		if d < limit && Distance(q, c[:]) < limit {
			return row
		}
		row++
	}
	return row
}
