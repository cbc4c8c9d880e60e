package bitvec

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkPlain scans with the portable kernel, at limits of searches for few and for many neighbours.
func BenchmarkPlain(b *testing.B) {
	const rows = 123_590
	r := rand.New(rand.NewPCG(1, 2))
	for _, words := range []int{1, 2, 4, 8, 16} {
		codes, q, allow := randomCodes(r, rows*words), randomCodes(r, words), allowSet(r, rows, 1)
		t, err := NewTable(plain, codes, words, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, share := range []float64{0.16, 0.30, 0.36} { // of the bits
			b.Run(fmt.Sprintf("bits=%d/limit=%v", 64*words, share), func(b *testing.B) {
				var hits [64]Hit
				var query Query
				t.Prepare(&query, q)
				for b.Loop() {
					for from := 0; from < rows; {
						_, from = t.Scan(hits[:], &query, allow, from, rows, int(share*float64(64*words)))
					}
				}
			})
		}
	}
}
