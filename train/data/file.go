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

// Open opens the file at path for reading, "-" being standard input. Content
// that starts as gzip or Zstandard does is decompressed. Errors of opening and
// of reading name the file.
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

// NewReader is Open for a file that is open already; name is its name in errors.
// Closing the reader closes the file.
func NewReader(f io.ReadCloser, name string) (io.ReadCloser, error) { return newInput(name, f) }

// input is a file, decompressed.
type input struct {
	name   string
	reader io.Reader
	close  func() error
}

func newInput(name string, f io.ReadCloser) (*input, error) {
	buffered := bufio.NewReaderSize(f, 64<<10)
	in := &input{name: name, reader: buffered, close: f.Close}
	magic, err := buffered.Peek(len(zstdMagic))
	if err != nil && err != io.EOF {
		f.Close()
		return nil, in.wrap(err)
	}
	switch {
	case bytes.HasPrefix(magic, gzipMagic):
		in.reader, err = gzip.NewReader(buffered)
	case bytes.HasPrefix(magic, zstdMagic):
		in.reader, err = in.zstdReader(buffered)
	default:
		return in, nil
	}
	if err != nil {
		f.Close()
		return nil, in.wrap(err)
	}
	return in, nil
}

func (in *input) zstdReader(r io.Reader) (io.Reader, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
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
	return fmt.Errorf("%s: %w", in.name, err)
}

// Read implements io.Reader.
func (in *input) Read(p []byte) (int, error) {
	n, err := in.reader.Read(p)
	if err != nil && err != io.EOF {
		err = in.wrap(err)
	}
	return n, err
}

// Close implements io.Closer.
func (in *input) Close() error { return in.close() }
