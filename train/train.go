// Package train learns an encoder from a terminology alone: two names of one
// entity, each written as people write names (Noise), should lie close, names of
// other entities far.
//
// A step takes a batch of names and a second name of each one's entity, encodes
// both sides (ngram), and lets every name find its partner among all of the
// other side (loss.InfoNCE), once by their vectors and once by their soft bits,
// since what a phone compares is bits. Adam changes the table rows that occurred
// and the dense weights. At the end the weights are rounded to the encoder's
// int8 form.
//
// The same Config, terminology and number of threads give the same bits.
package train

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/train/data"
)

// Run trains an n-gram encoder on t. It stops at a step's end when ctx is
// cancelled, with ctx's error. progress may be nil.
func Run(ctx context.Context, cfg Config, t *data.Terminology, progress Progress) (*encoder.Weights, *Report, error) {
	cfg = cfg.Defaults()
	set := newExamples(t)
	if len(t.Entities) < 2 || len(set.names) < 2 {
		return nil, nil, fmt.Errorf("train: %d names of %d entities are too few to learn from; at least two entities are needed (or build with the default encoder, which needs no training)",
			len(set.names), len(t.Entities))
	}
	s := newStepper(cfg, set)
	rep := &Report{Config: cfg, Entities: len(t.Entities), Names: len(set.names)}
	order := make([]int32, len(set.names))
	for i := range order {
		order[i] = int32(i)
	}
	batch := min(cfg.Batch, len(order))
	perEpoch := len(order) / batch
	total := perEpoch * cfg.Epochs
	rng := rand.New(rand.NewPCG(cfg.Seed, 1))
	for range cfg.Epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		sum := 0.0
		for b := range perEpoch {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			l := s.step(order[b*batch:(b+1)*batch], schedule(rep.Steps, total))
			rep.Steps++
			if math.IsNaN(l) || math.IsInf(l, 0) {
				return nil, nil, fmt.Errorf("train: the loss of step %d is not a number; try lower learning rates", rep.Steps)
			}
			sum += l
			if progress != nil {
				progress(rep.Steps, total, l)
			}
		}
		rep.Loss = append(rep.Loss, sum/float64(perEpoch))
	}
	return s.model.weights(cfg.Levels, cfg.Clip), rep, nil
}

// schedule is the factor of the learning rates: linear warm-up over the first
// fiftieth of the steps, then linear decay to a tenth.
func schedule(step, total int) float64 {
	warm := max(1, total/50)
	if step < warm {
		return float64(step+1) / float64(warm)
	}
	return 1 - 0.9*float64(step-warm)/float64(max(1, total-warm))
}

// examples are the names to train on.
type examples struct {
	names  []string
	entity []int32   // of each name
	of     [][]int32 // the names of each entity
}

func newExamples(t *data.Terminology) *examples {
	x := &examples{of: make([][]int32, len(t.Entities))}
	for e, entity := range t.Entities {
		for _, n := range entity.Names {
			if HeldOut(entity.ID, n.Text, n.Kind) {
				continue
			}
			x.of[e] = append(x.of[e], int32(len(x.names)))
			x.names = append(x.names, n.Text)
			x.entity = append(x.entity, int32(e))
		}
	}
	return x
}

// HeldOut reports whether a name is kept from training, so that a ranker can be
// fitted on names that the encoder has not seen: one in sixteen of the names that
// are not primary, always the same ones.
func HeldOut(id, name string, kind data.Kind) bool {
	h := fnv.New32a()
	h.Write([]byte(id))
	h.Write([]byte{0})
	h.Write([]byte(name))
	return kind != 0 && h.Sum32()>>16%16 == 0
}
