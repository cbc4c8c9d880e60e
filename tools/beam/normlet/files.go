package normlet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // of paths without a scheme
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// Paths with a scheme, such as gs://bucket/name, are of the file systems that Beam has. Others are files, written
// through package output.

func remote(path string) bool { return strings.Contains(path, "://") }

// join returns the path of a file in a folder.
func join(folder, name string) string {
	if remote(folder) {
		return strings.TrimSuffix(folder, "/") + "/" + name
	}
	return filepath.Join(folder, name)
}

// on calls do with the file system of a path.
func on(ctx context.Context, path string, do func(filesystem.Interface) error) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(do(fs), fs.Close())
}

// Glob returns the files that match a pattern, sorted.
func Glob(ctx context.Context, pattern string) (names []string, err error) {
	err = on(ctx, pattern, func(fs filesystem.Interface) (err error) { names, err = fs.List(ctx, pattern); return err })
	slices.Sort(names)
	return names, err
}

// size returns the size of a file in bytes, 0 if it is not known.
func size(ctx context.Context, path string) (n int64) {
	if !remote(path) {
		if info, err := os.Stat(path); err == nil { // a pipe would wait to be opened
			n = info.Size()
		}
		return n
	}
	if err := on(ctx, path, func(fs filesystem.Interface) (err error) { n, err = fs.Size(ctx, path); return err }); err != nil {
		return 0
	}
	return n
}

// Remove removes a file if it is there.
func Remove(ctx context.Context, path string) error {
	if !remote(path) {
		if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	there, err := Glob(ctx, path)
	if err != nil || len(there) == 0 {
		return err
	}
	return on(ctx, path, func(fs filesystem.Interface) error {
		r, ok := fs.(filesystem.Remover)
		if !ok {
			return fmt.Errorf("%s: its file system removes no files; choose another folder", path)
		}
		return r.Remove(ctx, path)
	})
}

// remoteFile closes its file system, too.
type remoteFile struct {
	io.ReadCloser
	fs filesystem.Interface
}

func (f remoteFile) Close() error { return errors.Join(f.ReadCloser.Close(), f.fs.Close()) }

// openRemote opens a file of a file system of Beam, to be read from its beginning to its end.
func openRemote(ctx context.Context, path string) (io.ReadCloser, error) {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return nil, err
	}
	f, err := fs.OpenRead(ctx, path)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), fs.Close())
	}
	return remoteFile{f, fs}, nil
}

// openInput opens a file of a table of text.
func openInput(ctx context.Context, path, encoding string) (*mapping.Input, error) {
	if !remote(path) {
		return mapping.Open(path, encoding, nil)
	}
	f, err := openRemote(ctx, path)
	if err != nil {
		return nil, err
	}
	return mapping.NewInput(path, f, encoding)
}

// seekable is a file that can be read anywhere.
type seekable interface {
	io.ReadSeekCloser
	io.ReaderAt
}

// openSeekable opens a file to be read anywhere. The file systems of Beam cannot do that, so it copies their files.
func openSeekable(ctx context.Context, path string) (seekable, error) {
	if !remote(path) {
		return os.Open(path)
	}
	f, err := openRemote(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	scratch, err := os.CreateTemp("", "normlet-beam-")
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(scratch, f); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), scratchFile{scratch}.Close())
	}
	return scratchFile{scratch}, nil
}

// scratchFile is gone when it is closed.
type scratchFile struct{ *os.File }

func (f scratchFile) Close() error { return errors.Join(f.File.Close(), os.Remove(f.Name())) }

// Write writes a file of the output, whole or not at all.
func (j *Job) Write(ctx context.Context, path string, kind *output.Kind, content ...[]byte) error {
	if remote(path) {
		return writeRemote(ctx, path, content)
	}
	set := &output.Set{Command: "normlet-beam map", Force: j.Force}
	set.Reads(j.Files...)
	out, err := set.Create(path, kind)
	if err != nil {
		return err
	}
	for _, c := range content {
		if _, err := out.Write(c); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", path, err), out.Close())
		}
	}
	return out.Commit()
}

// writeRemote writes an object, which appears when it is closed.
func writeRemote(ctx context.Context, path string, content [][]byte) error {
	ctx, cancel := context.WithCancel(ctx) // a writer whose context has ended leaves no object
	defer cancel()
	return on(ctx, path, func(fs filesystem.Interface) error {
		f, err := fs.OpenWrite(ctx, path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		w, err := compressed(f, path)
		for _, c := range content {
			if err == nil {
				_, err = w.Write(c)
			}
		}
		if err == nil && w != f {
			err = w.Close()
		}
		if err != nil {
			cancel()
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	})
}

// compressed returns what compresses to f if the name says so.
func compressed(f io.WriteCloser, path string) (io.WriteCloser, error) {
	switch filepath.Ext(path) {
	case ".gz":
		return gzip.NewWriter(f), nil
	case ".zst":
		return zstd.NewWriter(f, zstd.WithEncoderConcurrency(1))
	}
	return f, nil
}
