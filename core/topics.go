package core

import (
	"errors"
	"fmt"
	"sync"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/topic"
)

// topics are what words and entities are about.
type topics struct {
	*topic.Table
	profiles *pack.Contents // which has nothing else
}

// loadTopics reads them, or leaves those of a trusted pack to the first look-up that has a
// context.
func (n *Normalizer) loadTopics() error {
	c := n.pack
	if c.TopicsLater() {
		n.topics = sync.OnceValue(func() *topics {
			t, err := parseTopics(c.WithTopics())
			if err != nil {
				panic(corrupt("CTXT", err)) // in a part of the program
			}
			return t
		})
		return nil
	}
	if len(c.Context) == 0 {
		return nil
	}
	t, err := parseTopics(c)
	if err != nil {
		return corrupt("CTXT", err)
	}
	n.topics = func() *topics { return t }
	return nil
}

func parseTopics(c *pack.Contents) (*topics, error) {
	t, err := topic.Parse(c.Context)
	switch {
	case err != nil:
		return nil, err
	case c.ProfileBits == 0:
		return nil, errors.New("there are no profiles to compare with, section PROF")
	case t.Bits != c.ProfileBits:
		return nil, fmt.Errorf("codes of %d bits for profiles of %d", t.Bits, c.ProfileBits)
	}
	return &topics{t, &pack.Contents{ProfileBits: c.ProfileBits, Profiles: c.Profiles}}, nil
}
