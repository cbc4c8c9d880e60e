package main

import (
	"slices"
	"unicode"
)

// capitals is how a part of a name is written.
type capitals int

const (
	mixed capitals = iota
	singleCapital
	allCapitals
	allLower
	firstCapital
)

func capitalsOf(part []rune) capitals {
	upper, lower := 0, 0
	for _, r := range part {
		switch {
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	switch {
	case len(part) == 0 || upper+lower < len(part):
		return mixed
	case upper == 1 && len(part) == 1:
		return singleCapital
	case lower == 0:
		return allCapitals
	case upper == 0:
		return allLower
	case upper == 1 && unicode.IsUpper(part[0]):
		return firstCapital
	}
	return mixed
}

// comparison is how a mention and a name that have the same key differ.
type comparison struct {
	exact        bool // a part is the same in both
	pairs        [][2]capitals
	mentionDash  bool // that the name has not
	nameDash     bool
	lettersShort bool // at most three letters
}

// compare walks both texts along each other. Parts end at blanks and dashes; a blank in only one ends the walk.
func compare(mention, name string) comparison {
	m, n := []rune(dashes(mention)), []rune(dashes(name))
	c := comparison{lettersShort: len(n) <= 3}
	if slices.Equal(m, n) {
		c.exact = true
		return c
	}
	var part [2][]rune
	end := func() {
		if slices.Equal(part[0], part[1]) {
			c.exact = true
		} else {
			c.pairs = append(c.pairs, [2]capitals{capitalsOf(part[0]), capitalsOf(part[1])})
		}
		part = [2][]rune{}
	}
	for len(m) > 0 && len(n) > 0 {
		a, b := m[0], n[0]
		switch {
		case (a == ' ') != (b == ' '):
			return comparison{lettersShort: c.lettersShort}
		case a == ' ' || a == '-' && b == '-':
			end()
			m, n = m[1:], n[1:]
		case a == '-':
			c.mentionDash = true
			end()
			m = m[1:]
		case b == '-':
			c.nameDash = true
			end()
			n = n[1:]
		default:
			part[0], part[1] = append(part[0], a), append(part[1], b)
			m, n = m[1:], n[1:]
		}
	}
	end()
	return c
}

// dashes returns a text with single blanks and plain dashes.
func dashes(text string) string {
	out := []rune(blanks(text))
	for i, r := range out {
		if isDash(r) {
			out[i] = '-'
		}
	}
	return string(out)
}

// spelling says how alike two texts of the same key are written, from 0 to 1: the digits of a number to a mixed base,
// of which the first weighs most.
func spelling(mention, name string) float64 {
	c := compare(mention, name)
	value, top := 0, 1
	for _, digit := range []struct{ value, base int }{
		{c.abbreviation(), 2}, {c.mixed(), 3}, {count(c.exact), 2}, {c.whole(), 3}, {c.uniform(), 5},
		{2 - count(c.mentionDash) - count(c.nameDash), 3},
	} {
		value, top = value*digit.base+digit.value, top*digit.base
	}
	return float64(value) / float64(top-1)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// abbreviation is 0 for abbreviations of up to three letters of which one is in capitals and the other is not.
func (c *comparison) abbreviation() int {
	return 1 - count(c.lettersShort && (c.has(allCapitals, allLower) || c.has(allLower, allCapitals)))
}

// mixed is less where capitals are mixed.
func (c *comparison) mixed() int {
	switch {
	case c.has(mixed, mixed):
		return 0
	case c.uses(0, mixed) || c.uses(1, mixed):
		return 1
	}
	return 2
}

// whole is more where nothing differs.
func (c *comparison) whole() int { return 2 * count(c.exact && len(c.pairs) == 0) }

// uniform is more where the parts of a text are all written alike.
func (c *comparison) uniform() int {
	most := 0
	for side := range 2 {
		kinds := map[capitals]bool{}
		for _, p := range c.pairs {
			kinds[p[side]] = true
		}
		n := 4 - len(kinds)
		if kinds[singleCapital] && (kinds[allCapitals] || kinds[firstCapital]) {
			n++
		}
		if side == 0 && (kinds[singleCapital] || kinds[firstCapital] || kinds[allLower]) {
			n++
		}
		most = max(most, n)
	}
	return most
}

func (c *comparison) has(mention, name capitals) bool {
	return slices.Contains(c.pairs, [2]capitals{mention, name})
}

// uses reports whether a part of the mention, or of the name for side 1, is written so.
func (c *comparison) uses(side int, k capitals) bool {
	return slices.ContainsFunc(c.pairs, func(p [2]capitals) bool { return p[side] == k })
}
