package search

import "github.com/normlet/normlet/internal/bitvec"

const (
	tileBytes  = 128 << 10 // of codes, scanned for every query of a group while they are in the second-level cache
	groupSize  = 64        // queries that share a tile; more would push the tile out with their own working memory
	tileMinRow = 64        // a tile is a multiple of this many rows
)

// NearestBatch finds the k nearest rows of each query in qs, which holds their codes one after the other, as
// AppendNearest does for one. The hits of query i replace the contents of dst[i], whose memory is reused; the result has
// one element a query. It scans the codes in tiles, so that a batch reads memory once for many queries, and runs on the
// calling goroutine alone.
func (x *Index) NearestBatch(dst [][]Hit, qs []uint64, k int, o *Options) ([][]Hit, error) {
	n := len(qs) / x.words
	in, err := x.check(qs, n, o)
	if err != nil {
		return dst, err
	}
	if n <= cap(dst) {
		dst = dst[:n]
	} else {
		dst = append(dst[:cap(dst)], make([][]Hit, n-cap(dst))...)
	}
	x.nearestBatch(dst, qs, k, in.filter, func(int) subset { return in })
	return dst, nil
}

// nearestBatch is NearestBatch for queries that each have rows of their own, in one filter.
func (x *Index) nearestBatch(dst [][]Hit, qs []uint64, k int, filter *Filter, in func(query int) subset) {
	if k = min(k, filter.count); k <= 0 {
		for i := range dst {
			dst[i] = dst[i][:0]
		}
		return
	}
	for i := 0; i < len(dst); i += groupSize {
		var group [groupSize]*collector
		end := min(i+groupSize, len(dst))
		for j := i; j < end; j++ {
			c := x.ask(qs[j*x.words:(j+1)*x.words], k)
			c.in = in(j)
			c.bound(x.table, c.in)
			group[j-i] = c
		}
		x.scanGroup(group[:end-i], filter)
		for j, c := range group[:end-i] {
			dst[i+j] = c.complete(dst[i+j][:0], x.table, c.in)
			x.pool.Put(c)
		}
	}
}

// scanGroup scans for at most groupSize queries, tile by tile.
func (x *Index) scanGroup(group []*collector, filter *Filter) {
	first, end := x.Len(), 0
	for _, c := range group {
		first, end = min(first, c.in.from), max(end, c.in.to)
	}
	fours, rest := x.fours(group)
	rows := max(tileMinRow, tileBytes/(8*x.words)&^(tileMinRow-1))
	for from := first; from < end; from += rows {
		to := min(from+rows, end)
		for _, f := range fours {
			f.scan(filter, from, to)
		}
		for _, c := range rest {
			c.scan(x.table, filter, max(from, c.in.from), min(to, c.in.to))
		}
	}
	for _, f := range fours {
		x.fourPool.Put(f)
	}
}

// four is up to four searches in one scan.
type four struct {
	*bitvec.Four
	collectors []*collector
}

// minTogether is the number of searches from which a scan of four is faster than one for each.
const minTogether = 3

// fours prepares searches to be scanned together, and returns the rest: all where the kernel cannot.
func (x *Index) fours(group []*collector) (fours []*four, rest []*collector) {
	for len(group) >= minTogether {
		f, ok := x.fourPool.Get().(*four)
		if !ok {
			break
		}
		n := min(len(group), bitvec.Queries)
		f.Limits = [bitvec.Queries]int{}
		f.collectors = append(f.collectors[:0], group[:n]...)
		for i, c := range f.collectors {
			f.Set(i, c.q)
		}
		fours, group = append(fours, f), group[n:]
	}
	return fours, group
}

// scan is collector.scan for each, of those rows that are its own.
func (f *four) scan(filter *Filter, from, to int) {
	for from < to {
		end, wanted := to, false
		for _, c := range f.collectors { // up to where the rows of one begin or end
			for _, edge := range [...]int{c.in.from, c.in.to} {
				if from < edge {
					end = min(end, edge)
				}
			}
			wanted = wanted || c.in.from <= from && from < c.in.to
		}
		if wanted {
			f.scanPart(filter, from, end)
		}
		from = end
	}
}

// scanPart is scan for rows that are all of a collector's, or none.
func (f *four) scanPart(filter *Filter, from, to int) {
	first := from
	take := func(i int, b bitvec.Block) { f.collectors[i].addBlock(b) }
	for from < to {
		start, end := filter.nextRun(from, to)
		for from = start; from < end; {
			for i, c := range f.collectors {
				if f.Limits[i] = 0; c.in.from <= first && first < c.in.to {
					f.Limits[i] = c.limit()
				}
			}
			from = f.Scan(filter.words, from, end, take)
			for _, c := range f.collectors {
				c.tidy()
			}
		}
	}
}
