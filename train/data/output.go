package data

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Output is a file being written, which appears under its name only as a
// whole: an error or an interruption leaves what was there before.
type Output struct {
	path   string   // the name it will have
	file   *os.File // nil once committed or closed
	temp   bool     // file is a temporary file beside path
	writer io.Writer
	finish func() error // ends the compressed stream
}

// Create starts the file at path. Names that end in .gz or .zst are compressed.
// "-" is standard output, which, like devices and pipes, is written directly
// and so without the promise of Output. Call Commit when all is written, and
// Close in any case.
func Create(path string) (*Output, error) {
	o, err := CreatePlain(path)
	if err != nil {
		return nil, err
	}
	switch {
	case strings.HasSuffix(path, ".gz"):
		z := gzip.NewWriter(o.file)
		o.writer, o.finish = z, z.Close
	case strings.HasSuffix(path, ".zst"):
		// One goroutine: the bytes must not depend on the number of cores.
		z, err := zstd.NewWriter(o.file, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return nil, errors.Join(err, o.Close())
		}
		o.writer, o.finish = z, z.Close
	}
	return o, nil
}

// CreatePlain is Create for what is written as it is, whatever the name.
func CreatePlain(path string) (*Output, error) {
	o := &Output{path: path, finish: func() error { return nil }}
	if err := o.open(); err != nil {
		return nil, err
	}
	o.writer = o.file
	return o, nil
}

func (o *Output) open() (err error) {
	if o.path == "-" {
		o.file = os.Stdout
		return nil
	}
	// Renaming would replace a symbolic link instead of the file it names.
	if target, err := filepath.EvalSymlinks(o.path); err == nil {
		o.path = target
	}
	info, err := os.Stat(o.path)
	if err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder; name a file in it", o.path)
	}
	if err == nil && !info.Mode().IsRegular() {
		o.file, err = os.OpenFile(o.path, os.O_WRONLY, 0)
		return err
	}
	// Not os.CreateTemp, whose files only their owner may read.
	o.temp = true
	name := fmt.Sprintf("%s.%08x.tmp", o.path, rand.Uint32())
	o.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	return err
}

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	if o.file == nil {
		return 0, fmt.Errorf("%s: write after Commit or Close", o.path)
	}
	return o.writer.Write(p)
}

// Commit completes the file and gives it its name. After an error there is no
// new file.
func (o *Output) Commit() error {
	if o.file == nil {
		return fmt.Errorf("%s: Commit after Commit or Close", o.path)
	}
	err := o.finish()
	if err == nil && o.temp {
		err = o.file.Sync() // or a crash could leave the name without the content
	}
	err = errors.Join(err, o.closeFile())
	if err == nil && o.temp {
		err = os.Rename(o.file.Name(), o.path)
	}
	if err != nil {
		err = errors.Join(fmt.Errorf("%s: %w", o.path, err), o.removeTemp())
	}
	o.file = nil
	return err
}

// Close gives the file up unless it was committed. It is safe to call twice.
func (o *Output) Close() error {
	if o.file == nil {
		return nil
	}
	err := errors.Join(o.closeFile(), o.removeTemp())
	o.file = nil
	return err
}

func (o *Output) closeFile() error {
	if o.file == os.Stdout {
		return nil // it is not ours to close
	}
	return o.file.Close()
}

func (o *Output) removeTemp() error {
	if !o.temp {
		return nil
	}
	return os.Remove(o.file.Name())
}
