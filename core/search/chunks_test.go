package search

import "testing"

// TestChunksOf has about as many values in a chunk as there are rows, and none of more than maxChunkBits bits.
func TestChunksOf(t *testing.T) {
	for _, tt := range []struct{ rows, bits, want int }{
		{0, 64, 64}, {1, 64, 40}, {1000, 64, 6}, {1022, 128, 13}, {1 << 20, 256, 13},
		{1 << 24, 64, 3}, {1 << 26, 64, 3}, {1 << 26, 128, 6}, {1 << 26, 192, 8}, {1 << 30, 256, 11},
	} {
		if got := chunksOf(tt.rows, tt.bits); got != tt.want {
			t.Errorf("%d rows of %d bits: %d chunks, want %d", tt.rows, tt.bits, got, tt.want)
		}
	}
}
