package readsum

import (
	"math/rand/v2"
	"testing"
)

func TestOf(t *testing.T) {
	rng, words := rand.New(rand.NewPCG(3, 3)), make([]uint64, 1000)
	for i := range words {
		words[i] = rng.Uint64()
	}
	for _, n := range []int{0, 1, 3, 4, 31, 32, 33, 64, 100, 999} {
		var want uint64
		for _, w := range words[1 : 1+n] {
			want += w
		}
		if got := Of(words[1 : 1+n]); got != want {
			t.Errorf("sum of %d words: %d, want %d", n, got, want)
		}
	}
}
