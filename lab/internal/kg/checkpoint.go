package kg

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/normlet/normlet/train/resume"
)

// CheckpointMagic begins a checkpoint, see package resume.
const CheckpointMagic = "NORMKGC1"

// checkpoint is all that the rest of a run depends on beside the vectors and what the
// optimizer remembers of them.
type checkpoint struct {
	Config Config
	Digest string    // of the graph
	Steps  int       // the streams of random numbers follow from them
	Sum    float64   // of the losses in this epoch
	Loss   []float64 // of each epoch
}

func (r *run) save() error {
	return r.checkpoint.Save(r.steps, checkpoint{r.cfg, r.digest, r.steps, r.sum, r.m.Loss}, slices.Concat(r.m.params(), r.optimizerState()))
}

func (r *run) optimizerState() [][]float32 {
	if r.cfg.Optimizer == Adam {
		_, m, v := r.adam.State()
		return slices.Concat(m, v)
	}
	return r.adagrad.State()
}

func (r *run) restoreOptimizer(steps int, state [][]float32) error {
	params := r.m.params()
	if r.cfg.Optimizer != Adam {
		return r.adagrad.Restore(params, state)
	}
	if len(state) != 2*len(params) {
		return fmt.Errorf("moments of %d parameters, want %d", len(state), 2*len(params))
	}
	return r.adam.Restore(params, steps, state[:len(params)], state[len(params):])
}

// resume takes over the state in the checkpoint, if there is one.
func (r *run) resume() error {
	var c checkpoint
	return r.checkpoint.Resume(&c, func(state [][]float32) (int, error) { return c.Steps, r.restore(&c, state) })
}

// restore takes over a state, unless it is that of another training.
func (r *run) restore(c *checkpoint, state [][]float32) error {
	if err := resume.SameSettings(c.Config, r.cfg); err != nil {
		return err
	}
	if c.Digest != r.digest {
		return errors.New("checkpoint was made with another graph; use the same file, or train from the beginning")
	}
	if c.Steps < 1 || c.Steps > r.total || len(c.Loss) != c.Steps/r.perEpoch {
		return fmt.Errorf("damaged checkpoint: %d steps of %d, losses of %d epochs", c.Steps, r.total, len(c.Loss))
	}
	params := r.m.params()
	if len(state) < len(params) {
		return fmt.Errorf("damaged checkpoint: %d arrays of numbers", len(state))
	}
	for i, x := range params {
		if len(x) != len(state[i]) {
			return errors.New("damaged checkpoint: its vectors have another shape")
		}
		copy(x, state[i])
	}
	if err := r.restoreOptimizer(c.Steps, state[len(params):]); err != nil {
		return fmt.Errorf("damaged checkpoint: %w", err)
	}
	r.m.Loss, r.steps, r.sum = c.Loss, c.Steps, c.Sum
	return nil
}

func digest(g *Graph) string {
	h := sha256.New()
	for _, list := range [][]string{g.Entities, g.Relations} {
		for _, s := range list {
			fmt.Fprintf(h, "%q\n", s)
		}
		fmt.Fprintln(h)
	}
	for _, t := range g.Triples {
		fmt.Fprintln(h, t.Head, t.Relation, t.Tail)
	}
	return hex.EncodeToString(h.Sum(nil))
}
