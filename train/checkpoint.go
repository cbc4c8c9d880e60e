package train

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/resume"
)

// CheckpointMagic begins a checkpoint, see package resume.
const CheckpointMagic = "NORMCKP2"

// checkpoint is all that the rest of a run depends on beside the network's state.
type checkpoint struct {
	Config        Config
	Digest        string    // of the terminology
	Steps         int       // the streams of random numbers follow from them
	Loss, Norm    float64   // sums in this epoch
	Losses, Norms []float64 // of each epoch
}

func (r *run) save() error {
	return r.checkpoint.Save(r.steps, checkpoint{
		Config: r.cfg, Digest: r.digest, Steps: r.steps, Loss: r.sum.loss, Norm: r.sum.norm,
		Losses: r.rep.Loss, Norms: r.rep.GradientNorm,
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
	if c.Steps < 1 || c.Steps > r.total {
		return fmt.Errorf("damaged checkpoint: %d steps of %d", c.Steps, r.total)
	}
	if err := r.net.Restore(c.Steps, state); err != nil {
		return fmt.Errorf("damaged checkpoint: %w", err)
	}
	r.steps, r.rep.Resumed = c.Steps, c.Steps
	r.sum.loss, r.sum.norm = c.Loss, c.Norm
	r.rep.Loss, r.rep.GradientNorm = c.Losses, c.Norms
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
