package search

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBound searches with a bound from a sample, for rows enough. Of one query, the sample has rows that are much nearer
// than all others: its bound is too low, and the scan has to be done again.
func TestBound(t *testing.T) {
	const rows, k, near = 3*sampleShare*sampleRows + 70, 160, 10
	r := rand.New(rand.NewPCG(47, 48))
	codes, qs := randomWords(r, 2*rows), randomWords(r, 2*6)
	for row := range near {
		copy(codes[2*row:], qs[:2])
		codes[2*row] ^= 1 << row
	}
	indexes(t, codes, 128, func(name string, x *Index) {
		some := randomFilter(t, r, x, 0.3)
		for _, o := range []*Options{nil, {Filter: some}, {From: 128, To: rows &^ 63}, {Filter: some, From: 64, To: sampleFrom + 64}} {
			batch, err := x.NearestBatch(nil, qs, k, o)
			if err != nil {
				t.Fatal(err)
			}
			for i := range batch {
				q := qs[2*i : 2*i+2]
				want := naive(codes, q, k, o)
				got, err := x.AppendNearest(nil, q, k, o)
				if err != nil || !slices.Equal(got, want) || !slices.Equal(batch[i], want) {
					t.Fatalf("%s, query %d, %+v: others than the %d nearest, %v", name, i, o, len(want), err)
				}
			}
		}
		for i, short := range []bool{true, false} {
			c := x.ask(qs[2*i:2*i+2], k)
			c.bound(x.table, subset{x.all, 0, rows})
			if c.scan(x.table, x.all, 0, rows); !c.bounded || c.total < k != short {
				t.Errorf("%s, query %d: %d rows within its bound, want fewer than %d: %v", name, i, c.total, k, short)
			}
		}
	})
}

// TestBatchOfRanges searches the rows of each query alone, as look-ups of several sizes do.
func TestBatchOfRanges(t *testing.T) {
	const rows, k = 20_000, 9
	r := rand.New(rand.NewPCG(49, 50))
	codes, qs := randomWords(r, 2*rows), randomWords(r, 2*11)
	indexes(t, codes, 128, func(name string, x *Index) {
		some := randomFilter(t, r, x, 0.4)
		for _, f := range []*Filter{x.all, some} {
			ranges := make([]subset, 11)
			for i := range ranges {
				from := 64 * r.IntN(rows/64)
				ranges[i] = subset{f, from, min(from+64*(1+r.IntN(200)), rows)}
			}
			ranges[3] = subset{f, 0, rows}
			dst := make([][]Hit, 11)
			x.nearestBatch(dst, qs, k, f, func(i int) subset { return ranges[i] })
			for i, got := range dst {
				o := &Options{Filter: f, From: ranges[i].from, To: ranges[i].to}
				if want := naive(codes, qs[2*i:2*i+2], k, o); !slices.Equal(got, want) {
					t.Fatalf("%s, query %d of rows %d to %d: got %v, want %v", name, i, o.From, o.To, got, want)
				}
			}
		}
	})
}
