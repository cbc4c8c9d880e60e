package search

import (
	"math"
	"math/bits"

	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/f64"
)

// Multi-index hashing (Norouzi, Punjani and Fleet, 2012) cuts a code into m chunks and keeps, for each chunk, a table
// from its value to the rows that have it. Two codes that differ in at most m*r+j bits agree with each other in one of
// the first j+1 chunks up to r bits, or in one of the others up to r-1. So looking up, for r = 0, 1, 2..., every value
// r bits away from the query's in chunk 0, 1, 2..., finds all rows within a radius that grows by one with each chunk.
// The search ends when the k-th best row lies within it: nothing unseen can be nearer.
//
// The number of look-ups grows steeply with r, and a query without near neighbours would cost many scans. A search
// therefore has a budget, a seventh of the cost of a scan; when it runs out, or is about to, the scan takes over, with the
// rows found so far as its first limit. The answer is the same either way.

// Costs, in words read by a scan: a look-up and one row that it yields are reads of memory in no order.
const (
	lookupCost  = 200
	rowCost     = 100
	budgetShare = 0.15
)

// hashTables is a multi-index over the rows of a table.
type hashTables struct {
	table  *bitvec.Table
	chunks []chunk
	budget float64 // of one search, in words
	reach  int     // the radius it usually suffices for
}

// chunk is a range of bits of a code and the rows by its value: those of value v are rows[starts[v]:starts[v+1]].
type chunk struct {
	start, width int
	starts, rows []uint32
}

// maxChunkBits bounds the directory of a chunk to 64 MiB.
const maxChunkBits = 24

// newHashTables builds the tables from the codes of table, row-major. A chunk is about log2(rows) bits wide, so that a
// value has about one row.
func newHashTables(table *bitvec.Table, codes []uint64, words int) *hashTables {
	rows, bits := table.Rows(), words*64
	m := chunksOf(rows, bits)
	t := &hashTables{table: table, chunks: make([]chunk, m), budget: budgetShare * float64(len(codes))}
	pairs, spare := make([]uint64, rows), make([]uint64, rows)
	for j := range t.chunks {
		start, end := j*bits/m, (j+1)*bits/m
		t.chunks[j] = chunk{start: start, width: end - start}
		t.chunks[j].build(codes, words, pairs, spare)
	}
	t.reach = t.radiusWithin(t.budget)
	return t
}

// chunksOf returns into how many chunks codes are cut.
func chunksOf(rows, bits int) int {
	m := int(math.Round(float64(bits) / (f64.Log(float64(rows+2)) / math.Ln2)))
	return min(max(m, (bits+maxChunkBits-1)/maxChunkBits), bits)
}

// radiusWithin returns the radius that a budget suffices for if the rows were spread evenly over the values.
func (t *hashTables) radiusWithin(budget float64) int {
	for r := 0; ; r++ {
		for j, ch := range t.chunks {
			perLookup := lookupCost + rowCost*float64(len(ch.rows))/float64(int(1)<<ch.width)
			if budget -= float64(choose(ch.width, r) * perLookup); budget < 0 || r > ch.width {
				return r*len(t.chunks) + j - 1
			}
		}
	}
}

// build sorts the rows by their value. The two slices are working memory, a word a row each.
func (c *chunk) build(codes []uint64, words int, pairs, spare []uint64) {
	c.starts, c.rows = bitvec.Make[uint32](1<<c.width+1), bitvec.Make[uint32](len(pairs))
	for row := range pairs {
		pairs[row] = uint64(c.value(codes[row*words:(row+1)*words]))<<32 | uint64(row)
	}
	// Two stable passes over half of the value's bits each write to a few thousand places at a time; counting by whole
	// values would write all over memory.
	half := (c.width + 1) / 2
	sortDigit(spare, pairs, 32, half)
	sortDigit(pairs, spare, 32+half, half)
	next := 0 // value whose start is to be set
	for i, p := range pairs {
		for ; next <= int(p>>32); next++ {
			c.starts[next] = uint32(i)
		}
		c.rows[i] = uint32(p)
	}
	for ; next < len(c.starts); next++ {
		c.starts[next] = uint32(len(pairs))
	}
}

// sortDigit copies src to dst sorted by the given bits, keeping the order of equal ones.
func sortDigit(dst, src []uint64, shift, width int) {
	places := make([]uint32, 1<<width)
	mask := uint64(len(places) - 1)
	for _, p := range src {
		places[p>>shift&mask]++
	}
	var sum uint32
	for v, n := range places {
		places[v], sum = sum, sum+n
	}
	for _, p := range src {
		at := &places[p>>shift&mask]
		dst[*at] = p
		*at++
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
//
// After the second round the distance of the k-th row so far, an upper bound that still falls, tells a query with near
// neighbours from one without: the scan takes over early when it lies well beyond reach.
func (t *hashTables) search(c *collector, in subset) bool {
	if c.k >= in.filter.count {
		return false // all rows are wanted
	}
	c.unordered = true
	budget := t.budget
	for r := 0; ; r++ {
		for j := range t.chunks {
			budget -= float64(lookupCost * choose(t.chunks[j].width, r))
			if budget < 0 {
				return false
			}
			seen, ok := t.lookUp(c, in, r, j, int(budget/rowCost))
			if !ok {
				return false
			}
			budget -= float64(rowCost * float64(seen))
			if r*len(t.chunks)+j >= c.kth {
				return true
			}
		}
		if r > 0 && c.kth > t.reach+t.reach/2 {
			return false
		}
	}
}

// lookUp collects the rows whose chunk j differs from the query's in exactly r bits. It returns the number of rows it
// looked at, and false when there are more than most.
func (t *hashTables) lookUp(c *collector, in subset, r, j, most int) (seen int, ok bool) {
	ch := &t.chunks[j]
	value := ch.value(c.q)
	var ranges [lookupBatch][2]uint32
	n := 0
	for mask := uint32(1)<<r - 1; mask < 1<<ch.width; mask = nextMask(mask) {
		v := value ^ mask
		ranges[n] = [2]uint32{ch.starts[v], ch.starts[v+1]}
		if n++; n == len(ranges) {
			if seen += t.gather(c, in, r, j, ranges[:n], most-seen); seen > most {
				return seen, false
			}
			n = 0
		}
		if mask == 0 {
			break
		}
	}
	seen += t.gather(c, in, r, j, ranges[:n], most-seen)
	return seen, seen <= most
}

// lookupBatch is the number of look-ups, and of rows, whose reads are in flight together. Each of these loops goes over
// memory in no order; done row by row, every read would wait for the one before.
const lookupBatch = 64

// gather collects the rows of some ranges of chunk j. It returns their number, or one above most without looking at all.
func (t *hashTables) gather(c *collector, in subset, r, j int, ranges [][2]uint32, most int) (seen int) {
	all := t.chunks[j].rows
	n := 0
	for _, span := range ranges {
		for rows := all[span[0]:span[1]]; len(rows) > 0; {
			m := copy(c.rows[n:], rows)
			rows = rows[m:]
			if n += m; n < len(c.rows) {
				continue
			}
			if seen += n; seen > most {
				return seen
			}
			t.collect(c, in, r, j, c.rows[:n])
			n = 0
		}
	}
	t.collect(c, in, r, j, c.rows[:n])
	return seen + n
}

// collect takes those of the rows that are wanted and new.
func (t *hashTables) collect(c *collector, in subset, r, j int, rows []uint32) {
	distances := c.distances[:len(rows)]
	t.table.Distances(distances, c.q, rows)
	for i, d := range distances {
		row := int(rows[i])
		if int(d) >= c.limit() || !in.has(row) {
			continue
		}
		c.code = t.table.AppendRow(c.code[:0], row)
		if !t.before(c.q, c.code, r, j) {
			c.take(bitvec.Hit{Row: int32(row), Distance: d})
		}
	}
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
