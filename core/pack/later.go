package pack

import (
	"cmp"
	"fmt"

	"github.com/normlet/normlet/internal/mmap"
	"github.com/normlet/normlet/internal/wire"
)

// later are sections that stay compressed when a trusted pack is opened, since not every look-up needs them: codes wait
// for the first one that compares near names, tables of contexts for the first one with a context, the tagger for texts.
type later struct {
	data     []byte
	sections map[Tag]SectionInfo
}

// laterOf returns the sections to leave for later, or nil: those of memory that stays, of
// a pack without changes, whose tables would be merged.
func laterOf(data []byte, h Header, o *ReadOptions) *later {
	if o.Mapped || !o.Trusted {
		return nil
	}
	l := &later{data, map[Tag]SectionInfo{}}
	for _, s := range h.Sections {
		switch {
		case s.Tag == tagDelta:
			return nil
		case s.Tag == tagContext, s.Tag == tagProfiles, s.Tag == tagTagger, s.Tag == tagCodes && s.Zstd:
			l.sections[s.Tag] = s
		}
	}
	if !l.has(tagContext) || !l.has(tagProfiles) { // one alone is a fault for Parse to find
		delete(l.sections, tagContext)
		delete(l.sections, tagProfiles)
	}
	return l
}

func (l *later) has(tag Tag) (ok bool) {
	if l != nil {
		_, ok = l.sections[tag]
	}
	return ok
}

// read parses a section. It was trusted, so that it panics if the section is damaged.
func (l *later) read(tag Tag, parse func(r *wire.Reader)) {
	s, b := l.sections[tag], []byte(nil)
	dec, err := newDecompressor(true)
	if err == nil {
		b, err = payload(dec, l.data, s)
		dec.Close()
		mmap.PageOut(l.data[s.Offset : s.Offset+s.Stored])
	}
	r := wire.NewReader(b)
	if parse(r); err != nil || r.Close() != nil {
		panic(fmt.Sprintf("pack: section %s of a trusted pack is damaged: %v", tag, cmp.Or(err, r.Err())))
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

// HasTagger reports whether there is a Tagger, also one that is missing until WithTagger reads it.
func (c *Contents) HasTagger() bool { return len(c.Tagger) > 0 || c.later.has(tagTagger) }

// WithTagger adds the Tagger that HasTagger says there is. What else was left for later is not in the result. It was
// trusted, so it panics if it is damaged.
func (c *Contents) WithTagger() *Contents {
	all := *c
	if all.later = nil; c.later.has(tagTagger) {
		c.later.read(tagTagger, func(r *wire.Reader) { all.Tagger = r.Rest() })
	}
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

// whole returns the tables with all that was left for later, to be checked before they are written.
func (c *Contents) whole() *Contents {
	all := c.WithTopics()
	all.Tagger = c.WithTagger().Tagger
	if c.CodesLater() && all.Codes == nil {
		all.Codes = c.LaterCodes()
	}
	all.later, all.trusted = nil, false
	return all
}

// expectCodes takes the width of codes that are left for later from the size of their section.
func (c *Contents) expectCodes(m *Meter) error {
	size, rows := c.later.sections[tagCodes].Raw-codesHead, int64(c.Names.Len())
	if c.Bits = int(size / max(rows, 1) * 8); size < 0 || size != rows*int64(c.Bits/8) {
		return faultf(tagCodes, "%d bytes are not the codes of %d names", size, rows)
	}
	return m.Take(int(size), int(size))
}
