package mapping

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// The endings of the files beside an output that is not complete.
const (
	partSuffix  = ".part"
	stateSuffix = ".state"
)

// state is how far a run got.
type state struct {
	Format   int    `json:"format"`   // of this file: 1
	Settings string `json:"settings"` // digest
	Input    string `json:"input"`    // digest of the rows that were read
	Bytes    int64  `json:"bytes"`    // of OUT.part
	Stats    Stats  `json:"stats"`    // Rows of it are done
}

// Output is a table being written.
type Output struct {
	path   string // "" for a stream
	file   io.Writer
	part   *os.File // nil for a stream
	from   state    // what was there already
	length int64
}

// Create starts the file at path, or goes on with it if there is something to go
// on with and resume is set. "-" is stdout, which is written directly.
func Create(path string, resume bool, stdout io.Writer) (*Output, error) {
	if path == "-" {
		if resume {
			return nil, errors.New("standard output cannot be resumed; name a file")
		}
		return &Output{file: stdout}, nil
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // renaming would replace the link
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	o := &Output{path: path}
	if err := o.open(resume); err != nil {
		return nil, err
	}
	o.file = o.part
	return o, nil
}

func (o *Output) open(resume bool) error {
	saved, err := os.ReadFile(o.path + stateSuffix)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// Without a state there is nothing to go on with.
		o.part, err = os.Create(o.path + partSuffix)
		return err
	case err != nil:
		return err
	case !resume:
		return fmt.Errorf("%s is there, from a run that was cut short: go on with --resume, or remove it", o.path+stateSuffix)
	}
	if err := json.Unmarshal(saved, &o.from); err != nil || o.from.Format != 1 {
		return fmt.Errorf("%s: not a state of this release; remove it to start over (%v)", o.path+stateSuffix, err)
	}
	if o.part, err = os.OpenFile(o.path+partSuffix, os.O_RDWR, 0); err != nil {
		return err
	}
	size, err := o.part.Seek(0, io.SeekEnd)
	if err == nil && size < o.from.Bytes {
		err = fmt.Errorf("%s has %d bytes, its state says %d; remove %s to start over", o.part.Name(), size, o.from.Bytes, o.path+stateSuffix)
	}
	if err == nil {
		err = o.part.Truncate(o.from.Bytes)
	}
	if err == nil {
		o.length, err = o.part.Seek(o.from.Bytes, io.SeekStart)
	}
	if err != nil {
		o.part.Close()
	}
	return err
}

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.file.Write(p)
	o.length += int64(n)
	return n, err
}

// save replaces the state, if there is anything to go on from.
func (o *Output) save(s state) error {
	if o.part == nil || s.Stats.Rows == 0 {
		return nil
	}
	s.Format, s.Bytes = 1, o.length
	content, err := json.Marshal(s)
	if err != nil {
		return err
	}
	temp := o.path + stateSuffix + ".tmp"
	if err := os.WriteFile(temp, append(content, '\n'), 0o666); err != nil {
		return err
	}
	return os.Rename(temp, o.path+stateSuffix)
}

// Commit gives a complete output its name.
func (o *Output) Commit() error {
	if o.part == nil {
		return nil
	}
	err := errors.Join(o.part.Sync(), o.part.Close())
	if err == nil {
		err = os.Rename(o.path+partSuffix, o.path)
	}
	if err == nil {
		err = os.Remove(o.path + stateSuffix)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return err
}

// Close ends an output that may not be complete. What cannot be gone on with is
// removed. It may be called after Commit.
func (o *Output) Close() error {
	if o.part == nil {
		return nil
	}
	o.part.Close()
	if _, err := os.Stat(o.path + stateSuffix); err == nil {
		return nil
	}
	if err := os.Remove(o.path + partSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Resumable reports whether a later run can go on with this one.
func (o *Output) Resumable() bool {
	if o.part == nil {
		return false
	}
	_, err := os.Stat(o.path + stateSuffix)
	return err == nil
}

// squeezer compresses blocks, each by itself.
type squeezer func(block []byte) ([]byte, error)

// newSqueezer returns the one for a file name; every worker needs its own.
func newSqueezer(path string) (squeezer, error) {
	switch {
	case strings.HasSuffix(path, ".gz"):
		z := gzip.NewWriter(nil)
		return func(block []byte) ([]byte, error) {
			var out bytes.Buffer
			z.Reset(&out)
			_, err := z.Write(block)
			err = errors.Join(err, z.Close())
			return out.Bytes(), err
		}, nil
	case strings.HasSuffix(path, ".zst"):
		z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		return func(block []byte) ([]byte, error) { return z.EncodeAll(block, nil), nil }, err
	}
	return func(block []byte) ([]byte, error) { return block, nil }, nil
}
