package codesearch

import "math/rand/v2"

const centres = 20_000

// Flip rates, of 256.
const (
	leastRate = 13 // 5 %
	mostRate  = 38 // 15 %
)

// source draws codes.
type source struct {
	rng     *rand.Rand
	words   int
	centres []uint64
}

func newSource(bits int) *source {
	s := &source{rng: rand.New(rand.NewPCG(7, uint64(bits))), words: bits / 64}
	s.centres = s.random(centres)
	return s
}

// random returns n codes without neighbours.
func (s *source) random(n int) []uint64 {
	out := make([]uint64, n*s.words)
	for i := range out {
		out[i] = s.rng.Uint64()
	}
	return out
}

func (s *source) clustered(dst []uint64) []uint64 {
	for i := 0; i < len(dst); i += s.words {
		c := s.rng.IntN(centres) * s.words
		rate := uint64(leastRate + s.rng.IntN(mostRate-leastRate+1))
		for j := range s.words {
			dst[i+j] = s.centres[c+j] ^ s.flips(rate)
		}
	}
	return dst
}

// rows returns a bit set of a share of n rows.
func (s *source) rows(n int, share float64) []uint64 {
	set := make([]uint64, (n+63)/64)
	for row := range n {
		if s.rng.Float64() < share {
			set[row/64] |= 1 << (row % 64)
		}
	}
	return set
}

// flips returns a word whose bits are set with probability rate/256, by Horner's rule on the binary digits of the rate.
func (s *source) flips(rate uint64) uint64 {
	var w uint64
	for bit := range 8 {
		if r := s.rng.Uint64(); rate>>bit&1 != 0 {
			w |= r
		} else {
			w &= r
		}
	}
	return w
}
