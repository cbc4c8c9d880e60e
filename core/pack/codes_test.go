package pack

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// TestDifferences undoes what it does, in rows of one word and of two.
func TestDifferences(t *testing.T) {
	for _, bits := range []int{64, 128} {
		c := &Contents{Bits: bits, Codes: []uint64{1, 2, 4, 8, 16, 32}}
		want := map[int][]uint64{64: {1, 3, 6, 12, 24, 48}, 128: {1, 2, 5, 10, 20, 40}}[bits]
		before := slices.Clone(c.Codes)
		if got := c.differences(); !slices.Equal(got, want) || !slices.Equal(c.Codes, before) {
			t.Errorf("%d bits: %v, want %v", bits, got, want)
		}
		for _, file := range [][]byte{nil, wire.AppendUint64s(nil, want)} { // another's memory, and the file's own
			c.Codes, c.chained = slices.Clone(want), true
			if file != nil {
				c.Codes = wordsOf(file)
			}
			for range 2 { // once only
				if c.undoDifferences(file); !slices.Equal(c.Codes, before) {
					t.Errorf("%d bits: back to %v", bits, c.Codes)
				}
			}
			if file != nil && !slices.Equal(wordsOf(file), want) {
				t.Errorf("%d bits: the file was changed", bits)
			}
		}
	}
}
