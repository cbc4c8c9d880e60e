package rank

import (
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/parallel"
)

type outcome struct {
	mention string
	gold    int32 // entity, or -1 for NIL
	rows    rows
	weight  float64 // number of mentions that it stands for
}

// condition says what the index lacks for a mention.
type condition int

const (
	known   condition = iota // nothing
	unknown                  // the rows of the name's normalized form
	absent                   // the entity
	conditions
)

// shares has the share of mentions for each condition.
type shares [conditions]float64

// conditionShares has small shares for the conditions about which made-up mentions teach little.
var conditionShares = shares{known: 0.92, unknown: 0.05, absent: 0.03}

func (s *shares) draw(rng *rand.Rand) condition {
	u := rng.Float64()
	for c, share := range s {
		if u -= share; u < 0 {
			return condition(c)
		}
	}
	return known
}

// shareAcronym is how often a name of several words is shortened to its initials.
const shareAcronym = 0.06

// sampler makes mentions and looks them up.
type sampler struct {
	n    *core.Normalizer
	cfg  Config
	pick func(*rand.Rand) int32
	rows [][]int32 // of each entity
	held [][]int32 // of each entity, those the encoder has not seen
}

func newSampler(n *core.Normalizer, cfg Config, weight []float64) *sampler {
	c := engine.Of(n).Contents()
	s := &sampler{n: n, cfg: cfg, pick: newPicker(c.IDs.Len(), weight)}
	s.rows, s.held = make([][]int32, c.IDs.Len()), make([][]int32, c.IDs.Len())
	for row, e := range c.RowEntity {
		s.rows[e] = append(s.rows[e], int32(row))
		if cfg.HeldOut == nil || cfg.HeldOut(c.IDs.At(int(e)), c.Names.At(row), c.RowKind[row]) {
			s.held[e] = append(s.held[e], int32(row))
		}
	}
	return s
}

// sample makes cfg.Mentions outcomes. Each has a random stream of its own.
func (s *sampler) sample() []outcome {
	out := make([]outcome, s.cfg.Mentions)
	parallel.Each(0, len(out), func(i int) { out[i] = s.one(rand.New(rand.NewPCG(s.cfg.Seed, uint64(i)))) })
	return out
}

func (s *sampler) one(rng *rand.Rand) outcome {
	cond := conditionShares.draw(rng)
	entity, row, cond := s.draw(rng, cond)
	name := engine.Of(s.n).Contents().Names.At(int(row))
	mention := name
	if short := score.Abbreviate(name); short != "" && rng.Float64() < shareAcronym {
		mention = short
	} else if s.cfg.Noise != nil {
		mention = s.cfg.Noise(name, rng)
	}
	return s.outcome(entity, name, mention, cond)
}

// draw chooses an entity and one of its names. An unknown synonym is a held-out name of an
// entity that has another one.
func (s *sampler) draw(rng *rand.Rand, cond condition) (entity, row int32, _ condition) {
	if cond == unknown {
		for range 200 {
			entity = s.pick(rng)
			if held := s.held[entity]; len(held) > 0 && len(s.rows[entity]) > 1 {
				return entity, held[rng.IntN(len(held))], unknown
			}
		}
		cond = known // this terminology has hardly any synonyms
	}
	entity = s.pick(rng)
	return entity, s.rows[entity][rng.IntN(len(s.rows[entity]))], cond
}

// outcome looks the mention up and drops the rows that the index lacks under the condition.
func (s *sampler) outcome(entity int32, name, mention string, cond condition) outcome {
	o := outcome{mention: mention, gold: -1, weight: 1}
	form, rows := names.Key(name), engine.Of(s.n).Candidates(mention)
	rows = slices.DeleteFunc(rows, func(c score.Candidate) bool {
		if c.Entity != entity {
			return false
		}
		if cond == absent || cond == unknown && names.Key(engine.Of(s.n).Contents().Names.At(int(c.Row))) == form {
			return true
		}
		o.gold = entity // else "none of these" is the truth
		return false
	})
	o.rows = packed(rows)
	return o
}

// newPicker returns a function that draws one of n entities: one time in ten any of them, else by weight, because people ask
// most for what they write most about.
func newPicker(n int, weight []float64) func(*rand.Rand) int32 {
	sums := make([]float64, n)
	total := 0.0
	for i := range sums {
		if weight != nil {
			total += weight[i]
		}
		sums[i] = total
	}
	return func(rng *rand.Rand) int32 {
		if total == 0 || rng.IntN(10) == 0 {
			return int32(rng.IntN(n))
		}
		u := rng.Float64() * total
		return int32(sort.Search(n-1, func(i int) bool { return sums[i] > u }))
	}
}
