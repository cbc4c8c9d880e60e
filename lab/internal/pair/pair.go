// Package pair makes the labelled pairs that the contrastive loss learns from, after NSEEN
// (Fakhraei, Mathew and Ambite). There are four kinds:
//
//	Same       two names of one entity                              1
//	Random     a name and one of another entity, drawn at random    0
//	Variation  a name and the same name written otherwise           similarity
//	Family     the names of two entities of one family              similarity
//
// The label is the wanted cosine of the two, so that an encoder neither confuses FOXP1 and FOXP2 nor
// puts them as far apart as strangers. Families are entities whose symbols share a root, or that
// share a parent by a relation. Names that are no rivals are never Random or Family
// pairs. Config.HardLabels replaces the similarities by 1 and 0, for experiments.
//
// All pairs of a terminology would be too many. For every epoch anew, a Sampler draws at most as
// many pairs of an entity or a name as its Config says, 12 bytes each, and makes texts and labels on
// demand. The same terminology, Config and epoch give the same pairs in the same order.
package pair

import (
	"cmp"
	"fmt"
	"math"

	"github.com/normlet/normlet/train/data"
)

// Kind says where a pair comes from.
type Kind uint8

// The kinds of pairs.
const (
	Same Kind = iota
	Random
	Variation
	Family
	numKinds
)

// Pair is two texts and the wanted cosine of their vectors, from 0 to 1.
type Pair struct {
	A, B          string
	First, Second int // the numbers of their names in the terminology, counted from 0; a variation has its name's
	Y             float32
	Kind          Kind
}

// Config says how many pairs an epoch has of each kind, at most. Zero values mean
// the defaults in the comments, negative ones none.
type Config struct {
	Same       int             `json:"same"`        // pairs an entity; a random choice of all where there are more: 100
	Random     int             `json:"random"`      // pairs a name: 4
	Variations int             `json:"variations"`  // pairs a name: 1
	Family     int             `json:"family"`      // pairs an entity, with random members of its families: 2
	HardLabels bool            `json:"hard_labels"` // label 1 what means the same, Variation pairs too, and all else 0, Family pairs too
	Relations  []data.Relation `json:"-"`           // families besides those of the symbols
	Seed       uint64          `json:"seed"`
}

func (c Config) defaults() Config {
	c.Same, c.Random = cmp.Or(c.Same, 100), cmp.Or(c.Random, 4)
	c.Variations, c.Family = cmp.Or(c.Variations, 1), cmp.Or(c.Family, 2)
	return c
}

// Sampler draws the pairs of a terminology. It is safe for concurrent use.
type Sampler struct {
	cfg      Config
	names    []string
	first    []int32 // number of each entity's first name, and that of all names
	entity   []int32 // of each name
	rivals   *rivals
	families families
}

// New returns a sampler of all names of t. It fails when no relation is about an entity of t, or
// when t has more names than fit 31 bits.
func New(t *data.Terminology, cfg Config) (*Sampler, error) {
	n := t.NumNames()
	if n > math.MaxInt32 {
		return nil, fmt.Errorf("pair: %d names are too many: at most %d", n, math.MaxInt32)
	}
	s := &Sampler{cfg: cfg.defaults(), names: make([]string, 0, n), entity: make([]int32, 0, n), first: make([]int32, 1, len(t.Entities)+1)}
	for e := range t.Entities {
		for _, name := range t.Entities[e].Names {
			s.names, s.entity = append(s.names, name.Text), append(s.entity, int32(e))
		}
		s.first = append(s.first, int32(len(s.names)))
	}
	s.rivals = newRivals(s.entity, s.names)
	var err error
	if s.families, err = newFamilies(t, s.cfg.Relations); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Sampler) pair(r ref) Pair {
	p := Pair{A: s.names[r.a], First: int(r.a), Second: int(r.b), Kind: r.kind}
	switch r.kind {
	case Same:
		p.B, p.Y = s.names[r.b], 1
	case Random:
		p.B = s.names[r.b]
	case Variation:
		p.B, p.Second = variations[r.variation](p.A), p.First
		p.Y = s.label(p.A, p.B, 1)
	case Family:
		p.B = s.names[r.b]
		p.Y = s.label(p.A, p.B, 0)
	}
	return p
}

// Apart reports whether two names, by number, may be a Random pair.
func (s *Sampler) Apart(a, b int) bool { return s.rivals.are(a, b) }

// label returns the similarity of two names, or else the hard label that they have.
func (s *Sampler) label(a, b string, hard float32) float32 {
	if s.cfg.HardLabels {
		return hard
	}
	return similarity(a, b)
}
