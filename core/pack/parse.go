package pack

import (
	"bytes"
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/internal/wire"
)

// Parse checks every byte of a pack and returns its contents: afterwards no
// index is out of bounds and no string is malformed, so a lookup needs no error
// path. It keeps data and never writes it; tables that are stored uncompressed
// are parts of data, which must not change (or be unmapped) while they are used.
//
// The error is ErrNotPack, a *VersionError, an *UnknownSectionError, a
// *CorruptError or a *LimitError. Whatever the bytes are, a section takes at most
// 64 times its stored size and 64 KiB to decompress; time and memory for the
// tables are bounded as the package comment says. The signature is not checked:
// Verify does that.
func Parse(data []byte) (*Contents, error) {
	c, _, err := ParseWith(data, nil)
	return c, err
}

// ReadOptions changes how a pack is parsed.
type ReadOptions struct {
	Limits Limits
	Mapped bool // the memory will go away: of the tables only Codes may be a part of it
}

// ParseWith is Parse with options. It also returns what has counted, for what
// else is made of the pack. A nil o is the zero ReadOptions.
func ParseWith(data []byte, o *ReadOptions) (*Contents, *Meter, error) {
	if o == nil {
		o = &ReadOptions{}
	}
	base, d, m, err := split(data, o)
	if err != nil {
		return nil, nil, err
	}
	c, err := base.with(d, m)
	if err != nil {
		return nil, nil, err
	}
	return c, m, nil
}

// InPlace reports whether the codes are a part of data, from which c was parsed.
func (c *Contents) InPlace(data []byte) bool { return isPart(c.Codes, data) }

// Split parses a pack into the tables of its base and the changes of section
// DELT, which are nil when there are none. Parse gives both as one.
func Split(data []byte) (*Contents, *Delta, error) {
	c, d, _, err := split(data, &ReadOptions{})
	return c, d, err
}

// split reads all sections.
func split(data []byte, o *ReadOptions) (*Contents, *Delta, *Meter, error) {
	h, err := ReadHeader(data)
	if err != nil {
		return nil, nil, nil, err
	}
	m := NewMeter(o.Limits, h.rawSize())
	if err := m.AtMost("SectionBytes", m.sections, m.SectionBytes); err != nil {
		return nil, nil, nil, err
	}
	if err := m.Take(int(h.FileSize+m.sections), 0); err != nil { // checksums and decompression
		return nil, nil, nil, err
	}
	if err := checkLayout(data, h); err != nil {
		return nil, nil, nil, err
	}
	payloads, err := readPayloads(data, h)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, s := range h.Sections {
		if o.Mapped && !s.Zstd && s.Tag != tagCodes {
			payloads[s.Tag] = bytes.Clone(payloads[s.Tag])
		}
	}
	c, err := parseTables(h, payloads, m)
	if err != nil {
		return nil, nil, nil, err
	}
	payload, ok := payloads[tagDelta]
	if !ok {
		return c, nil, m, nil
	}
	r := wire.NewReader(payload)
	d := parseDelta(r, c, m)
	if err := r.Close(); err != nil {
		return nil, nil, nil, cmp.Or(m.err, corrupt(tagDelta, err))
	}
	return c, d, m, nil
}

// rawSize returns the size of all sections, uncompressed.
func (h *Header) rawSize() int64 {
	var n int64
	for _, s := range h.Sections {
		n += min(s.Raw, math.MaxInt64/maxSections)
	}
	return n
}

// parseTables reads the sections of the base.
func parseTables(h Header, payloads map[Tag][]byte, m *Meter) (*Contents, error) {
	c := &Contents{}
	for _, s := range sections {
		payload, ok := payloads[s.tag]
		if !ok {
			if s.need == required {
				return nil, &CorruptError{Section: string(s.tag), Reason: "the section is missing"}
			}
			continue
		}
		r := wire.NewReader(payload)
		s.parse(c, r, m)
		if err := r.Close(); err != nil {
			return nil, cmp.Or(m.err, corrupt(s.tag, err))
		}
	}
	for _, s := range h.Sections {
		if _, ok := lookup(s.Tag); !ok {
			c.Extra = append(c.Extra, Section{Tag: s.Tag, Data: payloads[s.Tag]})
		}
	}
	return c, damage(c.check(m))
}

// damage turns a fault of what was read into a *CorruptError; nil stays nil.
func damage(err error) error {
	var f *fault
	if errors.As(err, &f) {
		return &CorruptError{Section: string(f.section), Reason: f.reason}
	}
	return err
}

// checkLayout checks that data is the whole file, and that the bytes between sections
// are zeros. Those of the sections, readPayloads checks.
func checkLayout(data []byte, h Header) error {
	if h.FileSize != int64(len(data)) {
		return &CorruptError{Section: "file", Offset: int64(len(data)),
			Reason: sizeReason(int64(len(data)), h.FileSize)}
	}
	at := int64(headerSize + len(h.Sections)*entrySize + crcSize)
	for _, s := range h.Sections {
		for ; at < s.Offset; at++ {
			if data[at] != 0 {
				return &CorruptError{Section: "file", Offset: at, Reason: "a padding byte is not zero"}
			}
		}
		at += s.Stored
	}
	return nil
}

// checkBytes is checkLayout with the checksums of the sections.
func checkBytes(data []byte, h Header) error {
	if err := checkLayout(data, h); err != nil {
		return err
	}
	for _, s := range h.Sections {
		if _, err := s.stored(data); err != nil {
			return err
		}
	}
	return nil
}

// stored returns the bytes of a section as they are stored, once they are what was
// written.
func (s SectionInfo) stored(data []byte) ([]byte, error) {
	b := data[s.Offset : s.Offset+s.Stored : s.Offset+s.Stored]
	if wire.Checksum(b) != s.CRC {
		return nil, &CorruptError{Section: string(s.Tag), Reason: "checksum does not match"}
	}
	return b, nil
}

func sizeReason(have, want int64) string {
	if have < want {
		return "the file is cut off"
	}
	return "bytes follow the end of the pack"
}

// readPayloads returns the uncompressed bytes of every section, and refuses
// critical sections that nobody here can read. Checksums and decompression are a
// third of the time to open a pack, so sections are read side by side.
func readPayloads(data []byte, h Header) (map[Tag][]byte, error) {
	for _, s := range h.Sections {
		if _, ok := lookup(s.Tag); !ok && s.Critical {
			return nil, &UnknownSectionError{Section: string(s.Tag)}
		}
	}
	dec, err := newDecompressor()
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	list, errs := make([][]byte, len(h.Sections)), make([]error, len(h.Sections))
	order := make([]int, len(list)) // largest first: a large one at the end would be waited for
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(h.Sections[b].Raw, h.Sections[a].Raw) })
	parallel.Each(0, len(order), func(i int) {
		list[order[i]], errs[order[i]] = payload(dec, data, h.Sections[order[i]])
	})
	payloads := make(map[Tag][]byte, len(list))
	for i, s := range h.Sections {
		if errs[i] != nil {
			return nil, errs[i] // of the first damaged section, whoever met it first
		}
		payloads[s.Tag] = list[i]
	}
	return payloads, nil
}
