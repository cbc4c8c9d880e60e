package core

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/profiles"
)

// contextReach is how far below the best an entity's score may be for the
// context to count: where the margin is larger, the mention says enough.
const contextReach = 4

// newContext reads the codes of words of a pack, nil when it has none.
func newContext(c *pack.Contents) (*profiles.Table, error) {
	if len(c.Context) == 0 {
		return nil, nil
	}
	t, err := profiles.Parse(c.Context)
	if err != nil {
		return nil, err
	}
	if c.ProfileBits == 0 {
		return nil, errors.New("there are no profiles to compare with, section PROF")
	}
	if t.Bits != c.ProfileBits {
		return nil, fmt.Errorf("codes of %d bits for profiles of %d", t.Bits, c.ProfileBits)
	}
	return t, nil
}

// rerank lets the text around the mention decide between the entities whose
// scores come near the best: an entity gains by how much better than the best its
// profile fits. Without words that the pack knows, nothing changes.
func (n *Normalizer) rerank(s *scratch, cs []Candidate, mention, context string) {
	if n.context == nil || context == "" || len(cs) < 2 || cs[1].Score < cs[0].Score-contextReach {
		return
	}
	best := n.pack.Profile(int(cs[0].Entity))
	if best == nil {
		return
	}
	vector, known := n.context.AppendVector(s.context[:0], context, mention)
	s.context = vector
	if !known {
		return
	}
	fit, near := profiles.Score(vector, best), cs[0].Score-contextReach
	for i := 1; i < len(cs) && cs[i].Score >= near; i++ {
		if p := n.pack.Profile(int(cs[i].Entity)); p != nil {
			cs[i].Score += float32(n.context.Weight * (profiles.Score(vector, p) - fit))
		}
	}
	slices.SortStableFunc(cs, func(a, b Candidate) int { return cmp.Compare(b.Score, a.Score) })
}
