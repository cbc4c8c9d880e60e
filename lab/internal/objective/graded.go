package objective

import (
	"errors"
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/lab/internal/losses"
	"github.com/normlet/normlet/lab/internal/pair"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// graded draws the pairs of package pair, which come with the similarity that
// they shall have.
type graded struct {
	cfg     train.Config
	sampler *pair.Sampler
	epoch   *pair.Epoch
	number  int // of epoch
	batches int // of an epoch
	texts   []string
	names   []int     // that the texts are, or are made of
	wanted  []float32 // similarity of each pair

	loss   losses.Contrastive
	across *losses.Across // nil: pairs alone
}

// newGraded returns the task with so many pairs in a batch.
func newGraded(cfg train.Config, o Settings, t *data.Terminology, pairs int) (*graded, error) {
	c := pair.Config{Variations: o.Variations, Family: o.Family, HardLabels: o.HardLabels, Seed: cfg.Seed, Relations: o.Relations}
	g := &graded{cfg: cfg, loss: losses.Contrastive{Margin: float32(o.Margin)}}
	if o.InBatch {
		c.Random = -1
		g.across = &losses.Across{Margin: float32(o.Margin), Threads: cfg.Threads}
	}
	var err error
	if g.sampler, err = pair.New(t, c); err != nil {
		return nil, err
	}
	g.epoch = g.sampler.Epoch(0)
	if g.epoch.Len() == 0 {
		return nil, errors.New("all names are alike: there are no pairs to learn from")
	}
	g.batches = max(1, g.epoch.Len()/pairs)
	g.texts, g.names, g.wanted = make([]string, 2*pairs), make([]int, 2*pairs), make([]float32, pairs)
	return g, nil
}

func (g *graded) PerEpoch() int { return g.batches }

func (g *graded) Examples() int { return len(g.texts) }

func (g *graded) Begin(step int) {
	if n := step / g.batches; n != g.number {
		g.epoch, g.number = g.sampler.Epoch(n), n
	}
	pairs, at := len(g.wanted), step%g.batches*len(g.wanted)
	parallel.Each(g.cfg.Threads, pairs, func(i int) {
		q := g.epoch.Pair((at + i) % g.epoch.Len())
		g.texts[i], g.texts[pairs+i], g.wanted[i] = q.A, q.B, q.Y
		g.names[i], g.names[pairs+i] = q.First, q.Second
	})
}

func (g *graded) Text(i int, _ *rand.Rand) string { return g.texts[i] }

// apart reports whether texts i and j are no pair that was drawn, and no names of the same thing.
func (g *graded) apart(i, j int) bool {
	pairs := len(g.wanted)
	return i%pairs != j%pairs && g.sampler.Apart(g.names[i], g.names[j])
}

func (g *graded) Loss(dx, x nn.Matrix) float64 {
	pairs, n := len(g.wanted), x.Rows
	sum := g.loss.Loss(nn.Rows(dx, 0, pairs), nn.Rows(dx, pairs, n), nn.Rows(x, 0, pairs), nn.Rows(x, pairs, n), g.wanted)
	if g.across != nil {
		sum += g.across.Add(dx, x, g.apart)
	}
	return sum
}
