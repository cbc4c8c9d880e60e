package search

import (
	"math"
	"math/bits"
	"sync"

	"github.com/normlet/normlet/internal/bitvec"
)

// Multi-index hashing (Norouzi, Punjani and Fleet, 2012) cuts a code into m chunks and keeps, for each chunk, a table
// from its value to the rows that have it. Two codes that differ in at most m*r+j bits agree with each other in one of
// the first j+1 chunks up to r bits, or in one of the others up to r-1. So looking up, for r = 0, 1, 2..., every value
// r bits away from the query's in chunk 0, 1, 2..., finds all rows within a radius that grows by one with each chunk.
// The search ends when the k-th best row lies within it: nothing unseen can be nearer.
//
// The number of look-ups grows steeply with r, and a query without near neighbours would cost many scans. A search
// therefore has a budget, a fifth of the cost of a scan; when it runs out, or is about to, the scan takes over, with the
// rows found so far as its first limit. The answer is the same either way.

// Costs in nanoseconds: the random reads of a look-up and of one row, and a word of a scan, at memory speed.
const (
	lookupCost   = 20
	rowCost      = 12
	scanWordCost = 0.27
	budgetShare  = 0.2
)

// hashTables is a multi-index over row-major codes.
type hashTables struct {
	codes  []uint64
	words  int
	chunks []chunk
	budget float64 // of one search
}

// chunk is a range of bits of a code and the rows by its value: those of value v are rows[starts[v]:starts[v+1]].
type chunk struct {
	start, width int
	starts, rows []uint32
}

// newHashTables builds the tables, one chunk a goroutine. A chunk is about log2(rows) bits wide, so that a value has
// about one row.
func newHashTables(codes []uint64, words int) *hashTables {
	rows := len(codes) / words
	m := max(1, int(math.Round(float64(words*64)/math.Log2(float64(rows+2)))))
	m = max(m, (words*64+maxChunkBits-1)/maxChunkBits)
	t := &hashTables{codes: codes, words: words, chunks: make([]chunk, m)}
	t.budget = budgetShare * scanWordCost * float64(len(codes))
	var wg sync.WaitGroup
	for j := range t.chunks {
		start, end := j*words*64/m, (j+1)*words*64/m
		t.chunks[j] = chunk{start: start, width: end - start}
		wg.Go(func() { t.chunks[j].build(codes, words) })
	}
	wg.Wait()
	return t
}

// maxChunkBits bounds the directory of a chunk to 64 MiB.
const maxChunkBits = 24

// build sorts the rows by their value: a counting sort, which keeps the rows of one value in order.
func (c *chunk) build(codes []uint64, words int) {
	c.starts = bitvec.Make[uint32](1<<c.width + 1)
	c.rows = bitvec.Make[uint32](len(codes) / words)
	for i := 0; i < len(codes); i += words {
		c.starts[c.value(codes[i:i+words])]++
	}
	var end uint32
	for v, n := range c.starts {
		end += n
		c.starts[v] = end
	}
	// Filled from the back, the ends become starts.
	for row := len(c.rows) - 1; row >= 0; row-- {
		at := &c.starts[c.value(codes[row*words:(row+1)*words])]
		*at--
		c.rows[*at] = uint32(row)
	}
}

// value returns the chunk of a code.
func (c *chunk) value(code []uint64) uint32 {
	word, shift := c.start/64, c.start%64
	v := code[word] >> shift
	if shift+c.width > 64 {
		v |= code[word+1] << (64 - shift)
	}
	return uint32(v & (1<<c.width - 1))
}

// search collects the rows wanted by c. It reports false when the budget ran out, after which c holds some of them.
func (t *hashTables) search(c *collector, f *Filter) bool {
	c.unordered = true
	budget := t.budget
	for r := 0; ; r++ {
		for j := range t.chunks {
			budget -= lookupCost * choose(t.chunks[j].width, r)
			if budget < 0 {
				return false
			}
			seen, ok := t.lookUp(c, f, r, j, int(budget/rowCost))
			if !ok {
				return false
			}
			budget -= rowCost * float64(seen)
			if r*len(t.chunks)+j >= c.kth {
				return true
			}
		}
	}
}

// lookUp collects the rows whose chunk j differs from the query's in exactly r bits. It returns the number of rows it
// looked at, and false when there are more than most.
func (t *hashTables) lookUp(c *collector, f *Filter, r, j, most int) (seen int, ok bool) {
	ch := &t.chunks[j]
	value := ch.value(c.q)
	for mask := uint32(1)<<r - 1; mask < 1<<ch.width; mask = nextMask(mask) {
		v := value ^ mask
		rows := ch.rows[ch.starts[v]:ch.starts[v+1]]
		if seen += len(rows); seen > most {
			return seen, false
		}
		for _, row := range rows {
			code := t.codes[int(row)*t.words:][:t.words]
			d := bitvec.Distance(c.q, code)
			if d < c.limit() && f.has(int(row)) && !t.before(c.q, code, r, j) {
				c.take(bitvec.Hit{Row: int32(row), Distance: int32(d)})
			}
		}
		if mask == 0 {
			break
		}
	}
	return seen, true
}

// before reports whether a row was already looked at when chunk j is looked up at r bits: whether an earlier chunk differs
// in at most r bits or a later one in fewer. Working it out is cheaper than a record of all rows seen.
func (t *hashTables) before(q, code []uint64, r, j int) bool {
	for i := range t.chunks {
		within := r
		switch {
		case i == j:
			continue
		case i > j:
			within = r - 1
		}
		if bits.OnesCount32(t.chunks[i].value(q)^t.chunks[i].value(code)) <= within {
			return true
		}
	}
	return false
}

// nextMask returns the next larger number with as many bits set. mask is not zero.
func nextMask(mask uint32) uint32 {
	carry := mask + mask&-mask
	return carry | (carry^mask)>>(2+bits.TrailingZeros32(mask))
}

// choose returns the number of ways to pick r of n bits.
func choose(n, r int) float64 {
	c := 1.0
	for i := range r {
		c = c * float64(n-i) / float64(i+1)
	}
	return c
}
