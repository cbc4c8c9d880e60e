package output

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/durable"
)

// File is a file being written. After an error or an interruption, the old file is still there.
type File struct {
	path   string
	in     folder
	target string         // "" where the file itself is written: standard output, pipes, devices
	handle durable.Handle // nil once committed or closed
	writer io.Writer
	finish func() error // ends the compressed stream
	place  *Place       // to close with the file; nil if it is its owner's
}

// compress compresses what is written if the name says so.
func (f *File) compress(kind *Kind) error {
	f.writer, f.finish = f.handle, func() error { return nil }
	switch {
	case kind.Plain:
	case strings.HasSuffix(f.path, ".gz"):
		z := gzip.NewWriter(f.handle)
		f.writer, f.finish = z, z.Close
	case strings.HasSuffix(f.path, ".zst"):
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
		return 0, fmt.Errorf("%s: write after Commit or Close", f.path)
	}
	return f.writer.Write(p)
}

// Commit completes the file and gives it its name. After an error the old file is there, or perhaps the new one if only
// the folder could not be synced.
func (f *File) Commit() error {
	if f.handle == nil {
		return fmt.Errorf("%s: Commit after Commit or Close", f.path)
	}
	err := f.finish()
	if err == nil && f.target != "" {
		err = f.handle.Sync() // or a crash could leave the name without the content
	}
	err = errors.Join(err, f.closeHandle())
	if err == nil && f.target != "" {
		if err = f.in.disk().Rename(f.target+tempSuffix, f.target); err == nil {
			return f.end(f.in.disk().SyncDir(filepath.Dir(f.target)))
		}
	}
	if err != nil {
		err = errors.Join(err, f.removeTemp())
	}
	return f.end(err)
}

func (f *File) end(err error) error {
	f.handle = nil
	if f.place != nil {
		err = errors.Join(err, f.place.Close())
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", f.path, err)
	}
	return err
}

// Close discards a file that was not committed. It is safe to call twice, and for no file.
func (f *File) Close() error {
	if f == nil || f.handle == nil {
		return nil
	}
	return f.end(errors.Join(f.closeHandle(), f.removeTemp()))
}

func (f *File) closeHandle() error {
	if f.handle == os.Stdout {
		return nil // it is not ours to close
	}
	return f.handle.Close()
}

func (f *File) removeTemp() error {
	if f.target == "" {
		return nil
	}
	return f.in.remove(f.target + tempSuffix)
}
