package binarize

import (
	"slices"
	"testing"
)

// TestSigns compares Signs of a projection with Encode, and its own edges.
func TestSigns(t *testing.T) {
	h := &Head{Bits: 128, Dim: 128, T: make([]float32, 128), Method: "ht"}
	v := make([]float32, 128)
	for i := range v {
		v[i] = float32(i%5 - 2)
		h.T[i] = float32(i%3 - 1)
	}
	got := Signs([]uint64{1, 2, 3}, h.Project(nil, v))
	if want := h.Encode(nil, v); !slices.Equal(got, want) {
		t.Errorf("Signs gives %x, Encode %x", got, want)
	}
	proj := make([]float32, 64)
	proj[0], proj[63] = -1, 1e-40 // denormal
	if got := Signs(nil, proj); !slices.Equal(got, []uint64{1 << 63}) {
		t.Errorf("got %x, want only bit 63", got)
	}
}
