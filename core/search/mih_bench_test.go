package search

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// largeRows are the sizes of BenchmarkLarge; NORMLET_BENCH_ROWS sets another, since ten million rows need a gigabyte.
func largeRows(b *testing.B) []int {
	s := os.Getenv("NORMLET_BENCH_ROWS")
	if s == "" {
		return []int{2_400_000}
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		b.Fatalf("NORMLET_BENCH_ROWS: %v", err)
	}
	return []int{n}
}

// BenchmarkLarge compares scan and hash tables beyond the caches, for queries with near, usual and no neighbours.
func BenchmarkLarge(b *testing.B) {
	for _, rows := range largeRows(b) {
		for _, bits := range []int{128, 256} {
			words := bits / 64
			r := rand.New(rand.NewPCG(11, uint64(bits)))
			centres := randomWords(r, 20_000*words)
			codes := clustered(r, centres, rows, words)
			x, err := New(codes, bits, nil)
			if err != nil {
				b.Fatal(err)
			}
			for _, q := range []struct {
				name string
				qs   []uint64
			}{
				{"stored+3%", disturbed(r, codes, words, 8)},
				{"centre+5%", disturbed(r, centres, words, 13)},
				{"centre+5-15%", clustered(r, centres, 64, words)},
				{"random", randomWords(r, 64*words)},
			} {
				for _, k := range []int{1, 10, 128} {
					for _, scan := range []bool{true, false} {
						name := fmt.Sprintf("rows=%d/bits=%d/%s/k=%d/scan=%t", rows, bits, q.name, k, scan)
						b.Run(name, func(b *testing.B) { benchQueries(b, x, q.qs, k, &Options{Scan: scan}) })
					}
				}
			}
		}
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

// disturbed draws 64 of the codes and flips each bit with probability rate/256.
func disturbed(r *rand.Rand, codes []uint64, words int, rate uint64) []uint64 {
	var out []uint64
	for range 64 {
		at := r.IntN(len(codes)/words) * words
		for _, w := range codes[at : at+words] {
			out = append(out, w^flips(r, rate))
		}
	}
	return out
}
