package pack

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/internal/wire"
)

// WriteOptions says how Append stores a pack. The zero value makes the smallest file.
type WriteOptions struct {
	// RawCodes stores the codes uncompressed, so that Parse uses them in place and does not read them from a mapped file.
	RawCodes bool

	// Plain compresses nothing. It suits files that HTTP compresses as a whole, and that the receiver decompresses faster.
	Plain bool

	// Threads is the number of sections that are compressed at the same time, each in some 45 MB of memory; 0: one.
	Threads int
}

// Append appends the pack to dst and returns the result. o may be nil. Equal contents and options give equal bytes. The error
// says which tables contradict one another; Append then appends nothing.
func (c *Contents) Append(dst []byte, o *WriteOptions) ([]byte, error) {
	o = cmp.Or(o, &WriteOptions{})
	c = c.whole()
	if err := c.check(nil); err != nil {
		return dst, fmt.Errorf("pack: contents cannot be written: %w", err)
	}
	threads := max(1, o.Threads)
	drafts := c.drafts(o)
	bodies := make([]body, len(drafts))
	parallel.Each(threads, len(drafts), func(i int) { bodies[i] = drafts[i].smallest(o.Plain) })
	return append(dst, assemble(Header{FormatVersion: formatVersion, MinReader: minReader}, bodies)...), nil
}

// draft is a section to be written, in one or more forms that mean the same,
// each in parts.
type draft struct {
	tag      Tag
	critical bool
	raw      bool // never compress: what is used in place, or has its own compression
	forms    [][][]byte
}

// drafts returns the sections in the order of their declarations, then the extra
// ones.
func (c *Contents) drafts(o *WriteOptions) []draft {
	var list []draft
	for _, s := range sections {
		forms := s.forms(c, o)
		if forms != nil && (s.need == required || len(forms[0][0]) > 0) {
			list = append(list, draft{s.tag, s.need != optional, s.tag == tagCodes && o.RawCodes || s.tag == tagDetails, forms})
		}
	}
	for _, s := range c.Extra {
		list = append(list, draft{s.Tag, s.Critical, false, one(s.Data)})
	}
	return list
}

// body is a section as it is stored; the table entry lacks its offset.
type body struct {
	info   SectionInfo
	stored []byte
}

// bodies returns the sections of a file as they are stored, without some.
func (h *Header) bodies(data []byte, without ...Tag) []body {
	var list []body
	for _, s := range h.Sections {
		if !slices.Contains(without, s.Tag) {
			list = append(list, body{s, data[s.Offset : s.Offset+s.Stored]})
		}
	}
	return list
}

// smallest returns the form that takes the least space, the first of equals; if
// plain, it is stored uncompressed after all.
func (d draft) smallest(plain bool) body {
	var best body
	var bestRaw []byte
	for i, parts := range d.forms {
		raw := join(parts)
		b := body{SectionInfo{Tag: d.tag, Critical: d.critical, Raw: int64(len(raw))}, raw}
		if !d.raw {
			if z := compress(parts, len(raw)); z != nil {
				b.info.Zstd, b.stored = true, z
			}
		}
		if i == 0 || len(b.stored) < len(best.stored) {
			best, bestRaw = b, raw
		}
	}
	if plain {
		best.info.Zstd, best.stored = false, bestRaw
	}
	best.info.Stored = int64(len(best.stored))
	best.info.CRC = wire.Checksum(best.stored)
	return best
}

func join(parts [][]byte) []byte {
	if len(parts) == 1 {
		return parts[0]
	}
	return slices.Concat(parts...)
}

// assemble returns the file: header, section table, sections. Of h it uses the
// versions.
func assemble(h Header, bodies []body) []byte {
	h.Sections = nil
	at := int64(headerSize + len(bodies)*entrySize + crcSize)
	for _, b := range bodies {
		at = alignUp(at)
		b.info.Offset = at
		h.Sections = append(h.Sections, b.info)
		at += b.info.Stored
	}
	h.FileSize = at
	file := h.append(make([]byte, 0, at))
	for _, b := range bodies {
		file = append(wire.AppendPadding(file, align), b.stored...)
	}
	return file
}
