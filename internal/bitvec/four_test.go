package bitvec

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// scanFourAll resumes a scan of four queries until its range is done.
func scanFourAll(t *testing.T, f *Four, allow []uint64, from, to int) (out [Queries][]Hit) {
	t.Helper()
	for from < to {
		next := f.Scan(allow, from, to, func(i int, b Block) {
			for mask := b.Mask; mask != 0; mask &= mask - 1 {
				lane := bits.TrailingZeros32(mask)
				out[i] = append(out[i], Hit{int32(b.Row + lane), int32(b.Distances[lane])})
			}
		})
		if next <= from || next > to {
			t.Fatalf("Scan of [%d,%d): next=%d", from, to, next)
		}
		from = next
	}
	return out
}

// checkFour compares a scan of four queries with the definition. It does nothing where the kernel has none.
func checkFour(t *testing.T, table *Table, codes, qs, allow []uint64, limits [Queries]int) {
	t.Helper()
	f := table.NewFour()
	if f == nil {
		return
	}
	words := len(qs) / Queries
	f.Limits = limits
	for i := range Queries {
		f.Set(i, qs[(i+1)%Queries*words:][:words]) // replaced by the next one
		f.Set(i, qs[i*words:][:words])
	}
	for _, from := range []int{0, 64} {
		if from > table.Rows() {
			continue
		}
		got := scanFourAll(t, f, allow, from, table.Rows())
		for i := range Queries {
			want := naiveScan(codes, qs[i*words:][:words], allow, from, table.Rows(), limits[i])
			if !slices.Equal(got[i], want) {
				t.Fatalf("%d x %d words, from %d, query %d, limit %d:\n got %v\nwant %v", table.Rows(), words, from, i, limits[i], got[i], want)
			}
		}
	}
}

func TestFourMatchesNaive(t *testing.T) {
	runnable(t, func(t *testing.T, k *Kernel) {
		r := rand.New(rand.NewPCG(5, 5))
		for _, words := range testWidths {
			for _, rows := range testRows {
				codes, qs := randomCodes(r, rows*words), randomCodes(r, Queries*words)
				table, err := NewTable(k, codes, words, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, share := range []float64{1, 0.3} {
					allow := allowSet(r, rows, share)
					for _, limits := range [][Queries]int{{0, 0, 0, 0}, {words * 32, 0, 1, 1 << 30}, {words*32 + 4, words * 32, words*32 - 4, words * 64}} {
						checkFour(t, table, codes, qs, allow, limits)
					}
				}
			}
		}
	})
}

// TestFourExtremes has the largest sums: all bits differ, for some of the queries.
func TestFourExtremes(t *testing.T) {
	runnable(t, func(t *testing.T, k *Kernel) {
		for _, words := range testWidths {
			zeros, ones := make([]uint64, words), slices.Repeat([]uint64{^uint64(0)}, words)
			for _, codes := range [][]uint64{slices.Repeat(zeros, 70), slices.Repeat(ones, 70)} {
				table, err := NewTable(k, codes, words, nil)
				if err != nil {
					t.Fatal(err)
				}
				for set := range 1 << Queries {
					var qs []uint64
					for i := range Queries {
						qs = append(qs, [][]uint64{zeros, ones}[set>>i&1]...)
					}
					full := words*64 + 1
					checkFour(t, table, codes, qs, allowSet(rand.New(rand.NewPCG(6, 6)), 70, 1), [Queries]int{full, full, full, full})
					checkFour(t, table, codes, qs, allowSet(rand.New(rand.NewPCG(6, 6)), 70, 1), [Queries]int{full - 1, 1, full - 1, 1})
				}
			}
		}
	})
}
