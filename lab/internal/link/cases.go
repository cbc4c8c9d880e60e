package link

import (
	"context"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
)

// nearestKept is how many entities next to a mention's point are kept for pools.
const nearestKept = 64

// NewCases prepares examples for pools: by names, each mention ranked once by rank, and by the points of l. It returns ctx's error when that is cancelled.
func NewCases(ctx context.Context, s *Space, l *Linker, examples []Example, rank func(mention string) *Ranking) (*Cases, error) {
	c := &Cases{Examples: examples, Near: make([][]int32, len(examples)), Ranks: make([]int, len(examples)), Space: s, points: l.points(examples)}
	if err := c.rank(ctx, rank); err != nil {
		return nil, err
	}
	return c, each(ctx, len(examples), func(i int) {
		cosines := s.cosines(nn.Row(c.points, i))
		c.Ranks[i] = rankOf(cosines, s.rows(examples[i].Gold))
		for _, r := range nearest(cosines, nearestKept) {
			c.Near[i] = append(c.Near[i], s.Entities[r])
		}
	})
}

func (c *Cases) rank(ctx context.Context, rank func(mention string) *Ranking) error {
	c.Rankings = make([]*Ranking, len(c.Examples))
	first := map[string]int{}
	var mentions []int // the first example of each
	for i, e := range c.Examples {
		if _, ok := first[e.Mention]; !ok {
			first[e.Mention] = i
			mentions = append(mentions, i)
		}
	}
	err := each(ctx, len(mentions), func(j int) { c.Rankings[mentions[j]] = rank(c.Examples[mentions[j]].Mention) })
	for i, e := range c.Examples {
		c.Rankings[i] = c.Rankings[first[e.Mention]]
	}
	return err
}

// Reach returns how often each row of the space is among the k entities next to the point of a case.
func (c *Cases) Reach(k int) []int {
	out := make([]int, len(c.Space.Entities))
	for _, near := range c.Near {
		for _, r := range c.Space.rows(near[:min(k, len(near))]) {
			out[r]++
		}
	}
	return out
}

// each calls f with 0 to n-1, several at a time.
func each(ctx context.Context, n int, f func(i int)) error {
	parallel.Each(0, n, func(i int) {
		if ctx.Err() == nil {
			f(i)
		}
	})
	return ctx.Err()
}
