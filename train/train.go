// Package train learns an encoder from a terminology alone: two names of one entity, each written as people write names
// (Noise), should lie close, names of other entities far.
//
// A step draws a batch of pairs (Task), encodes both sides (Network), and compares each name with its partner and all
// others by a loss of package loss: once by vectors and once by soft bits, since a phone compares bits. At the end the
// weights are rounded to int8.
//
//	examples --Task--> batch --network--> vectors, soft bits --loss--> gradients --Adam--> network
//
// A program may set another Objective: other examples, another loss. Start at Run.
//
// The same Config, terminology and number of threads give the same bits, also when a run stops at any moment and
// resumes from its checkpoint.
package train

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/resume"
)

// Run trains an encoder on t. When ctx is cancelled, it returns ctx's error at the end of a
// step, with the state in the checkpoint if there is one. progress may be nil.
func Run(ctx context.Context, cfg Config, t *data.Terminology, progress Progress) (*encoder.Weights, *Report, error) {
	var net *ngramNetwork
	rep, err := RunNetwork(ctx, cfg, t, func(cfg Config, n int) (Network, error) {
		net = newNgramNetwork(cfg, n)
		_, err := encoder.New(net.weights()) // a shape that no encoder has
		return net, err
	}, progress)
	if err != nil {
		return nil, nil, err
	}
	return net.weights(), rep, nil
}

// RunNetwork is Run for another encoder: start returns its network, with the starting weights and room for n examples.
func RunNetwork(ctx context.Context, cfg Config, t *data.Terminology, start func(cfg Config, n int) (Network, error), progress Progress) (*Report, error) {
	cfg = cfg.Defaults()
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	set := newExamples(t)
	if len(t.Entities) < 2 || len(set.names) < 2 {
		return nil, fmt.Errorf("train: %d names of %d entities are too few to learn from; at least two entities are needed (or build with the default encoder, which needs no training)",
			len(set.names), len(t.Entities))
	}
	r, err := newRun(cfg, set, t, start)
	if err != nil {
		return nil, err
	}
	if r.checkpoint, err = resume.Open("train", cfg.Checkpoint, CheckpointMagic, cfg.Resume); err != nil {
		return nil, err
	}
	defer r.checkpoint.Close()
	if cfg.Resume {
		if err := r.resume(); err != nil {
			return nil, err
		}
	}
	if err := r.train(ctx, progress); err != nil {
		return nil, err
	}
	if n := r.steps % r.perEpoch; n > 0 { // it stops within an epoch
		r.endEpoch(n)
	}
	r.rep.Steps = r.steps
	return r.rep, nil
}

// run is a training under way. Everything random follows from the seed and the
// number of steps taken.
type run struct {
	*stepper
	set        *examples
	digest     string // of the terminology
	rep        *Report
	perEpoch   int                          // steps
	total      int                          // steps
	sum        struct{ loss, norm float64 } // over the steps of this epoch
	checkpoint *resume.Checkpoint
}

func newRun(cfg Config, set *examples, t *data.Terminology, start func(Config, int) (Network, error)) (*run, error) {
	s, err := newStepper(cfg, set, t, start)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	r := &run{stepper: s, set: set, digest: digest(t), perEpoch: s.task.PerEpoch()}
	if cfg.Steps > 0 {
		r.perEpoch = min(r.perEpoch, cfg.Steps)
	}
	r.rep = &Report{Config: cfg, Entities: len(t.Entities), Names: len(set.names)}
	r.total = r.perEpoch * cfg.Epochs
	return r, nil
}

func (r *run) train(ctx context.Context, progress Progress) error {
	for r.steps < r.last() {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, r.save())
		}
		l, norm := r.step(schedule(r.steps, r.total))
		if bad(l) || bad(norm) {
			return r.checkpoint.Diverged("the loss or its gradient", r.steps)
		}
		if err := r.endStep(l, norm); err != nil {
			return err
		}
		if progress != nil {
			progress(r.steps, r.total, l)
		}
	}
	return nil
}

func (r *run) last() int {
	if r.cfg.Until > 0 {
		return min(r.total, r.cfg.Until)
	}
	return r.total
}

// endStep keeps the books of the step that was just taken, and the checkpoint.
func (r *run) endStep(l, norm float64) error {
	r.sum.loss += l
	r.sum.norm += norm
	epochEnds := r.steps%r.perEpoch == 0
	if epochEnds {
		r.endEpoch(r.perEpoch)
	}
	if epochEnds || r.cfg.Every > 0 && r.steps%r.cfg.Every == 0 {
		return r.save()
	}
	return nil
}

func (r *run) endEpoch(n int) {
	r.rep.Loss = append(r.rep.Loss, r.sum.loss/float64(n))
	r.rep.GradientNorm = append(r.rep.GradientNorm, r.sum.norm/float64(n))
	r.sum.loss, r.sum.norm = 0, 0
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

// HeldOut reports whether training leaves a name out, so that a ranker can be fitted on unseen
// names: one in sixteen of the names that are not primary.
func HeldOut(id, name string, kind data.Kind) bool {
	h := fnv.New32a()
	h.Write([]byte(id))
	h.Write([]byte{0})
	h.Write([]byte(name))
	return kind != 0 && h.Sum32()>>16%16 == 0
}
