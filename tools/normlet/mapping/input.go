package mapping

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/normlet/normlet/train/data"
)

// headSize is how much of a file is looked at to find out its encoding and format, in bytes.
const headSize = 256 << 10

// Input is a file, decompressed and in UTF-8.
type Input struct {
	Name     string
	Size     int64  // of the file as it is stored, in bytes; 0 if it is not known
	Encoding string // what it was converted from, "" for UTF-8
	close    func() error
	raw      *counter
	text     *bufio.Reader
}

type counter struct {
	io.ReadCloser
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// Open opens the file at path, decompressing it if it is compressed; "-" is stdin. encoding is as in Config.
func Open(path, encoding string, stdin io.Reader) (*Input, error) {
	if path == "-" {
		return NewInput("standard input", io.NopCloser(stdin), encoding)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	in, err := NewInput(path, f, encoding)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		in.Size = info.Size()
	}
	return in, nil
}

// NewInput is Open for a file that is open already, which Close closes.
func NewInput(name string, stored io.ReadCloser, encoding string) (*Input, error) {
	in := &Input{Name: name, raw: &counter{ReadCloser: stored}}
	file, err := data.NewReader(in.raw, in.Name)
	if err != nil {
		return nil, err
	}
	in.close = file.Close
	in.text = bufio.NewReaderSize(file, headSize)
	if err := in.decode(encoding); err != nil {
		file.Close()
		return nil, err
	}
	return in, nil
}

// Read returns the number of bytes of the stored file that were read so far.
func (in *Input) Read() int64 { return in.raw.n.Load() }

// Close closes the file.
func (in *Input) Close() error { return in.close() }

// decode makes UTF-8 of other encodings and takes off a byte order mark.
func (in *Input) decode(name string) error {
	head, err := in.text.Peek(headSize)
	if err != nil && err != io.EOF {
		return err
	}
	if len(head) == 0 {
		return fmt.Errorf("%s: the file is empty", in.Name)
	}
	if bytes.HasPrefix(head, []byte("\ufeff")) {
		_, err := in.text.Discard(len("\ufeff"))
		return err
	}
	var decoder *encoding.Decoder
	in.Encoding, decoder = encodingOf(head, name)
	if decoder != nil {
		in.text = bufio.NewReaderSize(decoder.Reader(in.text), headSize)
	}
	return nil
}

// encodingOf returns the encoding of a text that begins with head, and a decoder unless it is UTF-8. name is the
// encoding asked for, if one is.
func encodingOf(head []byte, name string) (string, *encoding.Decoder) {
	utf16 := func(order unicode.Endianness) *encoding.Decoder {
		return unicode.UTF16(order, unicode.UseBOM).NewDecoder()
	}
	switch {
	case name == "utf-8":
		return "", nil
	case name == "latin1":
		return "Latin-1", charmap.Windows1252.NewDecoder() // which has more characters, and no others
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), zeros(head, 1):
		return "UTF-16", utf16(unicode.LittleEndian)
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}), zeros(head, 0), name == "utf-16":
		return "UTF-16", utf16(unicode.BigEndian)
	}
	for i := 0; i < utf8.UTFMax && len(head) == headSize && len(head) > i; i++ {
		if utf8.RuneStart(head[len(head)-1-i]) {
			head = head[:len(head)-1-i] // a character that may be cut
			break
		}
	}
	if !utf8.Valid(head) {
		return "Latin-1", charmap.Windows1252.NewDecoder()
	}
	return "", nil
}

// zeros reports whether every second byte of the beginning, from at, is zero, and no other: Latin letters in UTF-16.
func zeros(head []byte, at int) bool {
	head = head[:min(len(head), 64)]
	if len(head) < 4 {
		return false
	}
	for i, c := range head {
		if (c == 0) != (i%2 == at) {
			return false
		}
	}
	return true
}

// Text returns the content.
func (in *Input) Text() io.Reader { return in.text }
