package binarize

import (
	"math"
	"math/rand/v2"
	"testing"
)

// naive is the sum in its mathematical form.
func naive(proj []float32, code []uint64) float64 {
	var sum float64
	for i, p := range proj {
		if code[i/64]>>(i%64)&1 == 1 {
			sum += float64(p)
		} else {
			sum -= float64(p)
		}
	}
	return sum
}

// asymmetric is the score without tables.
func asymmetric(proj []float32, code []uint64) float32 {
	var s [4]float32
	for w, word := range code {
		for j := range 16 {
			s[j%4] += nibbleSum(proj[64*w+4*j:], word>>(4*j))
		}
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// nibbleSum adds four elements of p with the signs of the low four bits.
func nibbleSum(p []float32, bits uint64) float32 {
	var v [4]float32
	for i := range v {
		v[i] = p[i]
		if bits>>i&1 == 0 {
			v[i] = -v[i]
		}
	}
	return (v[0] + v[1]) + (v[2] + v[3])
}

// TestScore requires the table form and the plain form to agree to the last bit,
// and both to be the sum they stand for.
func TestScore(t *testing.T) {
	query := new(Query) // used for all lengths, long before short
	for _, words := range []int{64, 16, 8, 4, 3, 2, 1, 0} {
		rng := rand.New(rand.NewPCG(uint64(words), 0))
		proj := randomVector(64*words, uint64(words))
		query.Reset(proj)
		code := make([]uint64, words)
		for range 50 {
			for w := range code {
				code[w] = rng.Uint64()
			}
			got, plain := query.Score(code), asymmetric(proj, code)
			if math.Float32bits(got) != math.Float32bits(plain) {
				t.Fatalf("%d words: Score %v, without tables %v", words, got, plain)
			}
			if want := naive(proj, code); math.Abs(float64(got)-want) > 1e-3 {
				t.Fatalf("%d words: %v, want %v", words, got, want)
			}
		}
	}
}

// TestScoreExact uses integers, whose sums are exact in any order.
func TestScoreExact(t *testing.T) {
	proj := make([]float32, 128)
	for i := range proj {
		proj[i] = float32(i + 1)
	}
	const all = 128 * 129 / 2
	tests := []struct {
		code [2]uint64
		want float32
	}{
		{[2]uint64{0, 0}, -all},
		{[2]uint64{^uint64(0), ^uint64(0)}, all},
		{[2]uint64{1, 0}, -all + 2*1},
		{[2]uint64{1 << 63, 1}, -all + 2*(64+65)},
		{[2]uint64{0, 1 << 63}, -all + 2*128},
	}
	for _, test := range tests {
		if got := NewQuery(proj).Score(test.code[:]); got != test.want {
			t.Errorf("%x: %v, want %v", test.code, got, test.want)
		}
	}
}

// TestScoreOwnCode: no code fits a projection better than its own signs.
func TestScoreOwnCode(t *testing.T) {
	h := randomHead(128, 30, 1)
	v := randomVector(30, 2)
	query, own := NewQuery(h.Project(nil, v)), h.Encode(nil, v)
	best := query.Score(own)
	for bit := range h.Bits {
		own[bit/64] ^= 1 << (bit % 64)
		if got := query.Score(own); got > best {
			t.Errorf("with bit %d flipped %v, more than %v", bit, got, best)
		}
		own[bit/64] ^= 1 << (bit % 64)
	}
}

// BenchmarkScore prepares a query and scores 128 candidates, as one mention does.
func BenchmarkScore(b *testing.B) {
	for _, words := range []int{1, 2, 4} {
		b.Run([]string{1: "64x128", 2: "128x128", 4: "256x128"}[words], func(b *testing.B) {
			proj, codes := randomVector(64*words, 1), make([]uint64, 128*words)
			rng := rand.New(rand.NewPCG(1, 2))
			for i := range codes {
				codes[i] = rng.Uint64()
			}
			var query Query
			for b.Loop() {
				query.Reset(proj)
				for i := 0; i < len(codes); i += words {
					query.Score(codes[i : i+words])
				}
			}
		})
	}
}
