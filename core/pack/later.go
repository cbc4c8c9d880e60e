package pack

import (
	"cmp"
	"fmt"

	"github.com/normlet/normlet/internal/frame"
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

// read parses a section into c. It was trusted, so that it panics if the section is damaged.
func (l *later) read(tag Tag, c *Contents) {
	s, b := l.sections[tag], []byte(nil)
	dec, err := frame.NewDecoder(true)
	if err == nil {
		b, err = payload(dec, l.data, s)
		dec.Close()
		mmap.PageOut(l.data[s.Offset : s.Offset+s.Stored])
	}
	r := wire.NewReader(b)
	known, _ := lookup(tag)
	if known.parse(c, r, nil); err != nil || r.Close() != nil {
		panic(fmt.Sprintf("pack: section %s of a trusted pack is damaged: %v", tag, cmp.Or(err, r.Err())))
	}
}

// now returns the tables with those that some sections have, if they were left for later; what else was is not in the
// result.
func (c *Contents) now(tags ...Tag) *Contents {
	all := *c
	all.later = nil
	for _, tag := range tags {
		if c.later.has(tag) {
			c.later.read(tag, &all)
		}
	}
	all.undoDifferences(nil)
	return &all
}

// TopicsLater reports whether Context, ProfileBits and Profiles are missing until WithTopics
// reads them.
func (c *Contents) TopicsLater() bool { return c.later.has(tagContext) }

// WithTopics adds the tables that TopicsLater says are missing, without others that are. It panics if they are damaged,
// though trusted, as do WithTagger and LaterCodes.
func (c *Contents) WithTopics() *Contents { return c.now(tagContext, tagProfiles) }

// WithContext returns the tables with the payload of section CTXT and profiles of bits bits.
func (c *Contents) WithContext(context []byte, bits int, profiles []uint64) *Contents {
	all := *c
	all.later, all.Context, all.ProfileBits, all.Profiles = nil, context, bits, profiles
	return &all
}

// HasTagger reports whether there is a Tagger, also one that is missing until WithTagger reads it.
func (c *Contents) HasTagger() bool { return len(c.Tagger) > 0 || c.later.has(tagTagger) }

// WithTagger adds the Tagger that HasTagger says there is, without other tables that are missing.
func (c *Contents) WithTagger() *Contents { return c.now(tagTagger) }

// CodesLater reports whether Codes are missing until LaterCodes reads them.
func (c *Contents) CodesLater() bool { return c.later.has(tagCodes) }

// LaterCodes returns the codes that CodesLater says are missing.
func (c *Contents) LaterCodes() []uint64 { return c.now(tagCodes).Codes }

// whole returns the tables with all that was left for later, to be checked before they are written.
func (c *Contents) whole() *Contents {
	all := c.now(tagContext, tagProfiles, tagTagger, tagCodes)
	all.trusted = false
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
