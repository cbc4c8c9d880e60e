package pack

import (
	"fmt"

	"github.com/normlet/normlet/internal/wire"
)

// topics are the sections that only look-ups with a context need, still compressed:
// those of a trusted pack wait for the first.
type topics struct {
	data              []byte
	context, profiles SectionInfo
}

// topicsOf returns the sections to leave for later, or nil: those of memory that stays, of
// a pack without changes, whose tables would be merged.
func topicsOf(data []byte, h Header, o *ReadOptions) *topics {
	t := &topics{data: data}
	for _, s := range h.Sections {
		switch s.Tag {
		case tagContext:
			t.context = s
		case tagProfiles:
			t.profiles = s
		case tagDelta:
			return nil
		}
	}
	if o.Mapped || !o.Trusted || t.context.Tag == "" || t.profiles.Tag == "" {
		return nil
	}
	return t
}

func (t *topics) has(tag Tag) bool { return t != nil && (tag == tagContext || tag == tagProfiles) }

// TopicsLater reports whether Context, ProfileBits and Profiles are missing until WithTopics
// reads them.
func (c *Contents) TopicsLater() bool { return c.topics != nil }

// WithTopics adds the tables that TopicsLater says are missing. They were trusted, so it
// panics if they are damaged.
func (c *Contents) WithTopics() *Contents {
	all := *c
	if c.topics == nil {
		return &all
	}
	all.topics = nil
	if err := all.readTopics(c.topics); err != nil {
		panic(fmt.Sprintf("pack: a trusted pack is damaged: %v", err))
	}
	return &all
}

// WithContext returns the tables with the payload of section CTXT and profiles of bits bits.
func (c *Contents) WithContext(context []byte, bits int, profiles []uint64) *Contents {
	all := *c
	all.topics, all.Context, all.ProfileBits, all.Profiles = nil, context, bits, profiles
	return &all
}

func (c *Contents) readTopics(t *topics) error {
	dec, err := newDecompressor()
	if err != nil {
		return err
	}
	defer dec.Close()
	if c.Context, err = payload(dec, t.data, t.context); err != nil {
		return err
	}
	profiles, err := payload(dec, t.data, t.profiles)
	if err != nil {
		return err
	}
	r := wire.NewReader(profiles)
	if parseProfiles(c, r, nil); r.Close() != nil {
		return Damage(string(tagProfiles), r.Err())
	}
	return damage(c.checkProfiles())
}
