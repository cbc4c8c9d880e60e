package train

import (
	"errors"
	"math/rand/v2"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/pair"
)

// graded draws the pairs of package pair, which come with the similarity that
// they shall have, and, once they are mined, hard negatives in place of some.
type graded struct {
	cfg     Config
	set     *examples
	sampler *pair.Sampler
	epoch   *pair.Epoch
	number  int // of epoch
	batches int // of an epoch
	texts   []string
	names   []int     // that the texts are, or are made of
	wanted  []float32 // similarity of each pair
}

func newGraded(cfg Config, set *examples, t *data.Terminology, pairs int) (*graded, error) {
	c := pair.Config{Variations: cfg.Variations, Family: cfg.Family, HardLabels: cfg.HardLabels, Seed: cfg.Seed, Relations: cfg.Relations}
	if cfg.InBatch {
		c.Random = -1
	}
	sampler, err := pair.New(trainedOn(t), c)
	if err != nil {
		return nil, err
	}
	g := &graded{cfg: cfg, set: set, sampler: sampler, epoch: sampler.Epoch(0)}
	if g.epoch.Len() == 0 {
		return nil, errors.New("all names are alike: there are no pairs to learn from")
	}
	g.batches = max(1, g.epoch.Len()/pairs)
	g.texts, g.names, g.wanted = make([]string, 2*pairs), make([]int, 2*pairs), make([]float32, pairs)
	return g, nil
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

func (g *graded) perEpoch() int { return g.batches }

func (g *graded) begin(step int) int {
	if n := step / g.batches; n != g.number {
		g.epoch, g.number = g.sampler.Epoch(n), n
	}
	pairs, at := len(g.wanted), step%g.batches*len(g.wanted)
	parallel(g.cfg.Threads, pairs, func(p Part) {
		for i := p.Lo; i < p.Hi; i++ {
			rng := rand.New(rand.NewPCG(g.cfg.Seed, uint64(step)<<24|uint64(i)<<2|2))
			if g.set.hard == nil || rng.IntN(100) >= g.cfg.Mixed || !g.negative(i, rng) {
				q := g.epoch.Pair((at + i) % g.epoch.Len())
				g.texts[i], g.texts[pairs+i], g.wanted[i] = q.A, q.B, q.Y
				g.names[i], g.names[pairs+i] = q.First, q.Second
			}
		}
	})
	return len(g.texts)
}

// negative makes pair i one of any name and a hard negative of it, if it has one.
func (g *graded) negative(i int, rng *rand.Rand) bool {
	name := int32(rng.IntN(len(g.set.names)))
	other, ok := g.set.negative(name, rng)
	if ok {
		g.texts[i], g.texts[len(g.wanted)+i], g.wanted[i] = g.set.names[name], g.set.names[other], 0
		g.names[i], g.names[len(g.wanted)+i] = int(name), int(other)
	}
	return ok
}

func (g *graded) text(i int, _ *rand.Rand) string { return g.texts[i] }

// apart reports whether texts i and j are no pair that was drawn, and no names of the same thing.
func (g *graded) apart(i, j int) bool {
	pairs := len(g.wanted)
	return i%pairs != j%pairs && g.sampler.Apart(g.names[i], g.names[j])
}
