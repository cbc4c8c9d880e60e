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
)

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// Open opens a file, "-" being standard input, and decompresses gzip and Zstandard by content.
// Errors name the file.
func Open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return newInput("standard input", io.NopCloser(os.Stdin))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return newInput(path, f)
}

// ReadFile returns what Open yields.
func ReadFile(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// NewReader is Open for an open file, called name in errors. Closing the reader closes the file.
func NewReader(f io.ReadCloser, name string) (io.ReadCloser, error) { return newInput(name, f) }

type input struct {
	name   string
	reader io.Reader
	close  func() error

	packed   *counter // nil if it was not compressed
	expanded int64    // bytes read
}

// A decompressed file may grow to maxExpanded, and then to maxRatio times its size: lists of
// names shrink to a tenth, very regular ones to a thirtieth.
const (
	maxExpanded = 64 << 20
	maxRatio    = 200
)

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

func newInput(name string, f io.ReadCloser) (*input, error) {
	buffered := bufio.NewReaderSize(f, 64<<10)
	in := &input{name: name, reader: buffered, close: f.Close}
	magic, err := buffered.Peek(len(zstdMagic))
	if err != nil && err != io.EOF {
		f.Close()
		return nil, in.wrap(err)
	}
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
	in.expanded += int64(n)
	if in.packed != nil && in.expanded > maxExpanded && in.expanded/maxRatio > in.packed.n {
		return 0, fmt.Errorf("%s: the compressed file grows to more than %d times its size; if that is no mistake, decompress it first", in.name, maxRatio)
	}
	if err != nil && err != io.EOF {
		err = in.wrap(err)
	}
	return n, err
}

func (in *input) Close() error { return in.close() }
