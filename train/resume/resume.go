// Package resume keeps the checkpoint of a training and continues from it. A checkpoint is little-endian:
//
//	magic                     ends in the version
//	len, bytes                what the training says of itself, as JSON
//	count, (count, f32...)...  its arrays of numbers
//	u32                       CRC32C of all before
//
// len and count are uvarints.
package resume

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/wire"
	"github.com/normlet/normlet/train/data"
)

// Checkpoint is the file of a run's state, locked until Close.
type Checkpoint struct {
	place       *output.Place // nil: none is kept
	path, magic string
	training    string // its package, for errors
	saved       int    // steps in the file; 0: there is none
}

// Open takes the checkpoint at path for a run of a training; "" is none. A file there must begin
// with magic, in any version, unless the run resumes from it: then Resume says what is wrong.
func Open(training, path, magic string, resume bool) (*Checkpoint, error) {
	c := &Checkpoint{path: path, magic: magic, training: training}
	if path == "" {
		return c, nil
	}
	kind := output.Begins("the checkpoint of such a run", magic[:len(magic)-1])
	kind.Stays = true
	if resume {
		kind.Ours = func([]byte) bool { return true }
	}
	var err error
	c.place, err = new(output.Set).Reserve(path, kind)
	return c, err
}

// Close lets others write the checkpoint.
func (c *Checkpoint) Close() error {
	if c.place == nil {
		return nil
	}
	return c.place.Close()
}

// Save replaces the checkpoint by the state after so many steps, unless it has that
// already. After an error, such as a number that is not finite, the old one stays.
func (c *Checkpoint) Save(steps int, head any, state [][]float32) error {
	if c.place == nil || steps == 0 || steps == c.saved {
		return nil
	}
	for _, x := range state {
		for _, v := range x {
			if v-v != 0 {
				return c.Diverged("a weight", steps)
			}
		}
	}
	content, err := encode(c.magic, head, state)
	if err != nil {
		return err
	}
	f, err := c.place.Create()
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(content); err != nil {
		return err
	}
	if err := f.Commit(); err != nil {
		return err
	}
	c.saved = steps
	return nil
}

// Diverged returns the error of a training with a value that is not a number.
func (c *Checkpoint) Diverged(what string, step int) error {
	kept := ""
	if c.saved > 0 {
		kept = fmt.Sprintf(" (%s keeps the state after step %d)", c.path, c.saved)
	}
	return fmt.Errorf("%s: %s of step %d is not a finite number; try a lower learning rate%s", c.training, what, step, kept)
}

// Resume reads the checkpoint into head and gives its arrays to restore, which returns the number
// of steps. Without a file there is nothing to restore: the run before ended before there was any.
func (c *Checkpoint) Resume(head any, restore func(state [][]float32) (steps int, err error)) error {
	content, err := data.ReadFile(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	state, err := decode(content, c.magic, head)
	if err == nil {
		c.saved, err = restore(state)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.path, err)
	}
	return nil
}

func encode(magic string, head any, state [][]float32) ([]byte, error) {
	text, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	size := 64 + len(text)
	for _, x := range state {
		size += 16 + 4*len(x)
	}
	b := wire.AppendLenBytes(append(make([]byte, 0, size), magic...), text)
	b = wire.AppendUvarint(b, uint64(len(state)))
	for _, x := range state {
		b = wire.AppendFloat32s(wire.AppendUvarint(b, uint64(len(x))), x)
	}
	return wire.AppendUint32(b, wire.Checksum(b)), nil
}

func decode(b []byte, magic string, head any) (state [][]float32, err error) {
	n := len(magic)
	if len(b) < n || string(b[:n-1]) != magic[:n-1] {
		return nil, errors.New("not a checkpoint")
	}
	if b[n-1] != magic[n-1] {
		return nil, fmt.Errorf("checkpoint of version %q, which this program does not read (it reads %q)", b[n-1], magic[n-1])
	}
	body := b[:max(n, len(b)-4)]
	if wire.NewReader(b[len(body):]).Uint32() != wire.Checksum(body) {
		return nil, errors.New("damaged checkpoint: its checksum is wrong; train from the beginning")
	}
	r := wire.NewReader(body[n:])
	text := r.LenBytes()
	state = make([][]float32, r.Count(1))
	for i := range state {
		state[i] = r.Float32s(r.Count(4))
	}
	if err = r.Close(); err == nil {
		err = json.Unmarshal(text, head)
	}
	if err != nil {
		return nil, fmt.Errorf("damaged checkpoint: %w", err)
	}
	return state, nil
}

// SameSettings returns an error that names the first field, as a flag, in which two structs differ:
// the settings of a checkpoint and those of a run. Fields that JSON leaves out do not count.
func SameSettings[C any](had, has C) error {
	x, y := reflect.ValueOf(had), reflect.ValueOf(has)
	for i := range x.NumField() {
		name := x.Type().Field(i).Tag.Get("json")
		if name != "-" && !x.Field(i).Equal(y.Field(i)) {
			field := strings.ReplaceAll(name, "_", "-")
			return fmt.Errorf("checkpoint was made with %s %v, this run has %s %v; use the same settings, or train from the beginning", field, x.Field(i), field, y.Field(i))
		}
	}
	return nil
}
