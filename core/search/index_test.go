package search

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/bitvec"
)

// naive is the definition of a search: count every row, sort all, cut.
func naive(codes []uint64, words int, q []uint64, k, radius int, allow func(row int) bool) []Hit {
	var hits []Hit
	for row := range len(codes) / words {
		d := bitvec.Distance(q, codes[row*words:][:words])
		if d <= radius && allow(row) {
			hits = append(hits, Hit{int32(row), int32(d)})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Row, b.Row))
	})
	return hits[:max(0, min(k, len(hits)))]
}

func everyRow(int) bool { return true }

func clusteredCodes(r *rand.Rand, rows, words, centres int) []uint64 {
	return clustered(r, randomWords(r, centres*words), rows, words)
}

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

func TestNearestMatchesNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, kernel := range bitvec.Kernels() {
		if !kernel.Runnable() {
			t.Logf("kernel %s NOT RUN: this machine lacks its instructions", kernel.Name())
			continue
		}
		for _, bits := range []int{64, 128, 192, 256, 512, 1024, 1088} {
			for _, rows := range []int{0, 1, 7, 8, 9, 63, 64, 65, 1000, 3001} {
				codes := clusteredCodes(r, rows, bits/64, 50)
				x, err := newIndex(codes, bits, kernel, Config{})
				if err != nil {
					t.Fatal(err)
				}
				q := clusteredCodes(r, 1, bits/64, 1)
				if rows > 0 {
					q = slices.Clone(codes[:bits/64])
				}
				for _, k := range []int{-1, 0, 1, 10, 128, rows, rows + 5} {
					got, err := x.AppendNearest(nil, q, k, nil)
					if err != nil {
						t.Fatal(err)
					}
					if want := naive(codes, bits/64, q, k, bits, everyRow); !slices.Equal(got, want) {
						t.Fatalf("%s %d bits %d rows k=%d:\n got %v\nwant %v", kernel.Name(), bits, rows, k, got, want)
					}
				}
			}
		}
	}
}
