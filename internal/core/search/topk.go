package search

import (
	"math/bits"
	"slices"

	"github.com/normlet/normlet/internal/bitvec"
)

// batchHits is the room for one scan's hits: the limit is stale for at most as many.
const batchHits = 64

// collector keeps the best rows of one search. It is reused.
type collector struct {
	q       []uint64
	query   bitvec.Query // q, prepared
	k       int
	kth     int          // distance of the k-th best row, once there are k; else the largest one wanted
	total   int          // kept rows at distance <= kth
	counts  []int32      // counts[d]: kept rows at distance d
	kept    []bitvec.Hit // rows below the limit of their time; those beyond kth are dropped now and then
	bounded bool         // kth comes from a sample
	in      subset       // rows to scan in a batch
	found   [batchHits]bitvec.Hit
}

func newCollector(bits int) *collector { return &collector{counts: make([]int32, bits+1)} }

// reset prepares for the k best rows, k > 0, within radius bits of the query.
func (c *collector) reset(k, radius int) {
	c.k, c.kth, c.total = k, radius, 0
	c.kept, c.bounded = c.kept[:0], false
	clear(c.counts)
}

// limit is the distance below which a row is still wanted. In order, a later row loses a tie for the k-th place.
func (c *collector) limit() int {
	if c.total >= c.k {
		return c.kth
	}
	return c.kth + 1
}

func (c *collector) scan(t *bitvec.Table, f *Filter, from, to int) {
	for from < to {
		start, end := f.nextRun(from, to)
		for from = start; from < end; {
			var n int
			n, from = t.Scan(c.found[:], &c.query, f.words, from, end, c.limit())
			c.add(c.found[:n])
		}
	}
}

func (c *collector) add(hits []bitvec.Hit) {
	for _, h := range hits {
		if int(h.Distance) < c.limit() { // else found under an older limit
			c.take(h)
		}
	}
	c.tidy()
}

func (c *collector) addBlock(b bitvec.Block) {
	limit := c.limit()
	for mask := b.Mask; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros32(mask)
		if d := int(b.Distances[i&7]); d < limit {
			c.take(bitvec.Hit{Row: int32(b.Row + i), Distance: int32(d)})
			limit = c.limit()
		}
	}
}

// tidy drops the rows that are no longer wanted, once most of those kept are none. Fewer than 2k stay: fewer than k below
// the k-th distance and, since none is taken at that distance once k are known, at most k at it.
func (c *collector) tidy() {
	if (len(c.kept)-batchHits)/4 > c.k {
		c.kept = slices.DeleteFunc(c.kept, func(h bitvec.Hit) bool { return int(h.Distance) > c.kth })
	}
}

// take keeps a row below the limit and tightens it.
func (c *collector) take(h bitvec.Hit) {
	c.kept = append(c.kept, h)
	c.counts[h.Distance]++
	if c.total++; c.total < c.k {
		return
	}
	for c.total-int(c.counts[c.kth]) >= c.k {
		c.total -= int(c.counts[c.kth])
		c.kth--
	}
}

// appendSorted appends the best rows, at most k, by distance and then by row. Afterwards the collector must be reset.
func (c *collector) appendSorted(dst []Hit) []Hit {
	n := min(c.total, c.k)
	// Counting sort: counts[d] becomes the place of the next row at distance d.
	var place int32
	for d := range c.kth + 1 {
		c.counts[d], place = place, place+c.counts[d]
	}
	base := len(dst)
	dst = slices.Grow(dst, n)[:base+n]
	for _, h := range c.kept {
		if int(h.Distance) > c.kth {
			continue
		}
		if i := int(c.counts[h.Distance]); i < n {
			dst[base+i] = Hit(h)
		}
		c.counts[h.Distance]++
	}
	return dst
}
