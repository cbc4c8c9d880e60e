package train

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/mine"
	"github.com/normlet/normlet/train/resume"
)

// A checkpoint is all that the rest of a run depends on, little-endian:
//
//	"NORMCKP1"                     magic, ends in the version
//	len, bytes                     Config as JSON
//	len, bytes                     SHA-256 of the terminology
//	uvarint                        steps taken; the streams of random numbers follow from them
//	f64 x 2                        sums of loss and gradient norm in this epoch
//	count, f64... x 3              loss and gradient norm of each epoch, seconds of each mining
//	count, u32...                  hard negatives, -1 for none
//	count, (count, f32...)...      parameters and Adam's moments, see network.state
//	u32                            CRC32C of all before
//
// len and count are uvarints.
type checkpoint struct {
	config                []byte
	digest                string
	steps                 int
	loss, norm            float64
	losses, norms, mining []float64
	hard                  []int32
	state                 [][]float32
}

// CheckpointMagic begins a checkpoint.
const CheckpointMagic = "NORMCKP1"

func (c *checkpoint) append(b []byte) []byte {
	b = append(b, CheckpointMagic...)
	b = wire.AppendLenBytes(b, c.config)
	b = wire.AppendLenBytes(b, c.digest)
	b = wire.AppendUvarint(b, uint64(c.steps))
	b = appendFloat64s(b, []float64{c.loss, c.norm})
	for _, x := range [][]float64{c.losses, c.norms, c.mining} {
		b = appendFloat64s(wire.AppendUvarint(b, uint64(len(x))), x)
	}
	b = wire.AppendUvarint(b, uint64(len(c.hard)))
	for _, v := range c.hard {
		b = wire.AppendUint32(b, uint32(v))
	}
	b = wire.AppendUvarint(b, uint64(len(c.state)))
	for _, x := range c.state {
		b = wire.AppendFloat32s(wire.AppendUvarint(b, uint64(len(x))), x)
	}
	return wire.AppendUint32(b, wire.Checksum(b))
}

// size returns about how many bytes c takes.
func (c *checkpoint) size() int {
	n := 4096 + len(c.config) + 8*(len(c.losses)+len(c.norms)+len(c.mining)) + 4*len(c.hard)
	for _, x := range c.state {
		n += 16 + 4*len(x)
	}
	return n
}

func appendFloat64s(b []byte, x []float64) []byte {
	for _, v := range x {
		b = wire.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// parseCheckpoint reads what append wrote.
func parseCheckpoint(b []byte) (*checkpoint, error) {
	n := len(CheckpointMagic)
	if len(b) < n || string(b[:n-1]) != CheckpointMagic[:n-1] {
		return nil, errors.New("not a checkpoint")
	}
	if b[n-1] != CheckpointMagic[n-1] {
		return nil, fmt.Errorf("checkpoint of version %q, which this program does not read (it reads %q)", b[n-1], CheckpointMagic[n-1])
	}
	body := b[:max(n, len(b)-4)]
	if wire.NewReader(b[len(body):]).Uint32() != wire.Checksum(body) {
		return nil, errors.New("damaged checkpoint: its checksum is wrong; train from the beginning")
	}
	r := wire.NewReader(body[n:])
	c := &checkpoint{config: r.LenBytes(), digest: string(r.LenBytes()), steps: int(r.Uvarint())}
	c.loss, c.norm = readFloat64(r), readFloat64(r)
	for _, x := range []*[]float64{&c.losses, &c.norms, &c.mining} {
		*x = make([]float64, r.Count(8))
		for i := range *x {
			(*x)[i] = readFloat64(r)
		}
	}
	c.hard = make([]int32, r.Count(4))
	for i := range c.hard {
		c.hard[i] = int32(r.Uint32())
	}
	c.state = make([][]float32, r.Count(1))
	for i := range c.state {
		c.state[i] = r.Float32s(r.Count(4))
	}
	if err := r.Close(); err != nil {
		return nil, fmt.Errorf("damaged checkpoint: %w", err)
	}
	return c, nil
}

func readFloat64(r *wire.Reader) float64 { return math.Float64frombits(r.Uint64()) }

// save writes the checkpoint, if there shall be one, and refuses to replace a
// good state by one that is not.
func (r *run) save() error {
	if r.cfg.Checkpoint == "" || r.steps == 0 || r.steps == r.saved {
		return nil
	}
	config, err := json.Marshal(r.cfg)
	if err != nil {
		return err
	}
	c := &checkpoint{
		config: config, digest: r.digest, steps: r.steps, loss: r.sum.loss, norm: r.sum.norm,
		losses: r.rep.Loss, norms: r.rep.GradientNorm, mining: r.rep.MiningSeconds, hard: r.set.hard, state: r.net.state(),
	}
	for _, x := range c.state {
		if bad(sumOfSquares(x)) {
			return r.diverged("a weight")
		}
	}
	if err := r.checkpoint.Save(c.append(make([]byte, 0, c.size()))); err != nil {
		return err
	}
	r.saved = r.steps
	return nil
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
	var config Config
	if err := json.Unmarshal(c.config, &config); err != nil {
		return fmt.Errorf("damaged checkpoint: %w", err)
	}
	if err := resume.SameSettings(config, r.cfg); err != nil {
		return err
	}
	if c.digest != r.digest {
		return fmt.Errorf("checkpoint was made with another terminology (digest %.8s, this one has %.8s); use the same files, or train from the beginning", c.digest, r.digest)
	}
	if names := len(r.set.names); c.steps < 1 || c.steps > r.total || len(c.hard) != 0 && len(c.hard) != names*r.cfg.Neighbours {
		return fmt.Errorf("damaged checkpoint: %d steps of %d, %d hard negatives of %d names", c.steps, r.total, len(c.hard), names)
	}
	for _, name := range c.hard {
		if name < mine.None || int(name) >= len(r.set.names) {
			return fmt.Errorf("damaged checkpoint: hard negative %d of %d names", name, len(r.set.names))
		}
	}
	if err := r.net.restore(c.steps, c.state); err != nil {
		return fmt.Errorf("damaged checkpoint: %w", err)
	}
	r.steps, r.saved, r.rep.Resumed = c.steps, c.steps, c.steps
	r.sum.loss, r.sum.norm = c.loss, c.norm
	r.rep.Loss, r.rep.GradientNorm, r.rep.MiningSeconds = c.losses, c.norms, c.mining
	if len(c.hard) > 0 {
		r.set.setHard(c.hard, r.cfg.Neighbours)
	}
	return nil
}

// digest returns a digest of what training reads of a terminology and its relations.
func digest(t *data.Terminology, relations []data.Relation) string {
	h := sha256.New()
	for _, r := range relations {
		fmt.Fprintf(h, "%q\n", r)
	}
	for _, e := range t.Entities {
		fmt.Fprintf(h, "%q %d\n", e.ID, len(e.Names))
		for _, n := range e.Names {
			fmt.Fprintf(h, "%q %d\n", n.Text, n.Kind)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
