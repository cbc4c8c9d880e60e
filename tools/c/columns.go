package main

import (
	"cmp"
	"strings"

	"github.com/normlet/normlet/core"
)

// The texts of a match, as numbers of strings.
const (
	textID = iota
	textNamespace
	textName
	textMatched
	textKind
	textStage
	textSame
	textBroader
	textTaxon
	texts
)

// The texts of an answer.
const (
	aboutParent = iota
	aboutParentName
	aboutOrganism
	abouts
)

// columns are answers as normlet_result has them.
type columns struct {
	matchOffsets, ambiguousOffsets []int64 // one more than answers

	nil, undecided []uint8
	pNIL, parentP  []float64
	about          [abouts][]uint32

	p, margin, score, exactly []float64
	distance                  []int32
	texts                     [texts][]uint32
	ambiguous                 []uint32

	strings []string // in the order of their first use
	number  map[string]uint32
}

func newColumns() *columns {
	return &columns{matchOffsets: []int64{0}, ambiguousOffsets: []int64{0}, number: map[string]uint32{}}
}

// add appends an answer.
func (c *columns) add(a *core.Answer) {
	c.nil, c.undecided = append(c.nil, oneIf(a.NIL)), append(c.undecided, oneIf(a.Undecided()))
	parent := cmp.Or(a.Parent, &core.Match{})
	c.pNIL, c.parentP = append(c.pNIL, a.PNIL), append(c.parentP, parent.P)
	for t, s := range [abouts]string{parent.ID, parent.Name, a.Organism} {
		c.about[t] = append(c.about[t], c.intern(s))
	}
	for i := range a.Matches {
		m := &a.Matches[i]
		c.p, c.margin, c.score, c.exactly = append(c.p, m.P), append(c.margin, m.Margin), append(c.score, m.Score), append(c.exactly, m.Exactly())
		c.distance = append(c.distance, int32(m.Distance))
		for t, s := range [texts]string{m.ID, m.Namespace, m.Name, m.Matched, m.Kind, m.Stage.String(), strings.Join(m.Same, " "), m.Broader, m.Taxon} {
			c.texts[t] = append(c.texts[t], c.intern(s))
		}
	}
	for _, id := range a.Ambiguous {
		c.ambiguous = append(c.ambiguous, c.intern(id))
	}
	c.matchOffsets = append(c.matchOffsets, int64(len(c.p)))
	c.ambiguousOffsets = append(c.ambiguousOffsets, int64(len(c.ambiguous)))
}

func oneIf(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// intern returns the number of a string.
func (c *columns) intern(s string) uint32 {
	i, ok := c.number[s]
	if !ok {
		i = uint32(len(c.strings))
		c.number[s], c.strings = i, append(c.strings, s)
	}
	return i
}

// join appends the answers of d.
func (c *columns) join(d *columns) {
	matches, ambiguous := int64(len(c.p)), int64(len(c.ambiguous))
	for i := range d.nil {
		c.matchOffsets = append(c.matchOffsets, matches+d.matchOffsets[i+1])
		c.ambiguousOffsets = append(c.ambiguousOffsets, ambiguous+d.ambiguousOffsets[i+1])
	}
	c.nil, c.undecided = append(c.nil, d.nil...), append(c.undecided, d.undecided...)
	c.pNIL, c.parentP = append(c.pNIL, d.pNIL...), append(c.parentP, d.parentP...)
	c.p, c.margin, c.score, c.exactly = append(c.p, d.p...), append(c.margin, d.margin...), append(c.score, d.score...), append(c.exactly, d.exactly...)
	c.distance = append(c.distance, d.distance...)
	renumber := make([]uint32, len(d.strings))
	for i, s := range d.strings {
		renumber[i] = c.intern(s)
	}
	for t := range c.about {
		c.about[t] = appendRenumbered(c.about[t], d.about[t], renumber)
	}
	for t := range c.texts {
		c.texts[t] = appendRenumbered(c.texts[t], d.texts[t], renumber)
	}
	c.ambiguous = appendRenumbered(c.ambiguous, d.ambiguous, renumber)
}

func appendRenumbered(dst, numbers, renumber []uint32) []uint32 {
	for _, n := range numbers {
		dst = append(dst, renumber[n])
	}
	return dst
}
