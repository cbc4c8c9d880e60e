package search

import (
	"math/rand/v2"
	"testing"

	"github.com/bits-and-blooms/bitset"
)

func randomWords(r *rand.Rand, n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = r.Uint64()
	}
	return out
}

// clustered draws codes near random centres, flipping 5 to 15 % of the bits: what names of one entity look like.
func clustered(r *rand.Rand, centres []uint64, rows, words int) []uint64 {
	out := make([]uint64, 0, rows*words)
	for range rows {
		c := r.IntN(len(centres)/words) * words
		rate := uint64(13 + r.IntN(26)) // of 256
		for _, w := range centres[c : c+words] {
			out = append(out, w^flips(r, rate))
		}
	}
	return out
}

// flips returns a word whose bits are set with probability rate/256.
func flips(r *rand.Rand, rate uint64) uint64 {
	var w uint64
	for bit := range 8 { // Horner's rule on the binary digits of the rate, least first
		if rate>>bit&1 != 0 {
			w |= r.Uint64()
		} else {
			w &= r.Uint64()
		}
	}
	return w
}

// randomFilter allows a share of the rows.
func randomFilter(t testing.TB, r *rand.Rand, x *Index, share float64) *Filter {
	t.Helper()
	allow := bitset.New(uint(x.Len()))
	for row := range x.Len() {
		if r.Float64() < share {
			allow.Set(uint(row))
		}
	}
	f, err := x.NewFilter(allow)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
