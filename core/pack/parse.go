package pack

import (
	"cmp"
	"errors"
	"math"
	"sync"

	"github.com/normlet/normlet/internal/wire"
)

// Parse checks every byte of a pack and returns its contents. Afterwards no index is out of bounds and no string is malformed,
// so that reading the tables cannot fail. Parse keeps data and never writes it. Tables that are stored uncompressed are parts
// of data, which must not change or be unmapped while they are in use.
//
// The error is ErrNotPack, a *VersionError, a *CorruptError or a *LimitError. For any data, decompressing a section takes at
// most 64 times its stored size and 64 KiB; format.go says how time and memory for the tables are bounded. Parse does not
// check the signature, as Verify does.
func Parse(data []byte) (*Contents, error) {
	c, _, err := ParseWith(data, nil)
	return c, err
}

// ReadOptions changes how ParseWith parses a pack.
type ReadOptions struct {
	Limits Limits
	Mapped bool // the memory of data will go away, so that only Codes and Details may be parts of it

	// Trusted compares checksums, but assumes that ids and names are valid and in order. Unless Mapped, it leaves the codes to
	// LaterCodes, Company to WithCompany, the tagger to WithTagger and the encoder to WithEncoder.
	Trusted bool

	// Ahead returns while the text of a trusted pack's names, which no other table needs, is decompressed. Wait has to be
	// called before anybody reads a name, and before data goes away.
	Ahead bool
}

// ParseWith is Parse with options, which may be nil. It also returns its Meter, which can count the cost of what the caller
// makes from the pack.
func ParseWith(data []byte, o *ReadOptions) (*Contents, *Meter, error) {
	o = cmp.Or(o, &ReadOptions{})
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

// Wait returns once the text of all names is there: see ReadOptions.Ahead. With an error, c is of no use.
func (c *Contents) Wait() error {
	if c.later == nil {
		return nil
	}
	return c.later.wait()
}

// InPlace reports whether the codes are a part of data, from which c was parsed.
func (c *Contents) InPlace(data []byte) bool { return isPart(c.Codes, data) }

// Needs reports whether any table is a part of data, so that data must stay mapped.
func (c *Contents) Needs(data []byte) bool { return c.InPlace(data) || isPart(c.Details, data) }

// Split parses a pack into the tables of its base and the changes of section DELT, which are nil if there are none. Parse
// returns the base with the changes applied. The errors are those of Parse.
func Split(data []byte) (*Contents, *Delta, error) {
	c, d, _, err := split(data, &ReadOptions{})
	return c, d, err
}

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
	p, err := startPayloads(data, h, o)
	if err != nil {
		return nil, nil, nil, err
	}
	c, d, err := parseSections(p, m)
	err = cmp.Or(p.damage(), err) // whatever the other sections say
	p.free()
	p.read = nil // and with it what was copied
	rest := sync.OnceValue(p.rest)
	if err == nil && c.later != nil {
		c.later.wait = rest
	}
	if err != nil || !o.Ahead || c.later == nil {
		err = cmp.Or(err, rest())
	} else {
		go rest() // so that the decoder and its memory go as soon as they can
	}
	if err != nil {
		return nil, nil, nil, err
	}
	return c, d, m, nil
}

// parseSections reads the sections of a file as they are decompressed.
func parseSections(p *payloads, m *Meter) (*Contents, *Delta, error) {
	c, err := parseTables(p, m)
	if err != nil {
		return nil, nil, err
	}
	payload, ok := p.of(tagDelta)
	if !ok {
		return c, nil, nil
	}
	r := wire.NewReader(payload)
	d := parseDelta(r, c, m)
	if err := r.Close(); err != nil {
		return nil, nil, cmp.Or(m.err, Damage(string(tagDelta), err))
	}
	return c, d, nil
}

// rawSize returns the size of all sections, uncompressed.
func (h *Header) rawSize() int64 {
	var n int64
	for _, s := range h.Sections {
		n += min(s.Raw, math.MaxInt64/maxSections)
	}
	return n
}

func parseTables(p *payloads, m *Meter) (*Contents, error) {
	c := &Contents{trusted: p.trusted, later: p.later}
	for _, s := range sections {
		payload, ok := p.of(s.tag)
		if !ok && s.tag == tagCodes && c.CodesLater() {
			if err := c.expectCodes(m); err != nil {
				return nil, damage(err)
			}
			continue
		}
		if !ok {
			if s.need == required {
				return nil, &CorruptError{Section: string(s.tag), Reason: "the section is missing"}
			}
			continue
		}
		r := wire.NewReader(payload)
		s.parse(c, r, m)
		if err := r.Close(); err != nil {
			return nil, cmp.Or(m.err, Damage(string(s.tag), err))
		}
	}
	for _, s := range p.sections {
		if _, ok := lookup(s.Tag); !ok {
			data, _ := p.of(s.Tag)
			c.Extra = append(c.Extra, Section{Tag: s.Tag, Data: data})
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
// are zeros. Those of the sections, startPayloads checks.
func checkLayout(data []byte, h Header) error {
	if size := int64(len(data)); size < h.FileSize {
		return &CorruptError{Section: "file", Offset: size, Reason: "the file is cut off"}
	} else if size > h.FileSize {
		return &CorruptError{Section: "file", Offset: size, Reason: "bytes follow the end of the pack"}
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

// stored returns the stored bytes of a section once their checksum agrees.
func (s SectionInfo) stored(data []byte) ([]byte, error) {
	b := data[s.Offset : s.Offset+s.Stored : s.Offset+s.Stored]
	if wire.Checksum(b) != s.CRC {
		return nil, &CorruptError{Section: string(s.Tag), Reason: "checksum does not match"}
	}
	return b, nil
}
