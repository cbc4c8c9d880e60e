package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/normlet/normlet/internal/bitvec"
)

// benchRows is the number of names of a typical terminology.
const benchRows = 123_590

// benchCodes are codes and queries near the same 20,000 centres.
func benchCodes(rows, bits, queries int) (codes, qs []uint64) {
	r := rand.New(rand.NewPCG(7, uint64(bits)))
	centres := randomWords(r, 20_000*bits/64)
	return clustered(r, centres, rows, bits/64), clustered(r, centres, queries, bits/64)
}

// BenchmarkNearest compares every runnable kernel; lab search has the time to read the same bytes once, too.
func BenchmarkNearest(b *testing.B) {
	for _, bits := range []int{64, 128, 256, 512, 1024} {
		codes, qs := benchCodes(benchRows, bits, 256)
		words := bits / 64
		for _, kernel := range bitvec.Kernels() {
			if !kernel.Runnable() {
				continue
			}
			x, err := newIndex(codes, bits, kernel, nil)
			if err != nil {
				b.Fatal(err)
			}
			for _, k := range []int{10, 128} {
				b.Run(fmt.Sprintf("bits=%d/%s/k=%d", bits, kernel.Name(), k), func(b *testing.B) {
					b.SetBytes(int64(len(codes) * 8))
					var hits []Hit
					for i := 0; b.Loop(); i = (i + 1) % 256 {
						hits, _ = x.AppendNearest(hits[:0], qs[i*words:][:words], k, nil)
					}
				})
			}
		}
		b.Run(fmt.Sprintf("bits=%d/bitset-pairwise/k=10", bits), func(b *testing.B) { benchBitset(b, codes, qs, words) })
	}
}

// BenchmarkFilter compares a scan of all rows with scans of random shares of them.
func BenchmarkFilter(b *testing.B) {
	codes, qs := benchCodes(benchRows, 256, 256)
	for _, kernel := range bitvec.Kernels() {
		if !kernel.Runnable() {
			continue
		}
		x, err := newIndex(codes, 256, kernel, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, share := range []float64{1, 0.99, 0.1, 0.01} {
			o := &Options{Filter: randomFilter(b, rand.New(rand.NewPCG(1, 1)), x, share)}
			b.Run(fmt.Sprintf("%s/allowed=%v", kernel.Name(), share), func(b *testing.B) { benchQueries(b, x, qs, 10, o) })
		}
	}
}

// BenchmarkBatch reports the time of one query in a batch of 256, to compare with BenchmarkNearest.
func BenchmarkBatch(b *testing.B) {
	for _, bits := range []int{64, 128, 256} {
		codes, qs := benchCodes(benchRows, bits, 256)
		for _, kernel := range bitvec.Kernels() {
			if !kernel.Runnable() {
				continue
			}
			x, err := newIndex(codes, bits, kernel, nil)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("bits=%d/%s", bits, kernel.Name()), func(b *testing.B) {
				var dst [][]Hit
				for b.Loop() {
					dst, _ = x.NearestBatch(dst, qs, 10, nil)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*256), "ns/query")
			})
		}
	}
}

// benchBitset scans with the distance of a general bit set library, for comparison.
func benchBitset(b *testing.B, codes, qs []uint64, words int) {
	b.SetBytes(int64(len(codes) * 8))
	sets := make([]*bitset.BitSet, len(codes)/words)
	for i := range sets {
		sets[i] = bitset.From(codes[i*words : (i+1)*words])
	}
	c := newCollector(words * 64)
	for i := 0; b.Loop(); i = (i + 1) % 256 {
		q := bitset.From(qs[i*words:][:words])
		c.reset(10, 64*words)
		for row, s := range sets {
			if d := int(q.SymmetricDifferenceCardinality(s)); d < c.limit() {
				c.add([]bitvec.Hit{{Row: int32(row), Distance: int32(d)}})
			}
		}
		c.appendSorted(nil)
	}
}

func benchQueries(b *testing.B, x *Index, qs []uint64, k int, o *Options) {
	var hits []Hit
	var err error
	for i := 0; b.Loop(); i = (i + 1) % (len(qs) / x.words) {
		if hits, err = x.AppendNearest(hits[:0], qs[i*x.words:][:x.words], k, o); err != nil {
			b.Fatal(err)
		}
	}
}
