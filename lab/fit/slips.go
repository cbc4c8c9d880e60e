package main

import (
	"math/rand/v2"
	"regexp"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/forest"
)

// slips is how many names of a list are made slips of.
const slips = 1500

// word is a word that slips are made in.
var word = regexp.MustCompile(`[a-z]{5,}|[A-Z]{5,}|[A-Z][a-z]{4,}`)

// slipped returns names of a list with a slip of the pen in one word, and what they mean: labelled mentions are of
// published texts, where few are left.
func slipped(n *core.Normalizer) (out []forest.Mention) {
	c, rng := engine.Of(n).Contents(), rand.New(rand.NewPCG(1, 1))
	for tries := 0; len(out) < slips && tries < 20*slips; tries++ {
		row := rng.IntN(c.Names.Len())
		name := c.Names.At(row)
		words := word.FindAllStringIndex(name, -1)
		if len(words) == 0 || len(name) > 50 {
			continue
		}
		at := words[rng.IntN(len(words))]
		text := name[:at[0]] + slip(rng, name[at[0]:at[1]]) + name[at[1]:]
		if text != name {
			out = append(out, forest.Mention{Text: text, Entities: []int32{int32(c.RowEntity[row])}, Count: 1})
		}
	}
	return out
}

// itsNames returns names of a list as they stand, and what they mean.
func itsNames(n *core.Normalizer) (out []forest.Mention) {
	c, rng := engine.Of(n).Contents(), rand.New(rand.NewPCG(2, 1))
	for range 2 * slips {
		row := rng.IntN(c.Names.Len())
		out = append(out, forest.Mention{Text: c.Names.At(row), Entities: []int32{int32(c.RowEntity[row])}, Count: 1})
	}
	return out
}

// withSlips returns worlds of slips in a pack: of names that it has, and of those that it lacks.
func withSlips(pack, kind string, mass float64, n *core.Normalizer) []forest.World {
	has := forest.World{Name: "slips in " + pack, Kind: kind, Mass: mass, Pack: n, Mentions: slipped(n)}
	lacks := has
	lacks.Name, lacks.Absent = has.Name+", absent", true
	return []forest.World{has, lacks}
}

// slip swaps two letters of a word, leaves one out, types one twice or a wrong one.
func slip(rng *rand.Rand, word string) string {
	b := []byte(word)
	i := 1 + rng.IntN(len(b)-1)
	switch rng.IntN(4) {
	case 0:
		b[i-1], b[i] = b[i], b[i-1]
	case 1:
		return word[:i] + word[i+1:]
	case 2:
		return word[:i] + word[i-1:]
	default:
		b[i] = byte('a' + rng.IntN(26))
	}
	return string(b)
}
