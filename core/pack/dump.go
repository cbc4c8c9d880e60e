package pack

import (
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
	w    io.Writer
	data []byte       // what is being dumped
	r    *wire.Reader // of data
	bits uint64       // of one code, once section CODE was seen
	err  error
}

func (d *dumper) printf(format string, args ...any) {
	if d.err == nil {
		_, d.err = fmt.Fprintf(d.w, format, args...)
	}
}

func (d *dumper) open(data []byte) { d.data, d.r = data, wire.NewReader(data) }

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
	d.number(2, "format version")
	d.number(2, "oldest reader")
	d.number(2, "sections")
	d.number(2, "flags")
	d.number(8, "file size")
	d.number(8, "reserved")
	for _, s := range h.Sections {
		d.bytes(uint64(len(s.Tag)), "tag "+s.Tag.String())
		d.number(4, fmt.Sprintf("flags (critical %t, zstd %t)", s.Critical, s.Zstd))
		d.number(8, "offset")
		d.number(8, "stored size")
		d.number(8, "raw size")
		d.bytes(crcSize, "CRC-32C of the section")
		d.number(4, "reserved")
	}
	d.bytes(crcSize, "CRC-32C of all above")
}

// section prints the fields of one payload; whatever is left is printed as it is.
func (d *dumper) section(tag Tag, payload []byte) {
	d.open(payload)
	switch tag {
	case tagMeta:
		for line := range strings.Lines(string(payload)) {
			d.bytes(uint64(len(line)), fmt.Sprintf("%q", line))
		}
	case tagIDs, tagNames:
		d.strings()
	case tagNamespaces:
		for i := range min(d.number(0, "namespaces"), maxNamespaces) {
			d.text(fmt.Sprintf("namespace %d", i))
		}
		d.column()
	case tagPrior, tagRowEntity, tagRowKind, tagPrimaryRow:
		d.column()
	case tagCodes:
		d.codes()
	case tagSelf:
		for i := range min(d.number(0, "self-check pairs"), uint64(len(payload))) {
			d.text(fmt.Sprintf("text %d", i))
			d.bytes(d.bits/8, "code")
		}
	case tagDelta:
		d.delta(len(payload))
	case tagSign:
		d.bytes(signSize-64, "public key")
		d.bytes(64, "signature")
	}
	d.bytes(uint64(d.r.Len()), "")
}

// text prints a length and that many bytes.
func (d *dumper) text(name string) {
	d.field(func(r *wire.Reader) string { return fmt.Sprintf("%s %q", name, r.LenBytes()) })
}

// strings prints a list of strings and returns their number, or one that would
// still fit in the section.
func (d *dumper) strings() int {
	count := d.number(0, "strings")
	text := d.number(0, "bytes of text")
	d.bytes(count, "shared with the one before")
	d.bytes(count, "length of the rest")
	d.bytes(text, "text")
	return int(min(count, uint64(len(d.data))))
}

// delta prints the fields of section DELT, of size bytes. No count in it can
// exceed that, whatever it says.
func (d *dumper) delta(size int) {
	count := func(name string) int { return int(min(d.number(0, name), uint64(size))) }
	rising := func(n int, step uint64, name string) {
		d.field(func(r *wire.Reader) string {
			return fmt.Sprintf("%s %d", name, firstOf(parseRising(r, n, step, math.MaxUint32, nil)))
		})
	}
	column := func(n int, name string) {
		d.field(func(r *wire.Reader) string {
			return fmt.Sprintf("%s %d", name, firstOf(parseColumn[uint32](r, n, math.MaxUint32)))
		})
	}
	d.text("metadata")
	rising(count("rows removed"), 1, "rows")
	entities := d.strings()
	namespaces := count("namespaces")
	for i := range namespaces {
		d.text(fmt.Sprintf("namespace %d", i))
	}
	column(entities, "namespaces of entities")
	column(entities, "priors")
	rows := d.strings()
	rising(rows, 0, "rows of the base before each")
	column(rows, "entities of rows")
	column(rows, "kinds")
	d.codes()
}

// firstOf shortens a list for a line of text.
func firstOf(list []uint32) []uint32 { return list[:min(8, len(list))] }

func (d *dumper) column() {
	if d.number(1, "column encoding") == columnPlanes {
		d.number(1, "planes")
	} else {
		d.number(0, "least value")
		d.number(1, "bits a value")
	}
	d.bytes(uint64(d.r.Len()), "values")
}

func (d *dumper) codes() {
	d.number(1, "code encoding")
	d.bytes(3, "reserved")
	d.bits = d.number(4, "bits")
	rows := d.number(8, "rows")
	for i := range rows {
		if d.bits == 0 || i == dumpLines {
			break
		}
		d.bytes(d.bits/8, fmt.Sprintf("row %d", i))
	}
	d.bytes(uint64(d.r.Len()), "more rows")
}
