package core

import (
	"slices"
	"sort"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/search"
)

// People shorten "atrial fibrillation" to AF, and terminologies do not list it.
// An encoder cannot tell, since the n-grams of the two have nothing in common. So
// rows are also found by the first letters of their words.

// maxAcronyms is how many rows of the same initials are looked at, and
// namedAcronyms how many of them, the best by the tables, stay in the running.
const (
	maxAcronyms   = 256
	namedAcronyms = 24
)

// initials are two to eight letters and digits, six bits each; 0 is none.
type initials uint64

const maxInitials = 8

// add appends a letter or digit of a text form. Of anything else, and of more
// than maxInitials, nothing is made.
func (i initials) add(c byte) (initials, bool) {
	switch {
	case i>>(6*(maxInitials-1)) != 0:
		return 0, false
	case isLower(c):
		return i<<6 | initials(c-'a'+1), true
	case isDigit(c):
		return i<<6 | initials(c-'0'+27), true
	}
	return 0, false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// acronym returns the initials that a mention of text form may stand for, as it
// is and without a plural s: two to six letters and digits that begin with a
// letter.
func acronym(form []byte) (whole, singular initials) {
	if len(form) < 2 || len(form) > 6 || !isLower(form[0]) {
		return 0, 0
	}
	for i, c := range form {
		if c == 's' && i == len(form)-1 && i > 1 {
			singular = whole
		}
		var ok bool
		if whole, ok = whole.add(c); !ok {
			return 0, 0
		}
	}
	return whole, singular
}

// initials returns the initials of a name, its parts between commas turned round:
// "fibrillation, atrial" is atrial fibrillation. Words that acronyms leave out
// are left out.
func (t *text) initials() (i initials) {
	n := len(t.tokens)
	if n < 2 || n > 2*maxInitials {
		return 0
	}
	for end := n; end > 0; {
		start := end - 1
		for start > 0 && t.tokens[start-1].part == t.tokens[end-1].part {
			start--
		}
		var ok bool
		if i, ok = t.initialsOf(t.tokens[start:end], i); !ok {
			return 0
		}
		end = start
	}
	if i>>6 == 0 {
		return 0 // a single one
	}
	return i
}

// initialsOf appends the initials of tokens to i.
func (t *text) initialsOf(tokens []token, i initials) (_ initials, ok bool) {
	for _, w := range tokens {
		word := t.form[w.start : w.start+w.size]
		if !w.digit {
			if skipped(word) {
				continue
			}
			word = word[:1]
		}
		for _, c := range word {
			if i, ok = i.add(c); !ok {
				return 0, false
			}
		}
	}
	return i, true
}

// skipped reports whether acronyms leave out a word.
func skipped(word []byte) bool {
	switch string(word) {
	case "of", "the", "and", "in", "with", "by", "for", "to", "due", "on", "or", "from":
		return true
	}
	return false
}

// acronyms finds rows by their initials.
type acronyms struct {
	keys []uint32 // hashes of initials, ascending
	rows []int32  // of each key
}

func (i initials) hash() uint32 { return uint32(uint64(i) * 0x9e3779b97f4a7c15 >> 32) }

// newAcronyms reads all names of c.
func newAcronyms(c *pack.Contents) *acronyms {
	var t text
	var pairs []uint64
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		t.set(unsafeString(name))
		if i := t.initials(); i != 0 {
			pairs = append(pairs, uint64(i.hash())<<32|uint64(row))
		}
	}
	slices.Sort(pairs)
	a := &acronyms{make([]uint32, len(pairs)), make([]int32, len(pairs))}
	for i, p := range pairs {
		a.keys[i], a.rows[i] = uint32(p>>32), int32(uint32(p))
	}
	return a
}

// addAcronyms adds the rows whose names the mention abbreviates to s.hits.
func (n *Normalizer) addAcronyms(s *scratch, filter *search.Filter) {
	p := &s.profile
	if p.whole == 0 || n.ranker.Weights[Acronym] == 0 {
		return
	}
	a := n.acronyms()
	same := len(s.hits)
	for _, i := range [...]initials{p.whole, p.singular} {
		key := i.hash()
		at := sort.Search(len(a.keys), func(j int) bool { return a.keys[j] >= key })
		for ; i != 0 && at < len(a.keys) && a.keys[at] == key && len(s.hits) < same+maxAcronyms; at++ {
			row := a.rows[at]
			if (filter == nil || filter.Has(int(row))) && !containsRow(s.hits, row) {
				s.hits = append(s.hits, search.Hit{Row: row, Distance: n.distance(s.code, int(row))})
			}
		}
	}
}
