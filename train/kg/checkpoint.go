package kg

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
	"github.com/normlet/normlet/train/resume"
)

// A checkpoint is all that the rest of a run depends on, little-endian:
//
//	"NORMKGC1"                     magic, ends in the version
//	len, bytes                     the model as a file, with the settings
//	len, bytes                     SHA-256 of the graph
//	uvarint                        steps taken; the streams of random numbers follow from them
//	f64                            sum of the losses in this epoch
//	count, (count, f32...)...      what the optimizer remembers of each parameter
//	u32                            CRC32C of all before
//
// len and count are uvarints.
type checkpoint struct {
	model  []byte
	digest string
	steps  uint64
	sum    float64
	state  [][]float32
}

// CheckpointMagic begins a checkpoint.
const CheckpointMagic = "NORMKGC1"

func (c *checkpoint) append(b []byte) []byte {
	b = append(b, CheckpointMagic...)
	b = wire.AppendLenBytes(b, c.model)
	b = wire.AppendLenBytes(b, c.digest)
	b = wire.AppendUvarint(b, c.steps)
	b = wire.AppendUint64(b, math.Float64bits(c.sum))
	b = wire.AppendUvarint(b, uint64(len(c.state)))
	for _, x := range c.state {
		b = wire.AppendFloat32s(wire.AppendUvarint(b, uint64(len(x))), x)
	}
	return wire.AppendUint32(b, wire.Checksum(b))
}

func parseCheckpoint(b []byte) (*checkpoint, error) {
	body, err := checked(b, CheckpointMagic)
	if err != nil {
		return nil, fmt.Errorf("not a valid checkpoint: %w; train from the beginning", err)
	}
	r := wire.NewReader(body)
	c := &checkpoint{model: r.LenBytes(), digest: string(r.LenBytes()), steps: r.Uvarint(), sum: math.Float64frombits(r.Uint64())}
	c.state = make([][]float32, r.Count(1))
	for i := range c.state {
		c.state[i] = r.Float32s(r.Count(4))
	}
	if err := r.Close(); err != nil {
		return nil, fmt.Errorf("damaged checkpoint: %w", err)
	}
	return c, nil
}

// save writes the checkpoint, if there shall be one, and refuses to replace a good state by one that is not.
func (r *run) save() error {
	if r.cfg.Checkpoint == "" || r.steps == 0 || r.steps == r.saved {
		return nil
	}
	state := r.optimizerState()
	for _, x := range state {
		for _, v := range x {
			if v-v != 0 {
				return r.diverged("a gradient")
			}
		}
	}
	if !r.m.finite() {
		return r.diverged("a number of the vectors")
	}
	model, err := r.m.AppendBinary(nil)
	if err != nil {
		return err
	}
	c := &checkpoint{model: model, digest: r.digest, steps: uint64(r.steps), sum: r.sum, state: state}
	if err := r.checkpoint.Save(c.append(nil)); err != nil {
		return err
	}
	r.saved = r.steps
	return nil
}

func (r *run) optimizerState() [][]float32 {
	if r.cfg.Optimizer == Adam {
		_, m, v := r.adam.State()
		return append(append([][]float32{}, m...), v...)
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
	return resume.From(r.cfg.Checkpoint, func(content []byte) error {
		c, err := parseCheckpoint(content)
		if err != nil {
			return err
		}
		return r.restore(c)
	})
}

// restore takes over the state in c, unless it is that of another training.
func (r *run) restore(c *checkpoint) error {
	m, err := ParseModel(c.model)
	if err != nil {
		return fmt.Errorf("damaged checkpoint: %w", err)
	}
	if err := resume.SameSettings(m.Config, r.cfg); err != nil {
		return err
	}
	if c.digest != r.digest {
		return errors.New("checkpoint was made with another graph; use the same file, or train from the beginning")
	}
	if c.steps < 1 || c.steps > uint64(r.total) || uint64(len(m.Loss)) != c.steps/uint64(r.perEpoch) {
		return fmt.Errorf("damaged checkpoint: %d steps of %d, losses of %d epochs", c.steps, r.total, len(m.Loss))
	}
	if len(m.Entities) != len(r.m.Entities) || len(m.Relations) != len(r.m.Relations) || m.Rank != r.m.Rank {
		return errors.New("damaged checkpoint: its model has another shape")
	}
	if err := r.restoreOptimizer(int(c.steps), c.state); err != nil {
		return fmt.Errorf("damaged checkpoint: %w", err)
	}
	for i, x := range r.m.params() {
		copy(x, m.params()[i])
	}
	r.m.Loss = m.Loss
	r.steps, r.saved, r.sum = int(c.steps), int(c.steps), c.sum
	return nil
}

// digest returns a digest of a graph.
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
	return string(h.Sum(nil))
}
