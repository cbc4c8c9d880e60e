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
	k = min(k, in.filter.count)
	for i := range dst {
		dst[i] = dst[i][:0]
	}
	if k <= 0 {
		return dst, nil
	}
	for i := 0; i < n; i += groupSize {
		end := min(i+groupSize, n)
		x.nearestGroup(dst[i:end], qs[i*x.words:end*x.words], k, in)
	}
	return dst, nil
}

// nearestGroup answers at most groupSize queries tile by tile.
func (x *Index) nearestGroup(dst [][]Hit, qs []uint64, k int, in subset) {
	var group [groupSize]*collector
	for i := range dst {
		group[i] = x.pool.Get().(*collector)
		group[i].reset(qs[i*x.words:(i+1)*x.words], k, x.bits)
	}
	fours, rest := x.fours(group[:len(dst)])
	rows := max(tileMinRow, tileBytes/(8*x.words)&^(tileMinRow-1))
	for from := in.from; from < in.to; from += rows {
		to := min(from+rows, in.to)
		for _, f := range fours {
			f.scan(in.filter, from, to)
		}
		for _, c := range rest {
			c.scan(x.table, in.filter, from, to)
		}
	}
	for i, c := range group[:len(dst)] {
		dst[i] = c.appendSorted(dst[i])
		x.pool.Put(c)
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
const minTogether = 2

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

// scan is collector.scan for each.
func (f *four) scan(filter *Filter, from, to int) {
	take := func(i int, g bitvec.Group) { f.collectors[i].addGroup(g) }
	for from < to {
		start, end := filter.nextRun(from, to)
		for from = start; from < end; {
			for i, c := range f.collectors {
				f.Limits[i] = c.limit()
			}
			from = f.Scan(filter.words, from, end, take)
			for _, c := range f.collectors {
				c.tidy()
			}
		}
	}
}
