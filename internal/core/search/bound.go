package search

import "github.com/normlet/normlet/internal/bitvec"

// A scan that begins without a bound keeps many more rows on its way than it wants: some 1,400 of 300,000 for the 160
// nearest, and every kept row interrupts it. A sample says about how far the rows that are wanted will be. If it says
// too little, as for one name in fifty, the scan is done again without a bound.
const (
	sampleShare = 128     // of so many rows, one is in the sample
	sampleRows  = 128     // that lie beside each other
	sampleFrom  = 1 << 15 // rows from which a sample pays
	sampleK     = 64      // rows wanted from which it pays
)

// sampleRank says which of the nearest rows of a sample bounds a search for the k nearest of all: a much farther one
// than the k-th of all is expected to be in the sample, so that the bound is seldom too low.
func sampleRank(k int) int { return k/sampleShare + 8 }

// bound lowers the distance beyond which no row is wanted, by a sample of the rows to be scanned.
func (c *collector) bound(t *bitvec.Table, in subset) {
	if c.k < sampleK || in.to-in.from < sampleFrom {
		return
	}
	k, radius := c.k, c.kth
	c.reset(sampleRank(k), radius)
	for from := in.from; from < in.to; from += sampleShare * sampleRows {
		c.scan(t, in.filter, from, min(from+sampleRows, in.to))
	}
	bounded := c.total >= c.k
	if bounded {
		radius = c.kth
	}
	c.reset(k, radius)
	c.bounded = bounded
}

// complete is appendSorted after a scan, which it repeats without a bound if that leaves too few rows.
func (c *collector) complete(dst []Hit, t *bitvec.Table, in subset) []Hit {
	if c.bounded && c.total < c.k {
		c.reset(c.k, len(c.counts)-1)
		c.scan(t, in.filter, in.from, in.to)
	}
	return c.appendSorted(dst)
}
