package sentence

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The words of made-up sentences, and how many one has.
const smallWords, smallLength = 200, 6

// Small returns made-up pairs to train and to test on, and random vectors of their words. The
// score of a pair is the share of common words.
func Small(pairs, dim int, seed uint64) (train, test []Pair, words *Vectors) {
	rng := rand.New(rand.NewPCG(seed, 13))
	words = &Vectors{Dim: dim, Word: map[string][]float32{}}
	list := make([]string, smallWords)
	for i := range list {
		list[i] = fmt.Sprintf("word%d", i)
		v := make([]float32, dim)
		for j := range v {
			v[j] = float32(rng.NormFloat64())
		}
		words.Word[list[i]] = v
	}
	pair := func() Pair {
		a, b := make([]string, smallLength), make([]string, smallLength)
		common := rng.IntN(smallLength + 1)
		for i := range a {
			a[i], b[i] = list[rng.IntN(smallWords)], list[rng.IntN(smallWords)]
			if i < common {
				b[i] = a[i]
			}
		}
		return Pair{float64(common) / smallLength, strings.Join(a, " "), strings.Join(b, " ")}
	}
	for range pairs {
		train, test = append(train, pair()), append(test, pair())
	}
	return train, test, words
}

// SmallLabelled returns made-up sentences of the words of Small. Two words in three are of the part
// of the vocabulary that belongs to their class.
func SmallLabelled(n, classes int, seed uint64) []Labelled {
	rng := rand.New(rand.NewPCG(seed, 23))
	out := make([]Labelled, n)
	for i := range out {
		out[i].Label = i % classes
		words := make([]string, smallLength)
		for j := range words {
			k := rng.IntN(smallWords)
			if rng.IntN(3) > 0 {
				k = k/classes*classes + out[i].Label
			}
			words[j] = fmt.Sprintf("word%d", min(k, smallWords-1))
		}
		out[i].Text = strings.Join(words, " ")
	}
	return out
}
