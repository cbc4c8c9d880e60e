package binarize

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// randomHead returns a head as a fit would: Gaussian bfloat16 weights.
func randomHead(bits, dim int, seed uint64) *Head {
	rng := rand.New(rand.NewPCG(seed, 0))
	h := &Head{Bits: bits, Dim: dim, T: make([]float32, bits), Method: "rp"}
	h.W = make([]float32, bits*dim)
	for i := range h.W {
		h.W[i] = BFloat16(float32(rng.NormFloat64()))
	}
	for i := range h.T {
		h.T[i] = float32(rng.NormFloat64())
	}
	return h
}

// identityHead returns a hard threshold.
func identityHead(bits int, seed uint64) *Head {
	h := randomHead(bits, bits, seed)
	h.W, h.Method = nil, "ht"
	return h
}

func randomVector(dim int, seed uint64) []float32 {
	rng := rand.New(rand.NewPCG(seed, 1))
	v := make([]float32, dim)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return v
}

func heads() []*Head {
	return []*Head{
		identityHead(64, 1), identityHead(192, 2), randomHead(64, 1, 3), randomHead(128, 7, 4),
		randomHead(128, 128, 5), randomHead(256, 100, 6), randomHead(4096, 33, 7),
	}
}

func (h *Head) testName() string { return fmt.Sprintf("%s/%dx%d", h.Method, h.Bits, h.Dim) }

// TestProject compares with W v - T in float64.
func TestProject(t *testing.T) {
	for _, h := range heads() {
		t.Run(h.testName(), func(t *testing.T) {
			v := randomVector(h.Dim, 9)
			proj := h.Project(nil, v)
			if len(proj) != h.Bits {
				t.Fatalf("%d elements, want %d", len(proj), h.Bits)
			}
			for i, p := range proj {
				want := -float64(h.T[i])
				if h.W == nil {
					want += float64(v[i])
				} else {
					for j, w := range h.W[i*h.Dim : (i+1)*h.Dim] {
						want += float64(w) * float64(v[j])
					}
				}
				if math.Abs(float64(p)-want) > 1e-4 {
					t.Fatalf("element %d is %v, want %v", i, p, want)
				}
			}
		})
	}
}

// TestEncode requires the signs of the projection, bit 0 lowest.
func TestEncode(t *testing.T) {
	for _, h := range heads() {
		t.Run(h.testName(), func(t *testing.T) {
			for seed := range uint64(20) {
				v := randomVector(h.Dim, seed)
				proj, code := h.Project(nil, v), h.Encode(nil, v)
				if len(code) != h.Bits/64 || len(code) != h.Words() {
					t.Fatalf("%d words for %d bits", len(code), h.Bits)
				}
				for i, p := range proj {
					if got := code[i/64]>>(i%64)&1 == 1; got != (p > 0) {
						t.Fatalf("bit %d is %v, projection %v", i, got, p)
					}
				}
			}
		})
	}
}

// TestEncodeEdges: a bit needs more than its threshold, and NaN is not more.
func TestEncodeEdges(t *testing.T) {
	h := identityHead(64, 1)
	clear(h.T)
	h.T[0], h.T[1], h.T[2] = 1, math.SmallestNonzeroFloat32, -math.MaxFloat32
	tests := []struct {
		name  string
		value float32
		want  uint64
	}{
		{"zero", 0, 1 << 2},
		{"negative zero", float32(math.Copysign(0, -1)), 1 << 2},
		{"smallest", math.SmallestNonzeroFloat32, ^uint64(3)},
		{"next", 2 * math.SmallestNonzeroFloat32, ^uint64(1)},
		{"one", 1, ^uint64(1)},
		{"largest", math.MaxFloat32, ^uint64(0)},
		{"inf", float32(math.Inf(1)), ^uint64(0)},
		{"NaN", float32(math.NaN()), 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v := make([]float32, 64)
			for i := range v {
				v[i] = test.value
			}
			if got := h.Encode(nil, v)[0]; got != test.want {
				t.Errorf("%#x, want %#x", got, test.want)
			}
		})
	}
}

func TestEncodeAll(t *testing.T) {
	h := randomHead(128, 9, 1)
	rows := randomVector(9*5, 2)
	codes := h.EncodeAll(nil, rows)
	if len(codes) != 5*2 {
		t.Fatalf("%d words for 5 codes of 2", len(codes))
	}
	for i := range 5 {
		want := h.Encode(nil, rows[9*i:9*i+9])
		if codes[2*i] != want[0] || codes[2*i+1] != want[1] {
			t.Errorf("row %d: %x, want %x", i, codes[2*i:2*i+2], want)
		}
	}
	if got := h.EncodeAll(codes, nil); len(got) != 0 {
		t.Errorf("no rows gave %d words", len(got))
	}
}

// TestKnownCode pins the code of a fixed vector: any change of rounding, of the
// order of sums or of bits shows here, on every platform.
func TestKnownCode(t *testing.T) {
	h, v := &Head{Bits: 128, Dim: 50, T: make([]float32, 128), Method: "rp"}, make([]float32, 50)
	x := uint32(1)
	next := func() float32 { // exact in float32: multiples of 2^-12 in [-1, 1)
		x = x*1664525 + 1013904223
		return float32(int32(x)>>19) / 4096
	}
	for range h.Bits * h.Dim {
		h.W = append(h.W, BFloat16(next()))
	}
	for i := range v {
		v[i] = next() / 3
	}
	code := h.Encode(nil, v)
	var bits uint32
	for _, p := range h.Project(nil, v) {
		bits = bits*31 + math.Float32bits(p)
	}
	if got, want := fmt.Sprintf("%016x %08x", code, bits), "[3f18f03db37fb91e 8b79a898ebe098e9] f3e1f723"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestNoAllocations(t *testing.T) {
	h := randomHead(256, 64, 1)
	v := randomVector(64, 2)
	proj, code, query := h.Project(nil, v), h.Encode(nil, v), new(Query)
	query.Reset(proj)
	n := testing.AllocsPerRun(10, func() {
		proj = h.Project(proj, v)
		code = h.Encode(code, v)
		query.Reset(proj)
		query.Score(code)
	})
	if n != 0 {
		t.Errorf("%v allocations with buffers at hand, want 0", n)
	}
}

func TestWrongLength(t *testing.T) {
	h := randomHead(64, 8, 1)
	query := NewQuery(make([]float32, 64))
	calls := map[string]func(){
		"Encode":    func() { h.Encode(nil, make([]float32, 9)) },
		"Project":   func() { h.Project(nil, make([]float32, 7)) },
		"EncodeAll": func() { h.EncodeAll(nil, make([]float32, 9)) },
		"Score":     func() { query.Score(make([]uint64, 2)) },
		"Reset":     func() { query.Reset(make([]float32, 60)) },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("a wrong length went unnoticed")
				}
			}()
			call()
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, h := range []*Head{randomHead(128, 128, 1), randomHead(256, 256, 1)} {
		b.Run(h.testName(), func(b *testing.B) {
			v, code := randomVector(h.Dim, 1), make([]uint64, h.Words())
			for b.Loop() {
				code = h.Encode(code, v)
			}
		})
	}
}
