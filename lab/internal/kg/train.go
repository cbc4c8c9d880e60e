package kg

import (
	"context"
	"errors"
	"fmt"

	"github.com/normlet/normlet/train/resume"
)

// Train learns the vectors of a graph. When ctx is cancelled, it returns ctx's error at the end
// of a step. A loss that is no finite number ends the run. Both leave the checkpoint, if there
// is one.
func Train(ctx context.Context, g *Graph, cfg Config) (*Model, error) {
	cfg = cfg.Defaults()
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("kg: %w", err)
	}
	if len(g.Triples) == 0 {
		return nil, errors.New("kg: no triples to learn from")
	}
	if cfg.Loss == Sampled {
		cfg.Negatives = min(cfg.Negatives, len(g.Entities))
	}
	r := newRun(g, cfg)
	var err error
	if r.checkpoint, err = resume.Open("kg", cfg.Checkpoint, CheckpointMagic, cfg.Resume); err != nil {
		return nil, err
	}
	defer r.checkpoint.Close()
	if cfg.Resume {
		if err := r.resume(); err != nil {
			return nil, err
		}
	}
	if err := r.train(ctx); err != nil {
		return nil, err
	}
	return r.m, nil
}

// run is a training under way. Everything random follows from the seed and the number of steps taken.
type run struct {
	*stepper
	queries      []query
	digest       string // of the graph
	steps, total int
	perEpoch     int     // steps
	sum          float64 // of the losses of this epoch
	checkpoint   *resume.Checkpoint
}

func newRun(g *Graph, cfg Config) *run {
	m := newModel(g.Names, cfg.Rank)
	m.Config = cfg
	m.init(cfg.Seed, cfg.Init)
	r := &run{stepper: newStepper(cfg, m), queries: chunked(queries(g.Triples, len(g.Relations)), cfg.MaxTails), digest: digest(g)}
	r.perEpoch = (len(r.queries) + cfg.Batch - 1) / cfg.Batch
	r.total = r.perEpoch * cfg.Epochs
	return r
}

func (r *run) train(ctx context.Context) error {
	var order_ []int
	var batch []query
	for r.steps < r.total {
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), r.save())
		}
		at := r.steps % r.perEpoch
		if order_ == nil || at == 0 {
			order_ = order(len(r.queries), r.cfg.Seed, r.steps/r.perEpoch)
		}
		batch = batch[:0]
		for _, i := range order_[at*r.cfg.Batch : min((at+1)*r.cfg.Batch, len(order_))] {
			batch = append(batch, r.queries[i])
		}
		loss := r.step(batch, r.steps)
		r.steps++
		if bad(loss) {
			return r.checkpoint.Diverged("the loss", r.steps)
		}
		if err := r.endStep(loss); err != nil {
			return err
		}
	}
	if !r.m.finite() {
		return r.checkpoint.Diverged("a number of the vectors", r.steps)
	}
	return nil
}

// endStep keeps the books of the step that was just taken, and the checkpoint.
func (r *run) endStep(loss float64) error {
	r.sum += loss
	if r.cfg.Progress != nil {
		r.cfg.Progress(r.steps, r.total, loss)
	}
	epochEnds := r.steps%r.perEpoch == 0
	if epochEnds {
		r.m.Loss = append(r.m.Loss, r.sum/float64(r.perEpoch))
		r.sum = 0
	}
	if epochEnds || r.cfg.Every > 0 && r.steps%r.cfg.Every == 0 {
		if err := r.save(); err != nil {
			return err
		}
	}
	if epochEnds && r.cfg.EndEpoch != nil {
		return r.cfg.EndEpoch(r.steps/r.perEpoch, r.m)
	}
	return nil
}
