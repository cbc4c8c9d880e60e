package pack_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// endless is zeros without end, after a beginning; it counts what is read.
type endless struct {
	begin []byte
	read  int
}

func (e *endless) Read(p []byte) (int, error) {
	clear(p)
	if e.read < len(e.begin) {
		copy(p, e.begin[e.read:])
	}
	e.read += len(p)
	return len(p), nil
}

// header returns that of a file of one section, XTRA, of so many bytes.
func header(size uint64) []byte {
	const table = 32 + 40 + 4
	b := append([]byte("NORMPACK"), 1, 0, 1, 0, 1, 0, 0, 0)
	b = binary.LittleEndian.AppendUint64(b, size+128) // the section begins at a multiple of 64
	b = append(b, make([]byte, 8)...)
	b = append(b, "XTRA\x00\x00\x00\x00"...)
	for _, v := range []uint64{128, size, size} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	b = append(b, make([]byte, 8)...)
	if len(b) != table-4 {
		panic("the header is of another form")
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

func TestReadIsBounded(t *testing.T) {
	t.Parallel()
	limits := pack.Limits{SectionBytes: 1 << 20}
	for name, c := range map[string]struct {
		begin   []byte
		limited bool
		most    int
	}{
		"zeros":     {nil, false, 32},
		"a header":  {header(5 << 30), math.MaxInt > math.MaxInt32, 76}, // with 32 bits no file has this size: damage
		"half one":  {header(5 << 30)[:60], false, 76},
		"a text":    {[]byte("NORMPACK is the magic, and this is a text"), false, 32 + 256*40 + 4},
		"too long":  {header(1 << 19), false, 1<<19 + 129},
		"over most": {header(1<<20 - 127), true, 76},
	} {
		in := &endless{begin: c.begin}
		_, err := pack.Read(in, limits)
		var large *pack.LimitError
		if errors.As(err, &large) != c.limited || in.read > c.most {
			t.Errorf("%s: %v after %d bytes", name, err, in.read)
		}
	}
}

// TestRead returns a pack as it is, and what ends too early or too late for Parse to refuse.
func TestRead(t *testing.T) {
	t.Parallel()
	content := header(1000)
	content = append(content, make([]byte, 1128-len(content))...)
	for _, c := range []struct{ in, want []byte }{
		{content, content}, {content[:700], content[:700]}, {append(bytes.Clone(content), 1, 2, 3), append(bytes.Clone(content), 1)},
	} {
		got, err := pack.Read(bytes.NewReader(c.in), pack.Limits{})
		if err != nil || !bytes.Equal(got, c.want) {
			t.Errorf("of %d bytes: %d, %v", len(c.in), len(got), err)
		}
	}
	for _, in := range [][]byte{nil, content[:5], content[:40]} {
		if _, err := pack.Read(bytes.NewReader(in), pack.Limits{}); err == nil {
			t.Errorf("%d bytes are a pack", len(in))
		}
	}
	broken := io.MultiReader(bytes.NewReader(content[:90]), &failing{})
	if _, err := pack.Read(broken, pack.Limits{}); !errors.Is(err, errFails) {
		t.Errorf("an error of reading: %v", err)
	}
}

var errFails = errors.New("it fails")

type failing struct{}

func (*failing) Read([]byte) (int, error) { return 0, errFails }
