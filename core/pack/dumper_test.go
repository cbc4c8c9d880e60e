package pack

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/normlet/normlet/internal/wire"
)

const (
	dumpWidth = 16 // bytes a line
	dumpLines = 4  // lines a field
)

// dumps prints the payloads of sections; what they leave is printed as bytes.
var dumps map[Tag]func(d *dumper)

func init() { // dumps and the dumper of a delta need each other
	column := func(items string) func(d *dumper) { return func(d *dumper) { d.column(items) } }
	dumps = map[Tag]func(d *dumper){
		tagMeta: (*dumper).lines, tagIDs: (*dumper).strings, tagNamespaces: (*dumper).namespaces, "PRIO": column("priors"),
		tagNames: (*dumper).strings, "ROWE": column("entities of rows"), "ROWK": column("kinds"), tagPrimaryRow: column("ranks"),
		tagCodes: (*dumper).codes, tagSame: column("distances"), tagSelf: (*dumper).self, tagDelta: (*dumper).delta, tagSign: (*dumper).signature,
	}
}

// readPayloads returns the bytes of all sections.
func readPayloads(data []byte, h Header) (map[Tag][]byte, error) {
	p, err := startPayloads(data, h, &ReadOptions{})
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(p.damage(), p.rest()); err != nil {
		return nil, err
	}
	all := make(map[Tag][]byte, len(p.sections))
	for _, s := range p.sections {
		all[s.Tag], _ = p.of(s.Tag)
	}
	return all, nil
}

// Dump writes the bytes of a pack as text, field by field, with what they mean.
// Long fields are shortened. Sections are shown uncompressed, with offsets in
// their payload. A file that Parse would refuse is dumped as far as it can be
// read, and the error is returned.
func Dump(w io.Writer, data []byte) error {
	d := &dumper{w: w}
	h, err := ReadHeader(data)
	if err != nil {
		return err
	}
	d.header(data, h)
	if err := checkBytes(data, h); err != nil {
		return err
	}
	payloads, err := readPayloads(data, h)
	if err != nil {
		return err
	}
	for _, s := range h.Sections {
		d.printf("\n%s  %s: %d bytes at %d, %d raw\n", s.Tag, s.About, s.Stored, s.Offset, s.Raw)
		d.section(s.Tag, payloads[s.Tag])
	}
	if d.err == nil {
		_, d.err = Parse(data)
	}
	return d.err
}

// dumper prints fields and keeps the first error of its writer.
type dumper struct {
	w       io.Writer
	data    []byte       // what is being dumped
	r       *wire.Reader // of data
	count   int          // of the strings dumped last, at most what fits in data
	inDelta bool         // columns end before the payload does
	bits    uint64       // of one code, once section CODE was seen
	err     error
}

func (d *dumper) printf(format string, args ...any) {
	if d.err == nil {
		_, d.err = fmt.Fprintf(d.w, format, args...)
	}
}

func (d *dumper) open(data []byte) { d.data, d.r, d.inDelta = data, wire.NewReader(data), false }

// field prints the bytes that read takes, and behind the first line what read
// returns.
func (d *dumper) field(read func(r *wire.Reader) string) {
	start := d.r.Offset()
	label := read(d.r)
	d.hex(start, d.data[start:d.r.Offset()], label)
}

func (d *dumper) hex(start int, b []byte, label string) {
	for n := 0; len(b) > 0; n++ {
		if n == dumpLines {
			d.printf("        ... %d more bytes\n", len(b))
			return
		}
		line := b[:min(dumpWidth, len(b))]
		d.printf("%s\n", strings.TrimRight(fmt.Sprintf("%06x  %-48s %s", start, fmt.Sprintf("% x", line), label), " "))
		b, start, label = b[len(line):], start+len(line), ""
	}
}

// number prints a number of size bytes, or a uvarint for size 0, and returns it.
func (d *dumper) number(size int, name string) uint64 {
	var v uint64
	d.field(func(r *wire.Reader) string {
		switch size {
		case 0:
			v = r.Uvarint()
		case 8:
			v = r.Uint64()
		default:
			for i, b := range r.Bytes(size) {
				v |= uint64(b) << (8 * i)
			}
		}
		return fmt.Sprintf("%s %d", name, v)
	})
	return v
}

func (d *dumper) bytes(n uint64, name string) {
	d.field(func(r *wire.Reader) string {
		r.Bytes(int(min(n, uint64(r.Len()))))
		return name
	})
}

func (d *dumper) header(data []byte, h Header) {
	d.open(data)
	d.bytes(uint64(len(magic)), fmt.Sprintf("magic %q", magic))
	for i, name := range []string{"format version", "oldest reader", "sections", "flags", "file size", "reserved"} {
		d.number([]int{2, 2, 2, 2, 8, 8}[i], name)
	}
	for _, s := range h.Sections {
		d.bytes(uint64(len(s.Tag)), "tag "+string(s.Tag))
		d.number(4, fmt.Sprintf("flags (critical %t, zstd %t)", s.Critical, s.Zstd))
		for _, name := range []string{"offset", "stored size", "raw size"} {
			d.number(8, name)
		}
		d.bytes(crcSize, "CRC-32C of the section")
		d.number(4, "reserved")
	}
	d.bytes(crcSize, "CRC-32C of all above")
}

// section prints the fields of one payload; whatever is left is printed as it is.
func (d *dumper) section(tag Tag, payload []byte) {
	d.open(payload)
	if dump := dumps[tag]; dump != nil {
		dump(d)
	}
	d.bytes(uint64(d.r.Len()), "")
}

// text prints a length and that many bytes.
func (d *dumper) text(name string) {
	d.field(func(r *wire.Reader) string { return fmt.Sprintf("%s %q", name, r.LenBytes()) })
}

func (d *dumper) lines() {
	for line := range strings.Lines(string(d.data)) {
		d.bytes(uint64(len(line)), fmt.Sprintf("%q", line))
	}
}

func (d *dumper) strings() {
	count := d.number(0, "strings")
	text := d.number(0, "bytes of text")
	d.bytes(count, "shared with the one before")
	d.bytes(count, "length of the rest")
	d.bytes(text, "text")
	d.count = int(min(count, uint64(len(d.data))))
}

func (d *dumper) namespaces() {
	for i := range min(d.number(0, "namespaces"), maxNamespaces) {
		d.text(fmt.Sprintf("namespace %d", i))
	}
	d.column("namespaces of entities")
}

func (d *dumper) self() {
	for i := range min(d.number(0, "self-check pairs"), uint64(len(d.data))) {
		d.text(fmt.Sprintf("text %d", i))
		d.bytes(d.bits/8, "code")
	}
}

func (d *dumper) signature() {
	d.bytes(signSize-64, "public key")
	d.bytes(64, "signature")
}

func (d *dumper) delta() {
	d.inDelta = true
	d.text("metadata")
	removed := int(min(d.number(0, "rows removed"), uint64(len(d.data))))
	d.rising(removed, 1, "rows")
	for _, s := range sections[1:] {
		if s.inDelta {
			dumps[s.tag](d)
		}
		if s.tag == tagNames {
			d.rising(d.count, 0, "rows of the base before each")
		}
	}
}

func (d *dumper) rising(n int, step uint64, name string) {
	d.field(func(r *wire.Reader) string {
		return fmt.Sprintf("%s %d", name, firstOf(wire.Rising(r, n, step, math.MaxUint32)))
	})
}

// column prints a column: how it is stored, or its first values where it has no end
// of its own.
func (d *dumper) column(items string) {
	if d.inDelta {
		d.field(func(r *wire.Reader) string {
			return fmt.Sprintf("%s %d", items, firstOf(wire.Column[uint32](r, d.count, math.MaxUint32)))
		})
		return
	}
	switch d.number(1, "column encoding") {
	case columnPlanes:
		d.number(1, "planes")
	case columnPacked:
		d.number(0, "least value")
		d.number(1, "bits a value")
	}
	d.bytes(uint64(d.r.Len()), "values")
}

// firstOf shortens a list for a line of text.
func firstOf(list []uint32) []uint32 { return list[:min(8, len(list))] }

func (d *dumper) codes() {
	near := d.number(1, "code encoding") == codesNear
	d.bytes(3, "reserved")
	d.bits = d.number(4, "bits")
	rows := d.number(8, "rows")
	if near {
		d.bytes(rows, "which row each is near, and its class")
	}
	for i := range rows {
		if d.bits == 0 || i == dumpLines {
			break
		}
		d.bytes(d.bits/8, fmt.Sprintf("row %d", i))
	}
	d.bytes(uint64(d.r.Len()), "more rows")
}
