package pack

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/normlet/normlet/internal/frame"
	"github.com/normlet/normlet/internal/mmap"
	"github.com/normlet/normlet/internal/wire"
)

// later has the sections that stay compressed when a trusted pack is opened, because not every look-up needs them: the first
// look-up of near names needs the codes and the encoder, the first one with a context Company, and annotating the tagger.
type later struct {
	data     []byte
	sections map[Tag]SectionInfo

	wait       func() error // see Contents.Wait
	findBlocks func() error // of names, once their text is there
}

// laterOf returns the sections to leave compressed, or nil. It leaves none if the memory will go away, nor in a pack with
// changes, whose tables are merged.
func laterOf(data []byte, h Header, o *ReadOptions) *later {
	if o.Mapped || !o.Trusted {
		return nil
	}
	l := &later{data: data, sections: map[Tag]SectionInfo{}}
	for _, s := range h.Sections {
		switch {
		case s.Tag == tagDelta:
			return nil
		case s.Tag == tagCompany, s.Tag == tagTagger, s.Tag == tagEncoder, s.Tag == tagCodes && s.Zstd:
			l.sections[s.Tag] = s
		}
	}
	return l
}

func (l *later) has(tag Tag) (ok bool) {
	if l != nil {
		_, ok = l.sections[tag]
	}
	return ok
}

// read parses a section into c. It panics if the section is damaged, because the caller trusted it.
func (l *later) read(tag Tag, c *Contents) {
	s, b := l.sections[tag], []byte(nil)
	dec, err := frame.NewDecoder(true)
	if err == nil {
		if tag == tagCodes { // as large as all that the heap holds until then
			var free func()
			b, free = mmap.Scratch(int(s.Raw))
			defer free()
		}
		b, err = payload(b, dec, l.data, s)
		dec.Close()
		mmap.PageOut(l.data[s.Offset : s.Offset+s.Stored])
	}
	r := wire.NewReader(b)
	known, _ := lookup(tag)
	if known.parse(c, r, nil); err != nil || r.Close() != nil {
		panic(fmt.Sprintf("pack: section %s of a trusted pack is damaged: %v", tag, cmp.Or(err, r.Err())))
	}
	if tag == tagCodes && isPart(c.Codes, b) {
		c.Codes = slices.Clone(c.Codes)
	}
}

// now returns a copy of the tables with those of some sections, if these were left compressed, and without those of others
// that were.
func (c *Contents) now(tags ...Tag) *Contents {
	all := *c
	all.later = nil
	for _, tag := range tags {
		if c.later.has(tag) {
			c.later.read(tag, &all)
		}
	}
	return &all
}

// CompanyLater reports whether Company is missing, so that WithCompany has to read it.
func (c *Contents) CompanyLater() bool { return c.later.has(tagCompany) }

// WithCompany returns a copy of c with the Company that CompanyLater reports as missing. Other missing tables stay missing. It
// panics if the table is damaged although ReadOptions.Trusted, as WithTagger and LaterCodes do.
func (c *Contents) WithCompany() *Contents { return c.now(tagCompany) }

// HasTagger reports whether the pack has a Tagger, including one that WithTagger still has to read.
func (c *Contents) HasTagger() bool { return len(c.Tagger) > 0 || c.later.has(tagTagger) }

// WithTagger returns a copy of c with the Tagger that HasTagger reports. Other missing tables stay missing.
func (c *Contents) WithTagger() *Contents { return c.now(tagTagger) }

// EncoderLater reports whether Encoder is missing, so that WithEncoder has to read it.
func (c *Contents) EncoderLater() bool { return c.later.has(tagEncoder) }

// WithEncoder returns a copy of c with the Encoder. Other missing tables stay missing.
func (c *Contents) WithEncoder() *Contents { return c.now(tagEncoder) }

// CodesLater reports whether Codes are missing, so that LaterCodes has to read them.
func (c *Contents) CodesLater() bool { return c.later.has(tagCodes) }

// LaterCodes returns the codes that CodesLater reports as missing.
func (c *Contents) LaterCodes() []uint64 { return c.now(tagCodes).Codes }

// whole returns the tables with all that was left for later, to be checked before they are written.
func (c *Contents) whole() *Contents {
	all := c.now(tagCompany, tagTagger, tagEncoder, tagCodes)
	all.trusted = false
	return all
}

// expectCodes takes the width of codes that are left for later from the size of their section, in which a row may have a byte
// beside its words.
func (c *Contents) expectCodes(m *Meter) error {
	size, rows := c.later.sections[tagCodes].Raw-codesHead, int64(c.Names.Len())
	each := size / max(rows, 1)
	if c.Bits = int(each / 8 * 64); size < 0 || size != rows*each || each%8 > 1 {
		return faultf(tagCodes, "%d bytes are not the codes of %d names", size, rows)
	}
	return m.Take(int(size), int(size))
}
