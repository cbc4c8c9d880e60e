package search

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
	filter, err := x.check(qs, n, o)
	if err != nil {
		return dst, err
	}
	if n <= cap(dst) {
		dst = dst[:n]
	} else {
		dst = append(dst[:cap(dst)], make([][]Hit, n-cap(dst))...)
	}
	k = min(k, filter.count)
	for i := range dst {
		dst[i] = dst[i][:0]
	}
	if k <= 0 {
		return dst, nil
	}
	for i := 0; i < n; i += groupSize {
		end := min(i+groupSize, n)
		x.nearestGroup(dst[i:end], qs[i*x.words:end*x.words], k, filter)
	}
	return dst, nil
}

// nearestGroup answers at most groupSize queries tile by tile.
func (x *Index) nearestGroup(dst [][]Hit, qs []uint64, k int, filter *Filter) {
	var group [groupSize]*collector
	for i := range dst {
		group[i] = x.pool.Get().(*collector)
		group[i].reset(qs[i*x.words:(i+1)*x.words], k)
	}
	rows := max(tileMinRow, tileBytes/(8*x.words)&^(tileMinRow-1))
	for from := 0; from < x.Len(); from += rows {
		for _, c := range group[:len(dst)] {
			c.scan(x.table, filter, from, min(from+rows, x.Len()))
		}
	}
	for i, c := range group[:len(dst)] {
		dst[i] = c.appendSorted(dst[i])
		x.pool.Put(c)
	}
}
