package pack

import (
	"fmt"
	"slices"

	"github.com/normlet/normlet/internal/mmap"
	"github.com/normlet/normlet/internal/wire"
)

// later are sections that stay compressed when a trusted pack is opened, since not every look-up needs them: codes wait
// for the first one that compares near names, tables of contexts for the first one with a context.
type later struct {
	data     []byte
	sections []SectionInfo
}

// laterOf returns the sections to leave for later, or nil: those of memory that stays, of
// a pack without changes, whose tables would be merged.
func laterOf(data []byte, h Header, o *ReadOptions) *later {
	has := func(tag Tag) bool {
		return slices.ContainsFunc(h.Sections, func(s SectionInfo) bool { return s.Tag == tag })
	}
	if o.Mapped || !o.Trusted || has(tagDelta) {
		return nil
	}
	topics, l := has(tagContext) && has(tagProfiles), &later{data: data}
	for _, s := range h.Sections {
		if s.Zstd && s.Tag == tagCodes || topics && (s.Tag == tagContext || s.Tag == tagProfiles) {
			l.sections = append(l.sections, s)
		}
	}
	return l
}

// section returns the section of a tag, or false if it is not left for later.
func (l *later) section(tag Tag) (SectionInfo, bool) {
	if l != nil {
		for _, s := range l.sections {
			if s.Tag == tag {
				return s, true
			}
		}
	}
	return SectionInfo{}, false
}

func (l *later) has(tag Tag) bool {
	_, ok := l.section(tag)
	return ok
}

// read parses a section. It was trusted, so that it panics if the section is damaged.
func (l *later) read(tag Tag, parse func(r *wire.Reader)) {
	s, _ := l.section(tag)
	err := func() error {
		dec, err := newDecompressor()
		if err != nil {
			return err
		}
		defer dec.Close()
		b, err := payload(dec, l.data, s)
		mmap.PageOut(l.data[s.Offset : s.Offset+s.Stored])
		if err != nil {
			return err
		}
		r := wire.NewReader(b)
		parse(r)
		return r.Close()
	}()
	if err != nil {
		panic(fmt.Sprintf("pack: section %s of a trusted pack is damaged: %v", tag, err))
	}
}

// TopicsLater reports whether Context, ProfileBits and Profiles are missing until WithTopics
// reads them.
func (c *Contents) TopicsLater() bool { return c.later.has(tagContext) }

// WithTopics adds the tables that TopicsLater says are missing. They were trusted, so it
// panics if they are damaged.
func (c *Contents) WithTopics() *Contents {
	all := *c
	if c.TopicsLater() {
		all.later = nil
		c.later.read(tagContext, func(r *wire.Reader) { all.Context = r.Rest() })
		c.later.read(tagProfiles, func(r *wire.Reader) { parseProfiles(&all, r, nil) })
	}
	return &all
}

// WithContext returns the tables with the payload of section CTXT and profiles of bits bits.
func (c *Contents) WithContext(context []byte, bits int, profiles []uint64) *Contents {
	all := *c
	all.later, all.Context, all.ProfileBits, all.Profiles = nil, context, bits, profiles
	return &all
}

// CodesLater reports whether Codes are missing until LaterCodes reads them.
func (c *Contents) CodesLater() bool { return c.later.has(tagCodes) }

// LaterCodes returns the codes that CodesLater says are missing. They were trusted, so it
// panics if they are damaged.
func (c *Contents) LaterCodes() []uint64 {
	all := *c
	all.later = nil
	c.later.read(tagCodes, func(r *wire.Reader) { parseCodes(&all, r, nil) })
	all.undoDifferences(nil)
	return all.Codes
}

// whole returns the tables with all that was left for later.
func (c *Contents) whole() *Contents {
	all := c.WithTopics()
	if c.CodesLater() && all.Codes == nil {
		all.Codes = c.LaterCodes()
	}
	all.later = nil
	return all
}

// expectCodes takes the width of codes that are left for later from the size of their section.
func (c *Contents) expectCodes(m *Meter) error {
	s, _ := c.later.section(tagCodes)
	size, rows := s.Raw-codesHead, int64(c.Names.Len())
	if c.Bits = int(size / max(rows, 1) * 8); size < 0 || size != rows*int64(c.Bits/8) {
		return faultf(tagCodes, "%d bytes are not the codes of %d names", s.Raw, rows)
	}
	return m.Take(int(size), int(size))
}
