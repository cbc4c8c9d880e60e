package output

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/durable"
)

// headBytes is how much of a file reveals its kind.
const headBytes = 4 << 10

// Kind is a kind of files that a command writes, recognized by their beginning.
type Kind struct {
	What string                 // as in "it is not a pack"
	Ours func(head []byte) bool // nil: nothing tells
	// Plain files are never compressed; others are if the name ends in .gz or .zst.
	Plain bool
	// Stays protects files of other kinds even from Set.Force.
	Stays bool
	// Private files can be read by their owner alone.
	Private bool
}

// mode returns that of a new file, before the umask.
func (k *Kind) mode() fs.FileMode {
	if k.Private {
		return 0o600
	}
	return 0o666
}

// Begins returns the kind of files that begin with one of the given texts.
func Begins(what string, with ...string) *Kind {
	return &Kind{What: what, Ours: func(head []byte) bool {
		return slices.ContainsFunc(with, func(w string) bool { return bytes.HasPrefix(head, []byte(w)) })
	}}
}

// check fails if path is a file of another kind and not empty.
func (k *Kind) check(in durable.FS, path string) error {
	head, err := readHead(in, path)
	if err != nil {
		return err
	}
	if len(head) == 0 || k.Ours != nil && k.Ours(head) {
		return nil
	}
	why := fmt.Sprintf("it is not %s that normlet wrote", k.What)
	if k.Ours == nil {
		why = "nothing tells whether normlet wrote it"
	}
	hint := ", or replace it with --force"
	if k.Stays {
		hint = ""
	}
	return fmt.Errorf("%s: there is a file already, and %s; choose another name%s", path, why, hint)
}

// readHead returns the beginning of a file, decompressed if possible.
func readHead(in durable.FS, path string) ([]byte, error) {
	file, err := in.OpenFile(path, os.O_RDONLY|nonBlock, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b := bufio.NewReaderSize(file, headBytes)
	raw, err := b.Peek(headBytes)
	if err != nil && err != io.EOF {
		return nil, err
	}
	raw = bytes.Clone(raw) // decompressing reads on
	var r io.Reader
	switch {
	case bytes.HasPrefix(raw, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(b)
		if err != nil {
			return raw, nil
		}
		r = z
	case bytes.HasPrefix(raw, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
		if err != nil {
			return raw, nil
		}
		defer z.Close()
		r = z
	default:
		return raw, nil
	}
	head, err := io.ReadAll(io.LimitReader(r, headBytes))
	if err != nil && len(head) == 0 {
		return raw, nil
	}
	return head, nil
}
