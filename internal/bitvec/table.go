package bitvec

import (
	"fmt"
	"math/bits"
)

// MaxRows is the largest number of rows a Table holds: a row number fits a Hit, and so does one past the last block.
const MaxRows = 1<<31 - 64*maxLanes

// maxWords is the largest number of words a row: the kernels sum distances in lanes of 16 bits.
const maxWords = 512

// Hit is a row found by a scan and its Hamming distance to the query.
type Hit struct{ Row, Distance int32 }

// Table is an immutable set of codes laid out for one kernel. It is safe for concurrent use.
type Table struct {
	layout layout
	scan   scanFunc
	four   fourFunc // nil where the kernel has none
	words  int      // per row
	rows   int
	data   []uint64
}

// NewTable lays out row-major codes for kernel k. The plain kernel keeps codes of more than two words, which must then
// not change; all others are copied. Unless order is nil, row i of the table is row order[i] of codes, each once.
func NewTable(k *Kernel, codes []uint64, words int, order []int32) (*Table, error) {
	if err := Check(codes, words); err != nil {
		return nil, err
	}
	rows := len(codes) / words
	if order != nil && len(order) != rows {
		return nil, fmt.Errorf("bitvec: an order of %d rows for %d", len(order), rows)
	}
	t := &Table{words: words, rows: rows}
	t.scan, t.layout = k.scan(words)
	if k.four != nil {
		t.four = k.four(words)
	}
	t.data = t.layout.arrange(codes, words, order)
	return t, nil
}

// Check returns why a table of codes of so many words a row cannot be made.
func Check(codes []uint64, words int) error {
	if words <= 0 || words > maxWords {
		return fmt.Errorf("bitvec: rows of %d words; want 1 to %d", words, maxWords)
	}
	if len(codes)%words != 0 {
		return fmt.Errorf("bitvec: %d words of codes are not a whole number of rows of %d words", len(codes), words)
	}
	if rows := len(codes) / words; rows > MaxRows {
		return fmt.Errorf("bitvec: %d rows, at most %d fit one table", rows, MaxRows)
	}
	return nil
}

func (t *Table) Rows() int { return t.rows }

// AppendRow appends the words of one code to dst.
func (t *Table) AppendRow(dst []uint64, row int) []uint64 {
	for i := range t.words {
		dst = append(dst, t.layout.word(t.data, t.words, row, i))
	}
	return dst
}

// scanRoom is the least room for hits that a scan takes.
const scanRoom = 64

// Scan writes to hits, in row order, the rows in [from, to) that are set in allow and nearer to q than limit bits. It
// returns how many it wrote and the row to resume at: to when the range is done, less when so many were found that hits
// may be too short for the next, or the limit too high.
//
// q was prepared for t, allow holds bit r%64 of word r/64 for each row r and none beyond, hits room for at least 64.
// from is a multiple of 64 or what the last call returned, to a multiple of 64 or the number of rows.
func (t *Table) Scan(hits []Hit, q *Query, allow []uint64, from, to, limit int) (n, next int) {
	if len(q.code) != t.words || len(allow) < (t.rows+63)/64 || len(hits) < scanRoom || from < 0 || to > t.rows ||
		from%t.layout.grain() != 0 || to%t.layout.grain() != 0 && to != t.rows {
		panic(fmt.Sprintf("bitvec: Scan of %d words over rows [%d,%d) of %d x %d words, %d words of allow, room for %d hits",
			len(q.code), from, to, t.rows, t.words, len(allow), len(hits)))
	}
	if from >= to || limit <= 0 {
		return 0, to
	}
	// The kernels compare signed 32-bit lanes; no distance exceeds 64 bits a word.
	limit = min(limit, t.words*64+1)
	return t.scan(t.data, hits, q, allow, from, to, limit)
}

// Distance returns the number of bits in which two codes of equal length differ.
func Distance(a, b []uint64) int {
	b = b[:len(a)]
	d := 0
	for i, w := range a {
		d += bits.OnesCount64(w ^ b[i])
	}
	return d
}
