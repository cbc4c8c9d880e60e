package pack

import (
	"math"

	"github.com/normlet/normlet/internal/wire"
)

const (
	magic      = "NORMPACK"
	headerSize = 32 // before the section table
	entrySize  = 40 // of one section table entry
	tagSize    = 4
	crcSize    = 4  // after the table
	align      = 64 // of every section: a cache line, and enough for any word

	maxSections = 256 // far above need; bounds the work on a hostile table

	flagCritical = 1 << 0
	flagZstd     = 1 << 1
)

// A zstd section may announce at most maxRatio times its stored size, plus
// ratioSlack bytes: what a small file can make a reader allocate is bounded.
const (
	maxRatio   = 64
	ratioSlack = 1 << 16
)

// Header describes a pack: its format version, its size and its sections.
type Header struct {
	FormatVersion int
	MinReader     int
	FileSize      int64
	Sections      []SectionInfo // in file order
}

// SectionInfo is one entry of the section table. Sizes are in bytes.
type SectionInfo struct {
	Tag      Tag
	Critical bool
	Zstd     bool
	Offset   int64  // place in the file
	Stored   int64  // size in the file
	Raw      int64  // size after decompression
	CRC      uint32 // CRC-32C of the stored bytes
	About    string // what the section is for; "unknown" if this package does not know the tag
}

// ReadHeader checks and returns the header and the section table of a pack. data may end anywhere after them. ReadHeader is
// cheap and does not check the sections, as Parse does.
func ReadHeader(data []byte) (Header, error) {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return Header{}, ErrNotPack
	}
	r := wire.NewReader(data)
	r.Bytes(len(magic))
	h := Header{FormatVersion: int(r.Uint16()), MinReader: int(r.Uint16())}
	if h.MinReader > formatVersion {
		// Before any check: a later format may lay out the rest differently.
		return h, &VersionError{Part: "format of the pack", Have: formatVersion, Want: h.MinReader}
	}
	count := int(r.Uint16())
	if flags := r.Uint16(); flags != 0 {
		r.Failf("unknown file flags %#x", flags)
	}
	size := r.Uint64()
	r.Zeros(8)
	if size > math.MaxInt64 {
		r.Failf("file size %d is out of range", size)
	}
	h.FileSize = int64(size)
	end := headerSize + count*entrySize
	if count > maxSections {
		r.Failf("%d sections announced, at most %d allowed", count, maxSections)
	}
	if r.Err() == nil && end+crcSize > len(data) {
		r.Failf("a table of %d sections does not fit into %d bytes", count, len(data))
	}
	for range count {
		if r.Err() != nil {
			break
		}
		h.Sections = append(h.Sections, readEntry(r))
	}
	if crc := r.Uint32(); r.Err() == nil && crc != wire.Checksum(data[:end]) {
		r.Failf("checksum of header and section table does not match")
	}
	if r.Err() == nil {
		h.checkLayout(r)
	}
	return h, Damage("header", r.Err())
}

func readEntry(r *wire.Reader) SectionInfo {
	var s SectionInfo
	s.Tag = Tag(r.Bytes(tagSize))
	flags := r.Uint32()
	offset, stored, raw := r.Uint64(), r.Uint64(), r.Uint64()
	s.CRC = r.Uint32()
	r.Zeros(4)
	switch {
	case r.Err() != nil:
	case flags&^(flagCritical|flagZstd) != 0:
		r.Failf("section %q has unknown flags %#x", s.Tag, flags)
	case max(offset, stored, raw) > math.MaxInt64/2:
		r.Failf("section %q has an offset or size out of range", s.Tag)
	}
	s.Critical, s.Zstd = flags&flagCritical != 0, flags&flagZstd != 0
	s.Offset, s.Stored, s.Raw = int64(offset), int64(stored), int64(raw)
	s.About = "unknown"
	if k, ok := lookup(s.Tag); ok {
		s.About = k.about
	}
	return s
}

// checkLayout checks that the sections follow one another without gap or
// overlap up to the end of the file, so that no byte belongs to nothing.
func (h *Header) checkLayout(r *wire.Reader) {
	at := int64(headerSize + len(h.Sections)*entrySize + crcSize)
	seen := make(map[Tag]bool, len(h.Sections))
	for i, s := range h.Sections {
		at = alignUp(at)
		switch {
		case !s.Tag.valid():
			r.Failf("section tag %q is not four letters or digits", s.Tag)
		case seen[s.Tag]:
			r.Failf("section %s appears twice", s.Tag)
		case s.Tag == tagSign && i != len(h.Sections)-1:
			r.Failf("section SIGN is not the last one")
		case s.Offset != at:
			r.Failf("section %s begins at %d instead of %d", s.Tag, s.Offset, at)
		case s.Stored > h.FileSize-at:
			r.Failf("section %s ends after the end of the file", s.Tag)
		case !s.Zstd && s.Raw != s.Stored:
			r.Failf("section %s is not compressed, yet has two sizes, %d and %d", s.Tag, s.Raw, s.Stored)
		case (s.Raw-ratioSlack)/maxRatio > s.Stored || s.Raw > math.MaxInt:
			r.Failf("section %s announces %d bytes out of %d", s.Tag, s.Raw, s.Stored)
		}
		seen[s.Tag] = true
		at += s.Stored
	}
	if at != h.FileSize {
		r.Failf("the sections end at %d, the file at %d", at, h.FileSize)
	}
}

func alignUp(n int64) int64 { return (n + align - 1) &^ (align - 1) }

// append writes the header and the section table, with their checksum.
func (h *Header) append(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, magic...)
	dst = wire.AppendUint16(dst, uint16(h.FormatVersion))
	dst = wire.AppendUint16(dst, uint16(h.MinReader))
	dst = wire.AppendUint16(dst, uint16(len(h.Sections)))
	dst = wire.AppendUint16(dst, 0)
	dst = wire.AppendUint64(dst, uint64(h.FileSize))
	dst = wire.AppendUint64(dst, 0)
	for _, s := range h.Sections {
		var flags uint32
		if s.Critical {
			flags |= flagCritical
		}
		if s.Zstd {
			flags |= flagZstd
		}
		dst = append(dst, s.Tag...)
		dst = wire.AppendUint32(dst, flags)
		dst = wire.AppendUint64(dst, uint64(s.Offset))
		dst = wire.AppendUint64(dst, uint64(s.Stored))
		dst = wire.AppendUint64(dst, uint64(s.Raw))
		dst = wire.AppendUint32(dst, s.CRC)
		dst = wire.AppendUint32(dst, 0)
	}
	return wire.AppendUint32(dst, wire.Checksum(dst[start:]))
}
