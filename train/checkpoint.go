package train

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/mine"
	"github.com/normlet/normlet/train/resume"
)

// CheckpointMagic begins a checkpoint, see package resume.
const CheckpointMagic = "NORMCKP1"

// checkpoint is all that the rest of a run depends on beside the network's state.
type checkpoint struct {
	Config                Config
	Digest                string    // of the terminology
	Steps                 int       // the streams of random numbers follow from them
	Loss, Norm            float64   // sums in this epoch
	Losses, Norms, Mining []float64 // of each epoch; seconds of each mining
	Hard                  []int32   // hard negatives
}

func (r *run) save() error {
	return r.checkpoint.Save(r.steps, checkpoint{
		Config: r.cfg, Digest: r.digest, Steps: r.steps, Loss: r.sum.loss, Norm: r.sum.norm,
		Losses: r.rep.Loss, Norms: r.rep.GradientNorm, Mining: r.rep.MiningSeconds, Hard: r.set.hard,
	}, r.net.State())
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
		return errors.New("checkpoint was made with another terminology; use the same files, or train from the beginning")
	}
	if names := len(r.set.names); c.Steps < 1 || c.Steps > r.total || len(c.Hard) != 0 && len(c.Hard) != names*r.cfg.Neighbours {
		return fmt.Errorf("damaged checkpoint: %d steps of %d, %d hard negatives of %d names", c.Steps, r.total, len(c.Hard), names)
	}
	for _, name := range c.Hard {
		if name < mine.None || int(name) >= len(r.set.names) {
			return fmt.Errorf("damaged checkpoint: hard negative %d of %d names", name, len(r.set.names))
		}
	}
	if err := r.net.Restore(c.Steps, state); err != nil {
		return fmt.Errorf("damaged checkpoint: %w", err)
	}
	r.steps, r.rep.Resumed = c.Steps, c.Steps
	r.sum.loss, r.sum.norm = c.Loss, c.Norm
	r.rep.Loss, r.rep.GradientNorm, r.rep.MiningSeconds = c.Losses, c.Norms, c.Mining
	if len(c.Hard) > 0 {
		r.set.setHard(c.Hard, r.cfg.Neighbours)
	}
	return nil
}

func digest(t *data.Terminology) string {
	h := sha256.New()
	for _, x := range t.XRefs {
		fmt.Fprintf(h, "%q\n", x)
	}
	for _, e := range t.Entities {
		fmt.Fprintf(h, "%q %q %d\n", e.ID, e.Namespace, len(e.Names))
		for _, n := range e.Names {
			fmt.Fprintf(h, "%q %d\n", n.Text, n.Kind)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
