package train

import (
	"math/rand/v2"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/mine"
)

type examples struct {
	names  []string
	entity []int32   // of each name
	of     [][]int32 // the names of each entity

	hard       []int32 // the names that each name is most easily taken for, nearest first, then mine.None; nil before they are mined
	neighbours int     // of each name in hard
}

func newExamples(t *data.Terminology) *examples {
	x := &examples{of: make([][]int32, len(t.Entities))}
	for e, entity := range trainedOn(t).Entities {
		for _, n := range entity.Names {
			x.of[e] = append(x.of[e], int32(len(x.names)))
			x.names = append(x.names, n.Text)
			x.entity = append(x.entity, int32(e))
		}
	}
	return x
}

func (x *examples) setHard(hard []int32, neighbours int) { x.hard, x.neighbours = hard, neighbours }

// negative returns a hard negative of a name, if it has any.
func (x *examples) negative(name int32, rng *rand.Rand) (int32, bool) {
	near := x.hard[int(name)*x.neighbours:][:x.neighbours]
	n := 0
	for n < len(near) && near[n] != mine.None {
		n++
	}
	if n == 0 {
		return 0, false
	}
	return near[rng.IntN(n)], true
}

// source draws batches: first halves of pairs, second halves, and perhaps negatives. They follow
// from the seed, the step and the hard negatives.
type source interface {
	perEpoch() int
	// begin draws the batch of a step, the first being 0, and returns how many
	// examples it has. Steps come in ascending order.
	begin(step int) int
	// text returns the text of example i. It may be called by several goroutines;
	// what is random comes from rng alone.
	text(i int, rng *rand.Rand) string
}

// synonyms draws pairs of two names of one entity, each written as people write names, and, once
// they are mined, hard negatives. In an epoch every name begins a pair once.
type synonyms struct {
	set      *examples
	pairs    int     // of a batch
	extras   int     // hard negatives in a batch
	order    []int32 // of the names
	shuffles *rand.Rand
	shuffled int     // epochs that order was shuffled for
	names    []int32 // first halves
	labels   []int32 // entity of each example
}

func newSynonyms(cfg Config, set *examples, pairs int) *synonyms {
	s := &synonyms{set: set, pairs: pairs, extras: cfg.extras(pairs), shuffles: rand.New(rand.NewPCG(cfg.Seed, 1))}
	s.order, s.labels = make([]int32, len(set.names)), make([]int32, 2*pairs+s.extras)
	for i := range s.order {
		s.order[i] = int32(i)
	}
	return s
}

func (s *synonyms) perEpoch() int { return len(s.order) / s.pairs }

func (s *synonyms) begin(step int) int {
	for ; s.shuffled <= step/s.perEpoch(); s.shuffled++ {
		s.shuffles.Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
	}
	s.names = s.order[step%s.perEpoch()*s.pairs:][:s.pairs]
	if s.set.hard == nil {
		return 2 * s.pairs
	}
	return 2*s.pairs + s.extras
}

func (s *synonyms) text(i int, rng *rand.Rand) string {
	name, half := s.names[i%s.pairs], i/s.pairs
	switch {
	case half == 1:
		names := s.set.of[s.set.entity[name]]
		name = names[rng.IntN(len(names))]
	case half > 1:
		var ok bool
		if name, ok = s.set.negative(name, rng); !ok {
			name = int32(rng.IntN(len(s.set.names))) // nobody takes it for another: any name will do
		}
	}
	s.labels[i] = s.set.entity[name]
	return Noise(s.set.names[name], rng)
}
