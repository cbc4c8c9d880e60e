package pack

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/wire"
)

// Detail is an entry of section DETL. Its key is the id, not the number of an entity, so
// changes of a pack leave the section as it is.
type Detail struct {
	ID         string
	Now        string // what replaces a former id, which has nothing else; "" for an entity
	FullName   string // where it differs from the primary name
	Definition string // one sentence
	XRefs      []string
}

const (
	detailsVersion = 1

	detailBlock   = 64 << 10  // text after which the writer begins a new block
	maxDetail     = 64 << 10  // bytes of one line
	maxDetailText = 128 << 10 // of a block: what one search may decompress
	minFrame      = 9         // bytes of any zstd frame
)

// AppendDetails appends the payload of section DETL, nothing for an empty list. The ids have to
// ascend.
func AppendDetails(dst []byte, list []Detail) ([]byte, error) {
	if len(list) == 0 {
		return dst, nil
	}
	var index, frames, text []byte
	blocks, first := 0, ""
	flush := func() {
		frame := compressed(text, nil)
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
		if text = append(text, line...); len(text) >= detailBlock {
			flush()
		}
	}
	if len(text) > 0 {
		flush()
	}
	dst = wire.AppendUvarint(append(dst, detailsVersion), uint64(blocks))
	return append(append(dst, index...), frames...), nil
}

func (d *Detail) line() (string, error) {
	fields := []string{d.ID, d.Now, d.FullName, d.Definition, strings.Join(d.XRefs, " ")}
	line := strings.Join(fields, "\t") + "\n"
	switch {
	case d.ID == "":
		return "", errors.New("there is no id")
	case strings.Count(line, "\t") != len(fields)-1 || strings.Count(line, "\n") != 1 || !utf8.ValidString(line):
		return "", errors.New("a tab, a line end or a byte that is not UTF-8 in the text")
	case len(line) > maxDetail:
		return "", fmt.Errorf("%d bytes; at most %d are allowed", len(line), maxDetail)
	}
	return line, nil
}

func parseDetail(line []byte) (Detail, bool) {
	f := strings.Split(string(line), "\t")
	if len(f) != 5 || f[0] == "" {
		return Detail{}, false
	}
	return Detail{ID: f[0], Now: f[1], FullName: f[2], Definition: f[3], XRefs: strings.Fields(f[4])}, true
}

// Details is section DETL, opened. It decompresses one block at a time, when somebody asks for
// an id in it. It is safe for concurrent use.
type Details struct {
	payload []byte
	blocks  []detailRange
	last    atomic.Pointer[detailText] // lists of ids are mostly sorted
	decoder func() (*zstd.Decoder, error)
}

// detailRange is where a block and its first id lie in the payload.
type detailRange struct{ id, idEnd, start, raw int32 }

type detailText struct {
	block int
	text  []byte // lines, with a line end before the first
}

// ParseDetails reads the index of section DETL, and leaves the blocks for later: Check reads them
// all. An empty payload gives no details. m may be nil. The error is a *CorruptError or a *LimitError.
func ParseDetails(payload []byte, m *Meter) (*Details, error) {
	d, err := parseDetails(payload, m)
	if _, ok := errors.AsType[*LimitError](err); !ok {
		err = Damage(string(tagDetails), err)
	}
	return d, err
}

func parseDetails(payload []byte, m *Meter) (*Details, error) {
	d := &Details{payload: payload, decoder: sync.OnceValues(func() (*zstd.Decoder, error) { return newDecompressor(false) })}
	if len(payload) == 0 {
		return d, nil
	}
	if len(payload) > math.MaxInt32 {
		return nil, fmt.Errorf("%d bytes; at most %d are allowed", len(payload), math.MaxInt32)
	}
	r := wire.NewReader(payload)
	if v := r.Uint8(); r.Err() == nil && v != detailsVersion {
		return nil, &VersionError{Part: "version of the details", Have: detailsVersion, Want: int(v)}
	}
	n := r.Count(3 + minFrame)
	const rangeBytes = 4*4 + 8 // with what is stored
	if err := m.Take(rangeBytes*n, rangeBytes*n); err != nil {
		return nil, err
	}
	d.blocks = make([]detailRange, n)
	stored := make([]int, n)
	for i := range d.blocks {
		b := &d.blocks[i]
		raw := r.Uvarint()
		if r.Err() == nil && raw > maxDetailText {
			r.Failf("a block of %d bytes; at most %d are allowed", raw, maxDetailText)
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

func (d *Details) firstID(block int) []byte {
	return d.payload[d.blocks[block].id:d.blocks[block].idEnd]
}

// Find returns the details of an id. A block that is damaged, though its checksum was right, has
// none.
func (d *Details) Find(id string) (Detail, bool) {
	i := sort.Search(len(d.blocks), func(i int) bool { return string(d.firstID(i)) > id }) - 1
	if i < 0 {
		return Detail{}, false
	}
	text, err := d.text(i)
	if err != nil {
		return Detail{}, false
	}
	at := bytes.Index(text, []byte("\n"+id+"\t"))
	if at < 0 {
		return Detail{}, false
	}
	line, _, _ := bytes.Cut(text[at+1:], []byte{'\n'})
	return parseDetail(line)
}

// text returns the lines of a block, and keeps those of the last one.
func (d *Details) text(block int) ([]byte, error) {
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
	d.last.Store(&detailText{block, text})
	return text, nil
}

// Check reads every block, and returns damage that Find would meet as a
// *CorruptError.
func (d *Details) Check() error {
	_, err := d.list()
	return Damage(string(tagDetails), err)
}

func (d *Details) list() (out []Detail, err error) {
	for i := range d.blocks {
		text, err := d.text(i)
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", i, err)
		}
		first := len(out)
		for line := range bytes.Lines(text[1:]) {
			v, ok := parseDetail(bytes.TrimSuffix(line, []byte{'\n'}))
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

// SelectDetails returns the payload of section DETL without ids that c lacks or that no longer
// lead to one of its entities.
func (c *Contents) SelectDetails() ([]byte, error) {
	d, err := ParseDetails(c.Details, nil)
	if err != nil {
		return nil, err
	}
	all, err := d.list()
	if err != nil {
		return nil, Damage(string(tagDetails), err)
	}
	kept := all[:0]
	for _, v := range all {
		id := v.ID
		if v.Now != "" {
			id = v.Now
		}
		if _, ok := c.IDs.Find(id); ok {
			kept = append(kept, v)
		}
	}
	return AppendDetails(nil, kept)
}
