package train

import (
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
	"github.com/normlet/normlet/train/data"
)

type examples struct {
	names  []string
	entity []int32   // of each name: the first that is the same thing
	of     [][]int32 // the names of each entity, and of all that are the same thing
	kind   []int32   // of each name: its namespace, counted from 0
	kinds  int       // namespaces
}

func newExamples(t *data.Terminology) *examples {
	x := &examples{of: make([][]int32, len(t.Entities))}
	same, kinds := t.SameThings(), map[string]int32{}
	for e, entity := range trainedOn(t).Entities {
		kind, ok := kinds[entity.Namespace]
		if !ok {
			kind = int32(len(kinds))
			kinds[entity.Namespace] = kind
		}
		for _, n := range entity.Names {
			x.of[same[e]] = append(x.of[same[e]], int32(len(x.names)))
			x.names, x.entity, x.kind = append(x.names, n.Text), append(x.entity, same[e]), append(x.kind, kind)
		}
	}
	x.kinds = len(kinds)
	return x
}

// trainedOn returns t without the names that are held out.
func trainedOn(t *data.Terminology) *data.Terminology {
	kept := &data.Terminology{Entities: make([]data.Entity, len(t.Entities))}
	for i, e := range t.Entities {
		names := e.Names
		e.Names = nil
		for _, n := range names {
			if !HeldOut(e.ID, n.Text, n.Kind) {
				e.Names = append(e.Names, n)
			}
		}
		kept.Entities[i] = e
	}
	return kept
}

// Synonyms is the Task without an Objective: pairs of two names of one entity, each written as people
// write names. In an epoch every name of a terminology begins a pair once; of several namespaces, each
// has its share. The loss is InfoNCE.
type Synonyms struct {
	// Compare is the loss of the first halves of pairs, the rows of a, against their second halves,
	// the rows of b. la and lb say of which entities they are. It sets da and db to the gradients.
	Compare func(da, db, a, b nn.Matrix, la, lb []int32) float64

	set    *examples
	pairs  int     // of a batch
	first  drawer  // of the names that begin pairs
	names  []int32 // first halves
	labels []int32 // entity of each example
}

// drawer draws the names that begin the pairs of a batch. Steps come in ascending order.
type drawer interface{ draw(step int) []int32 }

func newSynonyms(cfg Config, set *examples, pairs int) *Synonyms {
	s := &Synonyms{set: set, pairs: pairs, labels: make([]int32, 2*pairs)}
	s.Compare = (&loss.InfoNCE{Temperature: float32(cfg.Temperature), Threads: cfg.Threads}).Loss
	if set.kinds > 1 {
		s.first = newKinds(cfg, set, pairs)
	} else {
		s.first = newShuffled(cfg, len(set.names), pairs)
	}
	return s
}

// Pairs returns how many pairs a batch has.
func (s *Synonyms) Pairs() int { return s.pairs }

func (s *Synonyms) PerEpoch() int { return len(s.set.names) / s.pairs }

func (s *Synonyms) Examples() int { return len(s.labels) }

func (s *Synonyms) Begin(step int) { s.names = s.first.draw(step) }

// shuffled draws every name once in an epoch.
type shuffled struct {
	order  []int32 // of the names
	pairs  int
	random *rand.Rand
	epochs int // that order was shuffled for
}

func newShuffled(cfg Config, names, pairs int) *shuffled {
	s := &shuffled{order: make([]int32, names), pairs: pairs, random: rand.New(rand.NewPCG(cfg.Seed, 1))}
	for i := range s.order {
		s.order[i] = int32(i)
	}
	return s
}

func (s *shuffled) draw(step int) []int32 {
	batches := len(s.order) / s.pairs
	for ; s.epochs <= step/batches; s.epochs++ {
		s.random.Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
	}
	return s.order[step%batches*s.pairs:][:s.pairs]
}

func (s *Synonyms) Text(i int, rng *rand.Rand) string {
	name := s.names[i%s.pairs]
	if i >= s.pairs {
		names := s.set.of[s.set.entity[name]]
		name = names[rng.IntN(len(names))]
	}
	s.labels[i] = s.set.entity[name]
	return Noise(s.set.names[name], rng)
}

func (s *Synonyms) Loss(dx, x nn.Matrix) float64 {
	n, k := x.Rows, s.pairs
	return s.Compare(nn.Rows(dx, 0, k), nn.Rows(dx, k, n), nn.Rows(x, 0, k), nn.Rows(x, k, n), s.labels[:k], s.labels[k:n])
}
