package pack

import (
	"bytes"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/internal/wire"
)

// TestEveryBitCounts flips every bit of a pack, one at a time.
func TestEveryBitCounts(t *testing.T) {
	for name, data := range map[string][]byte{
		"unsigned": write(t, sample(), nil),
		"signed":   sign(t, write(t, sample(), nil)),
	} {
		refused, total := 0, 0
		for bit := 0; bit < 8*len(data); bit += bitStep() {
			total++
			data[bit/8] ^= 1 << (bit % 8)
			if _, err := Parse(data); err != nil {
				refused++
			} else {
				t.Errorf("%s: flipping bit %d of byte %#x was not noticed", name, bit%8, bit/8)
			}
			data[bit/8] ^= 1 << (bit % 8)
		}
		t.Logf("%s: %d of %d single-bit flips refused", name, refused, total)
		if refused != total || total == 0 {
			t.Errorf("%s: %d of %d single-bit flips refused", name, refused, total)
		}
	}
}

// bitStep is from one damaged bit to the next: the short form takes one or two of each byte, and all eight by turns.
func bitStep() int { return testfull.Or(7, 1) }

// TestEveryByteNeeded cuts a pack at every length, and makes it longer.
func TestEveryByteNeeded(t *testing.T) {
	data := write(t, sample(), nil)
	refused := 0
	for n := range data {
		_, err := Parse(data[:n:n])
		switch {
		case n < len(magic) && err == ErrNotPack, n >= len(magic) && errors.Is(err, ErrCorrupt):
			refused++
		default:
			t.Errorf("cut to %d bytes: error %v", n, err)
		}
	}
	t.Logf("%d of %d truncations refused", refused, len(data))
	if refused != len(data) {
		t.Errorf("%d of %d truncations refused", refused, len(data))
	}
	for _, tail := range []string{"\x00", "x", strings.Repeat("\x00", align), string(data)} {
		if _, err := Parse(append(bytes.Clone(data), tail...)); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%d bytes more: error %v", len(tail), err)
		}
	}
}

func TestNotPack(t *testing.T) {
	for _, in := range []string{"", "NORM", "PK\x03\x04 a zip file", "normpack"} {
		if _, err := Parse([]byte(in)); err != ErrNotPack {
			t.Errorf("Parse(%q): error %v, want ErrNotPack", in, err)
		}
		if _, err := ReadHeader([]byte(in)); err != ErrNotPack {
			t.Errorf("ReadHeader(%q): error %v, want ErrNotPack", in, err)
		}
	}
}

func TestErrorText(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&CorruptError{"NAME", 12, "checksum does not match"}, "pack: damaged file: section NAME, byte 12: checksum does not match; build it or fetch it again"},
		{&CorruptError{"header", 8, "x"}, "pack: damaged file: header, byte 8: x; build it or fetch it again"},
		{&VersionError{Part: "format", Have: 1, Want: 3}, "this file needs a newer normlet: its format is 3, this program reads up to 1"},
		{&VersionError{Part: "number of clues", Have: 8, Want: 7}, "an older normlet wrote this file: its number of clues is 7, this program reads 8; build it again"},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// remake returns the sample pack after a change of its header and sections,
// with all checksums right: what a hostile writer would make.
func remake(t testing.TB, change func(h *Header, bodies []body) []body) []byte {
	t.Helper()
	data := write(t, sample(), nil)
	h, err := ReadHeader(data)
	if err != nil {
		t.Fatal(err)
	}
	var bodies []body
	for _, s := range h.Sections {
		bodies = append(bodies, body{s, data[s.Offset : s.Offset+s.Stored]})
	}
	return assemble(h, change(&h, bodies))
}

// stored returns a section of the given bytes that is consistent in itself.
func stored(tag Tag, payload []byte, isZstd bool, raw int64) body {
	return body{SectionInfo{Tag: tag, Critical: true, Zstd: isZstd, Stored: int64(len(payload)), Raw: raw,
		CRC: wire.Checksum(payload)}, payload}
}

func replace(bodies []body, b body) []body {
	for i := range bodies {
		if bodies[i].info.Tag == b.info.Tag {
			bodies[i] = b
			return bodies
		}
	}
	return append(bodies, b)
}

func TestVersion(t *testing.T) {
	next := remake(t, func(h *Header, b []body) []body { h.FormatVersion = formatVersion + 1; return b })
	if _, err := Parse(next); err != nil {
		t.Errorf("a newer file that allows old readers: %v", err)
	}
	later := remake(t, func(h *Header, b []body) []body { h.FormatVersion, h.MinReader = 9, 7; return b })
	for _, in := range [][]byte{later, later[:12:12]} { // whatever the rest looks like
		_, err := Parse(in)
		var v *VersionError
		if !errors.As(err, &v) || v.Have != formatVersion || v.Want != 7 {
			t.Errorf("error %v, want a VersionError that asks for 7", err)
		}
	}
}

func TestUnknownSections(t *testing.T) {
	c := sample()
	c.Extra = append(c.Extra, Section{Tag: "MOON", Data: bytes.Repeat([]byte("moon"), 99)})
	got, err := Parse(write(t, c, nil))
	if err != nil {
		t.Fatal(err)
	}
	if table := diff(c, got); table != "" {
		t.Errorf("%s is not what was written", table)
	}
	c.Extra[1].Critical = true
	_, err = Parse(write(t, c, nil))
	if v, ok := errors.AsType[*VersionError](err); !ok || !strings.Contains(v.Part, "MOON") || v.Want <= v.Have {
		t.Errorf("error %v, want a VersionError about MOON", err)
	}
}

func zstdOf(t testing.TB, b []byte) []byte {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	return enc.EncodeAll(b, nil)
}

// codeHead returns the head of section CODE.
func codeHead(encoding byte, bits uint32, rows uint64) []byte {
	return wire.AppendUint64(wire.AppendUint32([]byte{encoding, 0, 0, 0}, bits), rows)
}

// TestHostile gives Parse files whose checksums are all right and whose content
// is wrong. Every one has to be refused for the reason given, within little memory.
func TestHostile(t *testing.T) {
	big := wire.AppendUvarint(nil, math.MaxUint64)
	zeros := make([]byte, 1<<20)
	with := func(tag Tag, payload []byte) func(*Header, []body) []body {
		return func(_ *Header, b []body) []body { return replace(b, stored(tag, payload, false, int64(len(payload)))) }
	}
	squeezed := func(tag Tag, payload []byte, raw int64) func(*Header, []body) []body {
		return func(_ *Header, b []body) []body { return replace(b, stored(tag, payload, true, raw)) }
	}
	tests := []struct {
		name, section, reason string
		change                func(*Header, []body) []body
	}{
		{"raw size", "header", "announces", squeezed(tagNames, zstdOf(t, zeros), math.MaxInt64/4)},
		{"raw size too large to allocate", "header", "out of range", squeezed(tagNames, zstdOf(t, zeros), math.MaxInt64)},
		{"more than announced", "NAME", "decompression", squeezed(tagNames, zstdOf(t, zeros), 1000)},
		{"less than announced", "NAME", "not the announced", squeezed(tagNames, zstdOf(t, zeros[:10]), 1000)},
		{"not zstd", "NAME", "decompression", squeezed(tagNames, []byte("what is this"), 1000)},
		{"two sizes", "header", "two sizes", func(_ *Header, b []body) []body { b[0].info.Raw++; return b }},
		{"section twice", "header", "twice", func(_ *Header, b []body) []body { return append(b, b[0]) }},
		{"no section", "META", "missing", func(*Header, []body) []body { return nil }},
		{"section missing", "CODE", "missing", func(_ *Header, b []body) []body { return append(b[:8:8], b[9:]...) }},
		{"tag", "header", "letters", func(_ *Header, b []body) []body { b[0].info.Tag = "\x00ETA"; return b }},
		{"signature not last", "header", "not the last", func(_ *Header, b []body) []body {
			return append([]body{stored(tagSign, make([]byte, signSize), false, signSize)}, b...)
		}},
		{"signature short", "SIGN", "96 bytes wanted", with(tagSign, []byte("short"))},
		{"strings: count", "NAME", "announced", with(tagNames, big)},
		{"strings: text", "NAME", "announced", with(tagNames, append([]byte{0}, big...))},
		{"strings: shared", "NAME", "shares 1 bytes", with(tagNames, []byte{1, 1, 1, 1, 'a'})},
		{"strings: shared, not ASCII", "NAME", "shares 3 bytes", with(tagNames, []byte{2, 3, 0, 3, 2, 1, 0xc3, 0xa9, 'a'})},
		{"strings: length", "NAME", "5 bytes wanted", with(tagNames, []byte{1, 1, 0, 5, 'a'})},
		{"strings: long length", "NAME", "announced", with(tagNames, append([]byte{1, 10, 0, 255}, big...))},
		{"strings: text left over", "NAME", "follow the last", with(tagNames, []byte{1, 2, 0, 1, 'a', 'b'})},
		{"strings: not UTF-8", "NAME", "UTF-8", with(tagNames, []byte{1, 1, 0, 1, 0xff})},
		{"strings: half a rune shared", "NAME", "string 1 is not valid", with(tagNames, []byte{2, 3, 0, 1, 2, 1, 0xce, 0xb3, 'x'})},
		{"bytes after a section", "NAME", "follow", with(tagNames, []byte{1, 1, 0, 1, 'a', 0})},
		{"no entities", "ENTI", "no entity", func(_ *Header, b []body) []body {
			for _, tag := range []Tag{tagPrior, tagPrimaryRow, tagRowEntity} {
				b = replace(b, stored(tag, []byte{columnPlanes, 0}, false, 2))
			}
			b = replace(b, stored(tagNames, []byte{0, 0}, false, 2))
			b = replace(b, stored(tagRowKind, []byte{columnPlanes, 0}, false, 2))
			b = replace(b, stored(tagNamespaces, []byte{0, columnPlanes, 0}, false, 3))
			b = replace(b, stored(tagCodes, codeHead(0, 128, 0), false, codesHead))
			b = replace(b, stored(tagSelf, []byte{0}, false, 1))
			return replace(b, stored(tagIDs, []byte{0, 0}, false, 2))
		}},
		{"ids out of order", "ENTI", "does not come after", with(tagIDs, strings5("a", "b", "c", "c", "d"))},
		{"column encoding", "ROWE", "unknown column", with(tagRowEntity, []byte{9})},
		{"column width", "ROWE", "out of range", with(tagRowEntity, []byte{columnPacked, 0, 64})},
		{"column least", "ROWE", "out of range", with(tagRowEntity, append(append([]byte{columnPacked}, big...), 0))},
		{"column short", "ROWE", "12 values of 32 bits", with(tagRowEntity, []byte{columnPacked, 0, 32, 0})},
		{"column unused bits", "ROWK", "unused bits", with(tagRowKind, []byte{columnPacked, 0, 1, 0, 0xf0})},
		{"column value", "ROWE", "item 0 is 5", with(tagRowEntity, append([]byte{columnPlanes, 1}, bytes.Repeat([]byte{5}, 12)...))},
		{"column planes", "ROWE", "at most 4", with(tagRowEntity, []byte{columnPlanes, 200})},
		{"kind", "ROWK", "not below 5", with(tagRowKind, append([]byte{columnPlanes, 1}, bytes.Repeat([]byte{5}, 12)...))},
		{"namespaces", "NSPC", "announced", with(tagNamespaces, big)},
		{"too many namespaces", "NSPC", "at most", with(tagNamespaces, append(wire.AppendUvarint(nil, 1<<17), zeros[:1<<17]...))},
		{"namespace of entity", "NSPC", "item 1", with(tagNamespaces, []byte{1, 1, 'N', columnPlanes, 1, 0, 1, 0, 0, 0})},
		{"rank of the primary row", "PROW", "entity 3 has fewer", with(tagPrimaryRow, []byte{columnPlanes, 1, 0, 0, 0, 1, 0})},
		{"entity without row", "PROW", "fewer rows", with(tagRowEntity, []byte{columnPlanes, 0})},
		{"codes: encoding", "CODE", "unknown code encoding", with(tagCodes, codeHead(7, 128, 12))},
		{"codes: bits", "CODE", "codes of 65", with(tagCodes, codeHead(0, 65, 12))},
		{"codes: rows", "CODE", "rows for 12 names", with(tagCodes, codeHead(0, 128, math.MaxUint64))},
		{"codes: reserved", "CODE", "where zero", with(tagCodes, []byte{0, 1, 0, 0})},
		{"codes: short", "CODE", "192 bytes wanted", with(tagCodes, codeHead(0, 128, 12))},
		{"codes: short, near", "CODE", "12 bytes wanted", with(tagCodes, codeHead(2, 128, 12))},
		{"meta: line", "META", "line 2", with(tagMeta, []byte("a=b\nc=d"))},
		{"meta: no key", "META", "not key=value", with(tagMeta, []byte("abc\n"))},
		{"meta: escape", "META", "backslash", with(tagMeta, []byte(`a=\x`+"\n"))},
		{"meta: order", "META", "does not come after", with(tagMeta, []byte("b=\na=\n"))},
		{"self: count", "SELF", "announced", with(tagSelf, big)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := remake(t, tt.change)
			var err error
			used := allocated(func() { _, err = Parse(data) })
			var c *CorruptError
			if !errors.As(err, &c) || !errors.Is(err, ErrCorrupt) {
				t.Fatalf("error %v, want a CorruptError", err)
			}
			if c.Section != tt.section || !strings.Contains(c.Reason, tt.reason) {
				t.Errorf("error %v, want one about %s with %q", err, tt.section, tt.reason)
			}
			if limit := uint64(8<<20 + 100*len(data)); used > limit {
				t.Errorf("%d bytes allocated for a file of %d", used, len(data))
			}
		})
	}
}

func strings5(list ...string) []byte {
	b := stringsForm(NewStrings(list))
	return b
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHostileTable breaks the bytes of header and table themselves.
func TestHostileTable(t *testing.T) {
	tests := []struct {
		name, reason string
		offset       int
		bytes        []byte
	}{
		{"sections", "at most 256", 12, []byte{0xff, 0xff}},
		{"file flags", "unknown file flags", 14, []byte{1}},
		{"file size", "out of range", 16, wire.AppendUint64(nil, math.MaxUint64)},
		{"another file size", "the file at", 16, wire.AppendUint64(nil, 100000)},
		{"reserved", "where zero", 24, []byte{1}},
		{"section flags", "unknown flags", 36, []byte{0xf0}},
		{"offset", "begins at", 40, []byte{1}},
		{"offset out of range", "out of range", 40, wire.AppendUint64(nil, math.MaxUint64)},
		{"stored size", "ends after", 48, wire.AppendUint64(nil, 1<<40)},
		{"entry reserved", "where zero", 68, []byte{1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := write(t, sample(), nil)
			h, err := ReadHeader(data)
			if err != nil {
				t.Fatal(err)
			}
			copy(data[tt.offset:], tt.bytes)
			end := headerSize + entrySize*len(h.Sections)
			copy(data[end:], wire.AppendUint32(nil, wire.Checksum(data[:end])))
			_, err = Parse(data)
			var c *CorruptError
			if !errors.As(err, &c) || c.Section != "header" || !strings.Contains(c.Reason, tt.reason) {
				t.Errorf("error %v, want one about the header with %q", err, tt.reason)
			}
		})
	}
	if h, err := ReadHeader(write(t, sample(), nil)[:640]); err != nil || len(h.Sections) != 14 {
		t.Errorf("the header alone: %d sections, error %v", len(h.Sections), err)
	}
}

// TestWindow gives a frame that asks for a window of gigabytes for ten bytes.
func TestWindow(t *testing.T) {
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x51, 0, 0} // 10 bytes, raw, last block
	frame = append(frame, "0123456789"...)
	data := remake(t, func(_ *Header, b []body) []body { return replace(b, stored(tagHead, frame, true, 10)) })
	var c *Contents
	var err error
	used := allocated(func() { c, err = Parse(data) })
	if err != nil || string(c.Head) != "0123456789" {
		t.Errorf("error %v", err)
	}
	if used > 8<<20 {
		t.Errorf("%d bytes allocated", used)
	}
}
