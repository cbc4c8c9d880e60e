package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
)

// count is how many mentions there are.
const count = 1000

// writeMentions writes names of the pack as people write them, and some nobody would: the same ones on every platform.
func writeMentions(w io.Writer, n *core.Normalizer) {
	names := engine.Of(n).Contents().Names
	rng := rand.New(rand.NewPCG(20608, 96854))
	for i := range count {
		name := names.At(rng.IntN(names.Len()))
		for range i % 4 {
			name = noisy(rng, name)
		}
		fmt.Fprintln(w, name)
	}
}

var greek = strings.NewReplacer("alpha", "α", "beta", "β", "gamma", "γ", "kappa", "κ", "delta", "δ")

// noisy changes one thing in a name.
func noisy(rng *rand.Rand, name string) string {
	runes := []rune(name)
	at := rng.IntN(len(runes) + 1)
	switch rng.IntN(7) {
	case 0:
		return strings.ToLower(name)
	case 1:
		return greek.Replace(name)
	case 2: // a hyphen more
		return string(runes[:at]) + "-" + string(runes[at:])
	case 3: // a letter less
		if len(runes) > 1 {
			at = min(at, len(runes)-1)
			return string(runes[:at]) + string(runes[at+1:])
		}
	case 4: // two letters swapped
		if at+1 < len(runes) {
			runes[at], runes[at+1] = runes[at+1], runes[at]
		}
		return string(runes)
	case 5: // a letter from outside the plane that most are in
		return string(runes[:at]) + "🧬" + string(runes[at:])
	case 6:
		return "human " + name
	}
	return name
}
