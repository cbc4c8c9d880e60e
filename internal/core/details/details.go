// Package details keeps what is known of entities beside their names: a list in the order of ids, in compressed blocks of
// which a reader decompresses the one that it needs. core/pack specifies the form, as section DETL.
package details

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/frame"
	"github.com/normlet/normlet/internal/wire"
)

// Entry is what is known of an id. It has no number of an entity, so changes of a pack leave the list as it is.
type Entry struct {
	ID         string
	Now        string // what replaces a former id, which has nothing else; "" for an entity
	FullName   string // where it differs from the primary name, or as Short writes it
	Definition string // one sentence
	XRefs      []string
}

const (
	version = 1

	blockSize = 64 << 10  // text after which the writer begins a new block
	maxLine   = 64 << 10  // bytes of one line
	maxText   = 128 << 10 // of a block: what one search may decompress
	minFrame  = 9         // bytes of any zstd frame
)

// Append appends the binary form of a list, nothing for an empty one. The ids have to ascend.
func Append(dst []byte, list []Entry) ([]byte, error) {
	if len(list) == 0 {
		return dst, nil
	}
	var index, frames, text []byte
	blocks, first := 0, ""
	flush := func() {
		frame := frame.Append(nil, text)
		index = wire.AppendUvarint(wire.AppendUvarint(index, uint64(len(text))), uint64(len(frame)))
		index = wire.AppendLenBytes(index, first)
		frames, text, blocks = append(frames, frame...), text[:0], blocks+1
	}
	for i := range list {
		d := &list[i]
		line, err := d.line()
		if err == nil && i > 0 && list[i-1].ID >= d.ID {
			err = fmt.Errorf("it does not come after %q", list[i-1].ID)
		}
		if err != nil {
			return dst, fmt.Errorf("details of %q: %w", d.ID, err)
		}
		if len(text) == 0 {
			first = d.ID
		}
		if text = append(text, line...); len(text) >= blockSize {
			flush()
		}
	}
	if len(text) > 0 {
		flush()
	}
	dst = wire.AppendUvarint(append(dst, version), uint64(blocks))
	return append(append(dst, index...), frames...), nil
}

func (d *Entry) line() (string, error) {
	fields := []string{d.ID, d.Now, d.FullName, d.Definition, strings.Join(d.XRefs, " ")}
	line := strings.Join(fields, "\t") + "\n"
	switch {
	case d.ID == "":
		return "", errors.New("there is no id")
	case strings.Count(line, "\t") != len(fields)-1 || strings.Count(line, "\n") != 1 || !utf8.ValidString(line):
		return "", errors.New("a tab, a line end or a byte that is not UTF-8 in the text")
	case len(line) > maxLine:
		return "", fmt.Errorf("%d bytes; at most %d are allowed", len(line), maxLine)
	}
	return line, nil
}

func parseLine(line []byte) (Entry, bool) {
	f := strings.Split(string(line), "\t")
	if len(f) != 5 || f[0] == "" {
		return Entry{}, false
	}
	return Entry{ID: f[0], Now: f[1], FullName: f[2], Definition: f[3], XRefs: strings.Fields(f[4])}, true
}

// List is a list, opened. It decompresses one block at a time, when somebody asks for an id in it. It is safe for
// concurrent use.
type List struct {
	payload    []byte
	blocks     []blockRange
	last       atomic.Pointer[blockText] // lists of ids are mostly sorted
	decoder    func() (*zstd.Decoder, error)
	references func() []uint64 // see indexReferences
}

// blockRange is where a block and its first id lie in the payload.
type blockRange struct{ id, idEnd, start, raw int32 }

type blockText struct {
	block int
	text  []byte // lines, with a line end before the first
}

// Parse reads the index of a list, and leaves the blocks for later: Check reads them all. No bytes are a list without
// entries. take, unless nil, is told the steps and bytes that the index takes, before it is made; the error may be its.
func Parse(payload []byte, take func(steps, bytes int) error) (*List, error) {
	d := &List{payload: payload, decoder: sync.OnceValues(func() (*zstd.Decoder, error) { return frame.NewDecoder(false) })}
	d.references = sync.OnceValue(d.indexReferences)
	if len(payload) == 0 {
		return d, nil
	}
	if len(payload) > math.MaxInt32 {
		return nil, fmt.Errorf("%d bytes; at most %d are allowed", len(payload), math.MaxInt32)
	}
	r := wire.NewReader(payload)
	if v := r.Uint8(); r.Err() == nil && v != version {
		return nil, &wire.VersionError{Part: "version of the details", Have: version, Want: int(v)}
	}
	n := r.Count(3 + minFrame)
	const rangeBytes = 4*4 + 8 // with what is stored
	if take != nil {
		if err := take(rangeBytes*n, rangeBytes*n); err != nil {
			return nil, err
		}
	}
	d.blocks = make([]blockRange, n)
	stored := make([]int, n)
	for i := range d.blocks {
		b := &d.blocks[i]
		raw := r.Uvarint()
		if r.Err() == nil && raw > maxText {
			r.Failf("a block of %d bytes; at most %d are allowed", raw, maxText)
		}
		stored[i] = r.Count(1)
		id := r.LenBytes()
		b.raw, b.idEnd = int32(raw), int32(r.Offset())
		b.id = b.idEnd - int32(len(id))
		if i > 0 && r.Err() == nil && bytes.Compare(d.firstID(i-1), id) >= 0 {
			r.Failf("block %d does not come after the one before", i)
		}
	}
	for i := range d.blocks {
		d.blocks[i].start = int32(r.Offset())
		r.Bytes(stored[i])
	}
	return d, r.Close()
}

func (d *List) firstID(block int) []byte {
	return d.payload[d.blocks[block].id:d.blocks[block].idEnd]
}

// Find returns the details of an id. A block that is damaged, though its checksum was right, has
// none.
func (d *List) Find(id string) (Entry, bool) {
	i := sort.Search(len(d.blocks), func(i int) bool { return string(d.firstID(i)) > id }) - 1
	if i < 0 {
		return Entry{}, false
	}
	text, err := d.text(i)
	if err != nil {
		return Entry{}, false
	}
	at := bytes.Index(text, []byte("\n"+id+"\t"))
	if at < 0 {
		return Entry{}, false
	}
	line, _, _ := bytes.Cut(text[at+1:], []byte{'\n'})
	return parseLine(line)
}

// text returns the lines of a block, and keeps those of the last one.
func (d *List) text(block int) ([]byte, error) {
	if t := d.last.Load(); t != nil && t.block == block {
		return t.text, nil
	}
	dec, err := d.decoder()
	if err != nil {
		return nil, err
	}
	b, end := d.blocks[block], len(d.payload)
	if block+1 < len(d.blocks) {
		end = int(d.blocks[block+1].start)
	}
	text := make([]byte, 1, 1+b.raw)
	text[0] = '\n'
	if text, err = dec.DecodeAll(d.payload[b.start:end], text); err != nil {
		return nil, err
	}
	if len(text) != 1+int(b.raw) {
		return nil, errors.New("the uncompressed size is not the announced one")
	}
	d.last.Store(&blockText{block, text})
	return text, nil
}

// Check reads every block, and returns damage that Find would meet.
func (d *List) Check() error {
	_, err := d.list()
	return err
}

func (d *List) list() (out []Entry, err error) {
	for i := range d.blocks {
		text, err := d.text(i)
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", i, err)
		}
		first := len(out)
		for line := range bytes.Lines(text[1:]) {
			v, ok := parseLine(bytes.TrimSuffix(line, []byte{'\n'}))
			switch {
			case !ok || !utf8.Valid(line) || line[len(line)-1] != '\n':
				return nil, fmt.Errorf("block %d: the line %.40q is no detail", i, line)
			case len(out) > 0 && out[len(out)-1].ID >= v.ID:
				return nil, fmt.Errorf("block %d: %q does not come after %q", i, v.ID, out[len(out)-1].ID)
			}
			out = append(out, v)
		}
		if first == len(out) || out[first].ID != string(d.firstID(i)) {
			return nil, fmt.Errorf("block %d does not begin with %q", i, d.firstID(i))
		}
	}
	return out, nil
}

// Select returns the binary form of a list without ids that keep refuses, or that no longer lead to one that it wants.
func Select(payload []byte, keep func(id string) bool) ([]byte, error) {
	d, err := Parse(payload, nil)
	if err != nil {
		return nil, err
	}
	all, err := d.list()
	if err != nil {
		return nil, err
	}
	return Append(nil, slices.DeleteFunc(all, func(v Entry) bool { return !keep(cmp.Or(v.Now, v.ID)) }))
}
