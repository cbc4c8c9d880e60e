package main

import (
	"math/rand/v2"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/lab/internal/forest"
)

// generalTerms returns the ends of names of a list that are no names in it: hypertension, of which a list may have the
// pulmonary kind alone. In English the end says what it is.
func generalTerms(n *core.Normalizer) (out []forest.Mention) {
	c, rng := engine.Of(n).Contents(), rand.New(rand.NewPCG(3, 1))
	known, seen := map[string]bool{}, map[string]bool{}
	for row := range c.Names.Len() {
		known[names.Key(c.Names.At(row))] = true
	}
	for tries := 0; len(out) < slips && tries < 20*slips; tries++ {
		words := strings.Fields(c.Names.At(rng.IntN(c.Names.Len())))
		if len(words) < 2 || strings.ContainsAny(words[len(words)-1], "0123456789()") {
			continue
		}
		text := strings.Join(words[1+rng.IntN(len(words)-1):], " ")
		if key := names.Key(text); len(key) > 3 && !known[key] && !seen[key] {
			seen[key] = true
			out = append(out, forest.Mention{Text: text, Count: 1})
		}
	}
	return out
}
