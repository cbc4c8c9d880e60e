package sentence

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Small returns made-up pairs to train and to test on, and random vectors of their words. The
// score of a pair is the share of common words.
func Small(pairs, dim int, seed uint64) (train, test []Pair, words *Vectors) {
	const vocabulary, length = 200, 6
	rng := rand.New(rand.NewPCG(seed, 13))
	words = &Vectors{Dim: dim, Word: map[string][]float32{}}
	list := make([]string, vocabulary)
	for i := range list {
		list[i] = fmt.Sprintf("word%d", i)
		v := make([]float32, dim)
		for j := range v {
			v[j] = float32(rng.NormFloat64())
		}
		words.Word[list[i]] = v
	}
	pair := func() Pair {
		a, b := make([]string, length), make([]string, length)
		common := rng.IntN(length + 1)
		for i := range a {
			a[i], b[i] = list[rng.IntN(vocabulary)], list[rng.IntN(vocabulary)]
			if i < common {
				b[i] = a[i]
			}
		}
		return Pair{float64(common) / length, strings.Join(a, " "), strings.Join(b, " ")}
	}
	for range pairs {
		train, test = append(train, pair()), append(test, pair())
	}
	return train, test, words
}
