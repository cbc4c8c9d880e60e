package output

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/durable"
)

// File is a file being written. After an error or an interruption, the old file is still there.
type File struct {
	place  *Place
	owned  bool           // the place is closed with the file
	handle durable.Handle // nil once committed or closed
	writer io.Writer
	finish func() error // ends the compressed stream
}

// compress compresses what is written if the name says so.
func (f *File) compress() error {
	f.writer, f.finish = f.handle, func() error { return nil }
	switch {
	case f.place.kind.Plain:
	case strings.HasSuffix(f.place.path, ".gz"):
		z := gzip.NewWriter(f.handle)
		f.writer, f.finish = z, z.Close
	case strings.HasSuffix(f.place.path, ".zst"):
		// One goroutine: the bytes must not depend on the number of cores.
		z, err := zstd.NewWriter(f.handle, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
		f.writer, f.finish = z, z.Close
	}
	return nil
}

func (f *File) Write(p []byte) (int, error) {
	if f.handle == nil {
		return 0, fmt.Errorf("%s: write after Commit or Close", f.place.path)
	}
	return f.writer.Write(p)
}

// Commit completes the file and gives it its name. After an error the old file is there, or perhaps the new one if only
// the folder could not be synced.
func (f *File) Commit() error {
	if f.handle == nil {
		return fmt.Errorf("%s: Commit after Commit or Close", f.place.path)
	}
	if err := f.finish(); err != nil || f.place.stream {
		return f.discard(err)
	}
	err := durable.Commit(f.place.in, f.handle, f.place.temp(), f.place.target)
	if err != nil {
		err = errors.Join(err, durable.RemoveIn(f.place.in, f.place.temp()))
	}
	return f.end(err)
}

// discard closes the file, and removes it unless it is a stream, which has what was written.
func (f *File) discard(err error) error {
	if f.handle != os.Stdout { // which is not ours to close
		err = errors.Join(err, f.handle.Close())
	}
	if !f.place.stream {
		err = errors.Join(err, durable.RemoveIn(f.place.in, f.place.temp()))
	}
	return f.end(err)
}

func (f *File) end(err error) error {
	f.handle = nil
	if f.owned {
		err = errors.Join(err, f.place.Close())
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", f.place.path, err)
	}
	return err
}

// Close discards a file that was not committed. It is safe to call twice, and for no file.
func (f *File) Close() error {
	if f == nil || f.handle == nil {
		return nil
	}
	return f.discard(nil)
}
