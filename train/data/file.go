package data

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/regular"
	"github.com/normlet/normlet/train/data/limit"
)

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// Open opens a file or pipe, "-" being standard input, and decompresses gzip and Zstandard by content. Devices, which
// may have no end, are refused. Errors name the file.
func Open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return NewReader(io.NopCloser(os.Stdin), "standard input")
	}
	f, err := OpenStored(path)
	if err != nil {
		return nil, err
	}
	return NewReader(f, path)
}

// OpenStored opens a file or pipe as it is.
func OpenStored(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		return os.Open(path) // which waits for a writer
	}
	return regular.Open(path)
}

// ReadFile returns what Open yields of a regular file or of standard input.
func ReadFile(path string) ([]byte, error) {
	if path == "-" {
		return ReadInput(path)
	}
	stored, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	f, err := NewReader(stored, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// ReadInput returns what Open yields.
func ReadInput(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	most := limit.Of().Whole
	content, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err == nil && len(content) > most {
		err = fmt.Errorf("%s: %w", path, limit.Exceeded("more than %s to be kept in memory", limit.Bytes(most)))
	}
	return content, err
}

type input struct {
	name   string
	reader io.Reader
	close  func() error

	packed *counter // nil if it was not compressed
	growth limit.Growth
}

// maxWindow bounds the memory that a Zstandard file may ask for: --long=27.
const maxWindow = 128 << 20

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// NewReader is Open for an open file, called name in errors. Closing the reader closes the file.
func NewReader(f io.ReadCloser, name string) (io.ReadCloser, error) {
	buffered := bufio.NewReaderSize(f, 64<<10)
	in := &input{name: name, reader: buffered, close: f.Close}
	magic, err := buffered.Peek(len(zstdMagic))
	if err != nil && err != io.EOF {
		f.Close()
		return nil, in.wrap(err)
	}
	in.growth.What = "the compressed file grows"
	packed := &counter{r: buffered}
	switch {
	case bytes.HasPrefix(magic, gzipMagic):
		in.reader, err = gzip.NewReader(packed)
	case bytes.HasPrefix(magic, zstdMagic):
		in.reader, err = in.zstdReader(packed)
	default:
		return in, nil
	}
	in.packed = packed
	if err != nil {
		f.Close()
		return nil, in.wrap(err)
	}
	return in, nil
}

func (in *input) zstdReader(r io.Reader) (io.Reader, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	closeFile := in.close
	in.close = func() error { d.Close(); return closeFile() }
	return d, nil
}

func (in *input) wrap(err error) error {
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return err // it names the file already
	}
	if in.packed != nil && errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s: the compressed data ends too early (%w); is the file complete?", in.name, err)
	}
	return fmt.Errorf("%s: %w", in.name, err)
}

func (in *input) Read(p []byte) (int, error) {
	n, err := in.reader.Read(p)
	if in.packed != nil {
		if exceeded := in.growth.Add(int64(n), in.packed.n); exceeded != nil {
			return 0, in.wrap(exceeded)
		}
	}
	if err != nil && err != io.EOF {
		err = in.wrap(err)
	}
	return n, err
}

func (in *input) Close() error { return in.close() }
