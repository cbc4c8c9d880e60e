package search

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSizeOrder sorts rows of several runs a size, some of them empty.
func TestSizeOrder(t *testing.T) {
	for _, rows := range []int{1, 100, 1 << runBits, 1<<runBits + 1, 3<<runBits + 77} {
		rng := rand.New(rand.NewPCG(uint64(rows), 0))
		sizes := make([]int, rows)
		for row := range sizes {
			sizes[row] = rng.IntN(4) * 4 // most sizes have no row
			if row>>runBits == 1 {
				sizes[row] = Sizes - 1 // and so have most runs
			}
		}
		o := newSizeOrder(rows, func(row int) int { return sizes[row] })
		want := make([]int32, rows)
		for row := range want {
			want[row] = int32(row)
		}
		slices.SortStableFunc(want, func(a, b int32) int { return sizes[a] - sizes[b] })
		if got := o.rows(); !slices.Equal(got, want) {
			t.Fatalf("%d rows: another order", rows)
		}
		for place, row := range want {
			if got := o.place(row); int(got) != place {
				t.Fatalf("%d rows: row %d is at place %d, not %d", rows, row, got, place)
			}
			if size := sizes[row]; place < o.starts[size] || place >= o.starts[size+1] {
				t.Fatalf("%d rows: size %d has places from %d to %d, not %d", rows, size, o.starts[size], o.starts[size+1], place)
			}
		}
	}
}
