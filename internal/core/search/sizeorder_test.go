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
		lengths := make([]int, rows)
		sizes := make([]int, rows)
		for row := range sizes {
			lengths[row] = 1 << (2 * rng.IntN(3)) // most sizes have no row
			if row>>runBits == 1 {
				lengths[row] = 1000 // and so have most runs
			}
			sizes[row] = SizeOf(lengths[row])
		}
		o, got := newSizeOrder(rows, func(row int) int { return lengths[row] })
		want := make([]int32, rows)
		for row := range want {
			want[row] = int32(row)
		}
		slices.SortStableFunc(want, func(a, b int32) int { return sizes[a] - sizes[b] })
		if !slices.Equal(got, want) {
			t.Fatalf("%d rows: another order", rows)
		}
		for place, row := range want {
			if got, there := o.place(row), o.row(int32(place)); int(got) != place || there != row {
				t.Fatalf("%d rows: row %d is at place %d, not %d, where %d is", rows, row, got, place, there)
			}
			if size := sizes[row]; place < o.starts[size] || place >= o.starts[size+1] {
				t.Fatalf("%d rows: size %d has places from %d to %d, not %d", rows, size, o.starts[size], o.starts[size+1], place)
			}
		}
	}
}
