// Package mentionstest makes mentions that benchmarks look up.
package mentionstest

import (
	"math/rand/v2"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train"
)

const count = 2000 // that Of makes

// Of returns names of the pack as people write them, always the same.
func Of(n *core.Normalizer) []string {
	rng := rand.New(rand.NewPCG(1, 2))
	names := engine.Of(n).Contents().Names
	out := make([]string, count)
	for i := range out {
		out[i] = train.Noise(names.At(rng.IntN(names.Len())), rng)
	}
	return out
}
