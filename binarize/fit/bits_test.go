package fit

import (
	"math"

	"github.com/normlet/normlet/binarize"
)

// bitsOf returns of the codes of x how many bits are the same in all, and the mean over bits of |share of ones - 1/2|.
func bitsOf(h *binarize.Head, x Vectors) (constant int, imbalance float64) {
	codes, words := h.EncodeAll(nil, x.Data), h.Words()
	for b := range h.Bits {
		ones := 0
		for i := range x.Len() {
			ones += int(codes[i*words+b/64] >> (b % 64) & 1)
		}
		if ones == 0 || ones == x.Len() {
			constant++
		}
		imbalance += math.Abs(float64(ones)/float64(x.Len())-0.5) / float64(h.Bits)
	}
	return constant, imbalance
}
