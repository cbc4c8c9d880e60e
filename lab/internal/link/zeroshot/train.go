package zeroshot

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/lab/internal/losses"
)

// What Config.Loss may be.
const (
	InfoNCE = "infonce"
	Proxy   = "proxy"
)

// Config says how to train. Zero values mean the defaults in the comments.
type Config struct {
	Loss        string  `json:"loss"`        // InfoNCE
	Rows        int     `json:"rows"`        // slots for features: 65536
	Dim         int     `json:"dim"`         // of vectors: 192
	Epochs      int     `json:"epochs"`      // each with one mention of every entity: 6
	Batch       int     `json:"batch"`       // entities a step: 512
	Rate        float64 `json:"lr"`          // learning rate of Adam: 0.001
	Temperature float64 `json:"temperature"` // of InfoNCE: 0.05
	Seed        uint64  `json:"seed"`
	Threads     int     `json:"threads"` // 2

	Progress func(step, steps int) `json:"-"` // told every step; may be nil
}

func (c Config) withDefaults() Config {
	c.Loss, c.Rows, c.Dim, c.Epochs = cmp.Or(c.Loss, InfoNCE), cmp.Or(c.Rows, 1<<16), cmp.Or(c.Dim, 192), cmp.Or(c.Epochs, 6)
	c.Batch, c.Threads, c.Rate, c.Temperature = cmp.Or(c.Batch, 512), cmp.Or(c.Threads, 2), cmp.Or(c.Rate, 0.001), cmp.Or(c.Temperature, 0.05)
	return c
}

// Train learns an encoder from defined entities. It ends with ctx's error, or when a loss is no
// finite number.
func Train(ctx context.Context, entities []Entity, cfg Config) (*Encoder, error) {
	cfg = cfg.withDefaults()
	t := &trainer{Encoder: newEncoder(cfg), grad: newEncoder(cfg), touched: make([]bool, cfg.Rows)}
	var texts []string
	for i := range entities {
		if entities[i].Definition != "" {
			t.entities = append(t.entities, &entities[i])
			texts = append(texts, entities[i].Describe(true))
		}
	}
	if len(t.entities) == 0 {
		return nil, fmt.Errorf("zeroshot: %w: none of %d has a definition", errEmptySplit, len(entities))
	}
	t.initialize(frequencies(t.features(texts), cfg.Rows))
	for epoch := range cfg.Epochs {
		if err := t.epoch(ctx, epoch); err != nil {
			return nil, err
		}
	}
	return t.Encoder, nil
}

type trainer struct {
	*Encoder
	grad     *Encoder
	touched  []bool // rows of the bag with a gradient
	entities []*Entity
	adam     nn.Adam
}

func (t *trainer) epoch(ctx context.Context, epoch int) error {
	rng := rand.New(rand.NewPCG(t.Config.Seed, 1<<32+uint64(epoch)))
	list := rng.Perm(len(t.entities))
	total, size := 0.0, t.Config.Batch
	steps := (len(list) + size - 1) / size
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		batch := list[step*size : min((step+1)*size, len(list))]
		l := t.gradient(t.draw(batch, rng))
		if math.IsNaN(l) || math.IsInf(l, 0) {
			return fmt.Errorf("zeroshot: the loss of step %d of epoch %d is not a finite number; try a lower learning rate", step+1, epoch+1)
		}
		t.update(t.Config.Rate * (1 - float64(epoch*steps+step)/float64(t.Config.Epochs*steps)))
		total += l * float64(len(batch))
		if t.Config.Progress != nil {
			t.Config.Progress(epoch*steps+step+1, t.Config.Epochs*steps)
		}
	}
	t.Loss = append(t.Loss, total/float64(len(list)))
	return nil
}

// draw returns a mention and a description of each entity of a batch: mentions first.
func (t *trainer) draw(batch []int, rng *rand.Rand) [][]uint32 {
	texts := make([]string, 2*len(batch))
	for i, at := range batch {
		e := *t.entities[at]
		which := rng.IntN(1 + len(e.Synonyms))
		named := rng.IntN(2) == 1
		texts[i] = e.Name
		if which > 0 {
			texts[i] = e.Synonyms[which-1]
		} else if named && len(e.Synonyms) > 0 {
			e.Name = e.Synonyms[rng.IntN(len(e.Synonyms))] // a description names the entity in other words than the mention
		} else {
			named = false
		}
		texts[len(batch)+i] = e.Describe(named)
	}
	return t.features(texts)
}

// gradient returns the loss of a batch and adds to the gradients.
func (t *trainer) gradient(texts [][]uint32) float64 {
	p := t.forward(texts)
	n := len(texts) / 2
	dz := nn.NewMatrix(2*n, t.Config.Dim)
	labels := make([]int32, n)
	for i := range labels {
		labels[i] = int32(i)
	}
	a, b := nn.Rows(p.z, 0, n), nn.Rows(p.z, n, 2*n)
	da, db := nn.Rows(dz, 0, n), nn.Rows(dz, n, 2*n)
	var l float64
	if t.Config.Loss == Proxy {
		l = (&losses.Proxy{Threads: t.Config.Threads}).Loss(da, db, a, b, labels, labels)
	} else {
		l = (&loss.InfoNCE{Temperature: float32(t.Config.Temperature), Threads: t.Config.Threads}).Loss(da, db, a, b, labels, labels)
	}
	t.backward(t.grad, t.touched, p, dz)
	return l
}

// update takes a step of Adam on the map and on the rows that have a gradient.
func (t *trainer) update(rate float64) {
	dim := t.Config.Dim
	params := append(t.out.Params(), t.bag.Table)
	t.adam.Begin(params)
	for i, g := range t.grad.out.Params() {
		t.adam.Update(i, params[i], g, 0, len(g), rate)
	}
	parallel.Parts(t.Config.Threads, t.Config.Rows, func(_, lo, hi int) {
		for r := lo; r < hi; r++ {
			if t.touched[r] {
				t.adam.Update(2, t.bag.Table, t.grad.bag.Table, r*dim, (r+1)*dim, rate)
				t.touched[r] = false
			}
		}
	})
}
