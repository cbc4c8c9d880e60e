package binarize

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCheckFinite gives heads extreme weights and thresholds: they are refused, or
// score unit vectors with numbers.
func TestCheckFinite(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	accepted := 0
	for range 2000 {
		h := &Head{Bits: 64, Dim: 64, T: make([]float32, 64), Method: "ht"}
		if rng.IntN(2) == 0 {
			h.Dim, h.W = 16, make([]float32, 64*16)
			for i := range h.W {
				h.W[i] = BFloat16(float32(rng.NormFloat64()))
			}
			h.W[rng.IntN(len(h.W))] = BFloat16(float32(math.Ldexp(rng.Float64()-0.5, rng.IntN(270)-145)))
		}
		h.T[rng.IntN(64)] = float32(math.Ldexp(rng.Float64()-0.5, rng.IntN(276)-149))
		if h.Validate() != nil || h.CheckFinite() != nil {
			continue
		}
		accepted++
		v := make([]float32, h.Dim)
		v[rng.IntN(h.Dim)] = 1
		proj := h.Project(nil, v)
		var dot float32
		for _, x := range proj {
			dot += float32(x * x)
		}
		code := h.Encode(nil, v)
		if all := dot * float32(h.Bits); all-all != 0 {
			t.Fatalf("the projection has a squared length of %v", dot)
		}
		if s := NewQuery(proj).Score(code); s-s != 0 {
			t.Fatalf("a score of %v", s)
		}
	}
	if accepted < 500 || accepted > 1900 {
		t.Errorf("%d of 2000 are accepted: the test tries one side alone", accepted)
	}
	for _, huge := range []*Head{
		{Bits: 64, Dim: 64, T: slices.Repeat([]float32{-math.MaxFloat32}, 64)},
		{Bits: 64, Dim: 1, T: make([]float32, 64), W: slices.Repeat([]float32{BFloat16(1e38)}, 64)},
	} {
		if huge.CheckFinite() == nil {
			t.Errorf("thresholds of %v and weights of %v are accepted", huge.T[0], huge.W)
		}
	}
}
