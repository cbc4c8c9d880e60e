package pack

import (
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/normlet/normlet/internal/wire"
)

// WriteOptions says how a pack is stored; the zero value makes the smallest file.
type WriteOptions struct {
	// RawCodes stores the codes as they are even where compression would save
	// space. Parse then uses them in place, in a mapped file without reading it.
	RawCodes bool

	// Plain compresses nothing: for files that are compressed as a whole by what
	// carries them, such as HTTP, whose receiver is the faster one to undo it.
	Plain bool
}

// Append appends the pack to dst, which it returns. Equal contents and options
// give equal bytes. The error says which tables contradict one another; nothing
// is appended then. A nil o is the zero WriteOptions.
func (c *Contents) Append(dst []byte, o *WriteOptions) ([]byte, error) {
	if o == nil {
		o = &WriteOptions{}
	}
	if err := c.check(nil); err != nil {
		return dst, fmt.Errorf("pack: contents cannot be written: %w", err)
	}
	enc, err := newCompressor()
	if err != nil {
		return dst, fmt.Errorf("pack: %w", err)
	}
	defer enc.Close()
	var bodies []body
	for _, d := range c.drafts(o) {
		bodies = append(bodies, d.smallest(enc, o.Plain))
	}
	return append(dst, assemble(Header{FormatVersion: FormatVersion, MinReader: minReader}, bodies)...), nil
}

// Write writes the pack to w, as Append does.
func (c *Contents) Write(w io.Writer, o *WriteOptions) error {
	data, err := c.Append(nil, o)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// draft is a section to be written, in one or more forms that mean the same,
// each in parts.
type draft struct {
	tag      Tag
	critical bool
	raw      bool // never compress
	forms    [][][]byte
}

// drafts returns the sections in the order of the registry, then the extra ones.
func (c *Contents) drafts(o *WriteOptions) []draft {
	one := func(b []byte) [][][]byte { return [][][]byte{{b}} }
	forms := map[Tag][][][]byte{
		tagMeta:       one(c.metaText()),
		tagIDs:        {c.IDs.parts()},
		tagNamespaces: c.namespaceForms(),
		tagPrior:      columnForms(c.Prior),
		tagNames:      {c.Names.parts()},
		tagRowEntity:  columnForms(c.RowEntity),
		tagRowKind:    columnForms(c.RowKind),
		tagPrimaryRow: columnForms(c.primaryRanks()),
		tagCodes:      c.codeForms(o.RawCodes),
		tagEncoder:    one(c.Encoder),
		tagHead:       one(c.Head),
		tagCalib:      one(c.Calibration),
		tagWords:      one(c.Words),
		tagSynonyms:   one(c.Synonyms),
		tagContext:    one(c.Context),
		tagProfiles:   one(c.profileWords()),
		tagSelf:       one(c.selfPairs()),
	}
	var list []draft
	for _, k := range registry() {
		f, ok := forms[k.tag]
		if !ok || !k.required && len(f[0][0]) == 0 {
			continue
		}
		list = append(list, draft{k.tag, k.critical, k.tag == tagCodes && o.RawCodes, f})
	}
	for _, s := range c.Extra {
		list = append(list, draft{s.Tag, s.Critical, false, one(s.Data)})
	}
	return list
}

func (c *Contents) namespaceForms() [][][]byte {
	list := wire.AppendUvarint(nil, uint64(len(c.Namespaces)))
	for _, n := range c.Namespaces {
		list = wire.AppendLenBytes(list, n)
	}
	forms := columnForms(c.EntityNamespace)
	for i, f := range forms {
		forms[i] = append([][]byte{list}, f...)
	}
	return forms
}

func (c *Contents) selfPairs() []byte {
	if len(c.Self) == 0 {
		return nil
	}
	out := wire.AppendUvarint(nil, uint64(len(c.Self)))
	for _, s := range c.Self {
		out = wire.AppendUint64s(wire.AppendLenBytes(out, s.Text), s.Code)
	}
	return out
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
func (d draft) smallest(enc *zstd.Encoder, plain bool) body {
	var best body
	var bestRaw []byte
	for i, parts := range d.forms {
		raw := join(parts)
		b := body{SectionInfo{Tag: d.tag, Critical: d.critical, Raw: int64(len(raw))}, raw}
		if !d.raw {
			if z := compress(enc, parts, len(raw)); z != nil {
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
	var out []byte
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
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
