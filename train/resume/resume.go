// Package resume keeps the checkpoint of a training and goes on from it.
package resume

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"strings"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/data"
)

// Checkpoint is the file of a run's state, which nobody else may write until Close.
type Checkpoint struct{ place *output.Place }

// Open takes the checkpoint at path for a run; "" is none. A file there has to begin
// with magic, whatever its last byte, the version, unless the run goes on with it: then
// From says what it is.
func Open(path, magic string, resume bool) (*Checkpoint, error) {
	if path == "" {
		return &Checkpoint{}, nil
	}
	kind := output.Begins("the checkpoint of such a run", magic[:len(magic)-1])
	kind.Stays = true
	if resume {
		kind.Ours = func([]byte) bool { return true }
	}
	place, err := new(output.Set).Reserve(path, kind)
	return &Checkpoint{place}, err
}

// Save replaces the checkpoint. After an error the old one is there.
func (c *Checkpoint) Save(content []byte) error {
	f, err := c.place.Create()
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(content); err != nil {
		return err
	}
	return f.Commit()
}

// Close lets others write the checkpoint.
func (c *Checkpoint) Close() error {
	if c.place == nil {
		return nil
	}
	return c.place.Close()
}

// From gives the content of the checkpoint at path to restore, whose error it
// returns with the path. Without the file there is nothing to restore: the run
// before ended before there was any.
func From(path string, restore func(content []byte) error) error {
	f, err := data.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	content, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	if err := restore(content); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// SameSettings returns an error that names the first field, as a flag, in which two
// structs differ: the settings of a checkpoint and those of a run. Fields that JSON
// leaves out do not count.
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
