package bitvec

import "math/bits"

// Distances sets dst[i] to the distance between q and row rows[i]. It is for rows in no order: the reads of many rows are
// in flight together. q holds one code, dst has the length of rows, all rows are below Rows.
func (t *Table) Distances(dst []int32, q []uint64, rows []uint32) {
	dst = dst[:len(rows)]
	q = q[:t.words]
	if t.layout == rowMajor {
		for i, row := range rows {
			dst[i] = int32(Distance(q, t.data[int(row)*t.words:]))
		}
		return
	}
	for i, row := range rows {
		d := 0
		for j, w := range q {
			d += bits.OnesCount64(w ^ t.layout.word(t.data, t.words, int(row), j))
		}
		dst[i] = int32(d)
	}
}
