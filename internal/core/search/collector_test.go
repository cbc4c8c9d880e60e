package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/normlet/normlet/internal/bitvec"
)

// TestKeptIsBounded keeps four rows for each one wanted, beside those of one scan, and no more.
func TestKeptIsBounded(t *testing.T) {
	for _, k := range []int{1, 5, 40} {
		c := newCollector(1000)
		c.reset(k, len(c.counts)-1)
		most := 0
		for row := range 1000 {
			c.add([]bitvec.Hit{{Row: int32(row), Distance: int32(1000 - row)}})
			most = max(most, len(c.kept))
		}
		if want := batchHits + 4*k + 3; most != want {
			t.Errorf("k=%d: %d rows were kept, want %d", k, most, want)
		}
		hits := c.appendSorted(nil)
		if len(hits) != k || hits[0] != (Hit{999, 1}) || hits[k-1] != (Hit{int32(1000 - k), int32(k)}) {
			t.Errorf("k=%d: %v", k, hits)
		}
	}
}

// TestLimit wants rows nearer than the k-th; those as near only if rows come in no order.
func TestLimit(t *testing.T) {
	c := newCollector(64)
	c.reset(2, 9)
	if c.limit() != 10 {
		t.Errorf("limit %d of a radius of 9", c.limit())
	}
	for i, want := range []int{10, 7, 5, 5, 3, 3} {
		distance := []int32{5, 7, 5, 4, 3, 3}[i]
		if i == 3 && int(distance) >= c.limit() {
			t.Errorf("a nearer row is not wanted")
		}
		c.take(bitvec.Hit{Row: int32(i), Distance: distance})
		if i == 3 {
			want = 5
		}
		if i == 4 {
			want = 4
		}
		if c.limit() != want {
			t.Errorf("limit %d after row %d, want %d", c.limit(), i, want)
		}
	}
	if c.reset(c.k, c.kth); c.kth != 3 || c.limit() != 4 || len(c.kept) != 0 || c.total != 0 || slices.Max(c.counts) != 0 {
		t.Errorf("after a reset: %+v", c)
	}
}

// TestBlock takes the rows of a block below the limit, which falls meanwhile.
func TestBlock(t *testing.T) {
	c := newCollector(64)
	c.reset(2, 9)
	b := bitvec.Block{Row: 100, Mask: 1<<1 | 1<<3 | 1<<4 | 1<<7, Distances: new([8]uint8)}
	b.Distances[1], b.Distances[2], b.Distances[3], b.Distances[4], b.Distances[7] = 6, 0, 5, 6, 1
	c.addBlock(b)
	if got, want := c.appendSorted(nil), []Hit{{107, 1}, {103, 5}}; !slices.Equal(got, want) || len(c.kept) != 3 {
		t.Errorf("%v of %d kept, want %v of 3", got, len(c.kept), want)
	}
}

// TestRuns skips the rows that a filter rules out in steps of runRows, and none beside.
func TestRuns(t *testing.T) {
	const rows = 10*runRows + 100
	x, err := New(make([]uint64, rows), 64, nil)
	if err != nil {
		t.Fatal(err)
	}
	allow := bitset.New(rows)
	for _, row := range []int{2*runRows - 1, 2 * runRows, 5 * runRows, 9*runRows - 1, rows - 1} {
		allow.Set(uint(row))
	}
	f, err := x.NewFilter(allow)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ from, to, start, end int }{
		{0, rows, runRows, 3 * runRows},
		{3 * runRows, rows, 5 * runRows, 6 * runRows},
		{6 * runRows, rows, 8 * runRows, 9 * runRows},
		{9 * runRows, rows, 10 * runRows, rows},
		{3 * runRows, 5 * runRows, 5 * runRows, 5 * runRows},
		{3*runRows + 64, 5*runRows + 128, 4*runRows + 64, 5*runRows + 64},
		{0, runRows + 64, runRows + 64, runRows + 64},
		{rows, rows, rows, rows},
	} {
		if start, end := f.nextRun(tt.from, tt.to); start != tt.start || end != tt.end {
			t.Errorf("from %d to %d: run [%d,%d), want [%d,%d)", tt.from, tt.to, start, end, tt.start, tt.end)
		}
	}
	for _, row := range []int{-1, 0, rows, rows + 1, 2*runRows - 2} {
		if f.has(row) {
			t.Errorf("row %d is allowed", row)
		}
	}
	if !f.has(rows-1) || !f.has(2*runRows) {
		t.Error("a row is not allowed")
	}
	word, err := New(make([]uint64, 64), 64, nil)
	if err != nil {
		t.Fatal(err)
	}
	if word.all.has(64) || word.all.has(-1) || !word.all.has(63) || !word.all.has(0) {
		t.Error("of 64 rows, 0 to 63 are allowed")
	}
}

// TestFours scans for four queries together, for three as well, and for two or one by themselves.
func TestFours(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for _, kernel := range bitvec.Kernels() {
		if !kernel.Runnable() {
			continue
		}
		x, err := newIndex(randomWords(r, 300), 64, kernel, nil)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 10 {
			group := make([]*collector, n)
			for i := range group {
				group[i] = x.ask([]uint64{uint64(i)}, 1)
			}
			fours, rest := x.fours(group)
			var sizes []int
			for _, f := range fours {
				sizes = append(sizes, len(f.collectors))
			}
			want := []string{"[] 0", "[] 1", "[] 2", "[3] 0", "[4] 0", "[4] 1", "[4] 2", "[4 3] 0", "[4 4] 0", "[4 4] 1"}[n]
			if x.fourPool.New == nil {
				want = fmt.Sprintf("[] %d", n)
			}
			if got := fmt.Sprint(sizes, " ", len(rest)); got != want {
				t.Errorf("%s: %d queries are scanned as %s, want %s", kernel.Name(), n, got, want)
			}
		}
	}
}

// TestBatches answers batches of every size around a group as single searches, with a subset of rows, too, and small ones after
// large ones, whose memory they reuse.
func TestBatches(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	const rows = 1400
	codes := randomWords(r, rows)
	indexes(t, codes, 64, func(name string, x *Index) {
		for _, n := range []int{0, 1, 3, groupSize - 1, groupSize, groupSize + 1, 2*groupSize + 5, 4, 2, 3} {
			qs := randomWords(r, n)
			for _, o := range []*Options{nil, {From: 64, To: 1280}, {Filter: randomFilter(t, r, x, 0.01)}} {
				got, err := x.NearestBatch(make([][]Hit, 2, 70), qs, 3, o)
				if err != nil || len(got) != n {
					t.Fatalf("%s: %d answers of %d queries, %v", name, len(got), n, err)
				}
				for i := range got {
					if want := naive(codes, qs[i:i+1], 3, o); !slices.Equal(got[i], want) {
						t.Fatalf("%s, query %d of %d: got %v, want %v", name, i, n, got[i], want)
					}
				}
			}
		}
	})
}

// TestBatchAllocatesLittle reuses the working memory of searches.
func TestBatchAllocatesLittle(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 46))
	codes, qs := randomWords(r, 500), randomWords(r, groupSize)
	indexes(t, codes, 64, func(name string, x *Index) {
		dst, err := x.NearestBatch(nil, qs, 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		if allocs := testing.AllocsPerRun(50, func() { dst, _ = x.NearestBatch(dst, qs, 3, nil) }); allocs > 3*groupSize/4 && !raceEnabled {
			t.Errorf("%s: %v allocations a batch of %d", name, allocs, groupSize)
		}
	})
}

// TestWidest takes codes of 64 to 4096 bits.
func TestWidest(t *testing.T) {
	for _, bits := range []int{64, 4096} {
		x, err := New(make([]uint64, 3*bits/64), bits, nil)
		if err != nil || x.bits != bits || x.Len() != 3 {
			t.Errorf("codes of %d bits: %v", bits, err)
		}
	}
}
