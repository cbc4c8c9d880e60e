package search

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestScanParts has several goroutines scan, where rows tie and parts are small, empty or filtered.
func TestScanParts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, rows := range []int{1, 64, 65, 1000, 4096 + 3} {
		const bits, words = 128, 2
		codes := clustered(r, randomWords(r, 5*words), rows, words)
		copy(codes, codes[len(codes)/2:]) // every distance twice
		indexes(t, codes, bits, func(name string, x *Index) {
			for _, o := range []*Options{nil, {Filter: randomFilter(t, r, x, 0.3)}, {From: min(64, rows&^63), To: rows}} {
				for _, k := range []int{1, 10, 160} {
					q := clustered(r, codes, 1, words)
					in, err := x.check(q, 1, o)
					if err != nil {
						t.Fatal(err)
					}
					for parts := 2; parts < 5; parts++ {
						got := x.scanParts([]Hit{{-1, -1}}, x.ask(q, k), in, parts)
						if want := append([]Hit{{-1, -1}}, naive(codes, q, k, o)...); !slices.Equal(got, want) {
							t.Fatalf("%s, %d rows, k %d, %d parts: %v, want %v", name, rows, k, parts, got, want)
						}
					}
				}
			}
		})
	}
}
