package fit

import (
	"context"
	"testing"
)

// TestMoreBitsThanSigns: an autoencoder that starts from the signs of all elements and as many
// random directions keeps more neighbours than one that has the signs alone.
func TestMoreBitsThanSigns(t *testing.T) {
	x := clusters(1500, 64, 5)
	kept := map[int]float64{}
	for _, bits := range []int{64, 128} {
		h, r, err := Fit(context.Background(), Autoencoder, x, Config{Bits: bits, Start: StartSigns, Epochs: 3})
		if err != nil {
			t.Fatal(err)
		}
		if constant, _ := bitsOf(h, x); h.Bits != bits || h.Dim != 64 || constant != 0 {
			t.Errorf("%d bits of %d elements, %d of them constant; want %d of 64", h.Bits, h.Dim, constant, bits)
		}
		kept[bits] = r.Retention
	}
	if kept[128] <= kept[64] {
		t.Errorf("%v of the neighbours with 128 bits, %v with 64", kept[128], kept[64])
	}
}
