package core

import (
	"cmp"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/search"
)

// People shorten "atrial fibrillation" to AF, and terminologies do not list it.
// An encoder cannot tell, since the n-grams of the two have nothing in common. So
// rows are also found by the first letters of their words.

// maxAcronyms is how many rows of the same initials are looked at.
const maxAcronyms = 256

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

// skeletons calls f with i and with i less each letter but the first, as long as
// two are left: VTE is also sought as VE and VT, since it stands for venous
// thromboembolism.
func (i initials) skeletons(f func(initials)) {
	if i == 0 {
		return
	}
	f(i)
	if i>>12 == 0 {
		return // two letters
	}
	for at := 0; i>>(at+6) != 0; at += 6 {
		f(i>>(at+6)<<at | i&(1<<at-1))
	}
}

// String returns the initials as people write them.
func (i initials) String() string {
	if i == 0 {
		return ""
	}
	return (i >> 6).String() + string("?ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[i&63])
}

// Initials returns what people may shorten a name of several words to, such that
// a look-up finds the name by it; "" if there is nothing.
func Initials(name string) string {
	var t text
	t.set(name)
	short := t.initials().String()
	var p profile
	if p.set(short); p.abbreviates(&t) != 1 {
		return ""
	}
	return short
}

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

// eachWord calls f with the words of a name until it returns false. The parts
// between commas are turned round, "fibrillation, atrial" is atrial fibrillation,
// and words that acronyms leave out are left out. It reports whether f always
// returned true.
func (t *text) eachWord(f func(word []byte, digits bool) bool) bool {
	for end := len(t.tokens); end > 0; {
		start := end - 1
		for start > 0 && t.tokens[start-1].part == t.tokens[end-1].part {
			start--
		}
		for _, w := range t.tokens[start:end] {
			word := t.form[w.start : w.start+w.size]
			if !skipped(word) && !f(word, w.digit) {
				return false
			}
		}
		end = start
	}
	return true
}

// initials returns the initials of a name of several words, with the digits of
// its numbers.
func (t *text) initials() (i initials) {
	if len(t.tokens) < 2 || len(t.tokens) > 2*maxInitials {
		return 0
	}
	ok := t.eachWord(func(word []byte, digits bool) (ok bool) {
		if !digits {
			word = word[:1]
		}
		for _, c := range word {
			if i, ok = i.add(c); !ok {
				return false
			}
		}
		return true
	})
	if !ok || i>>6 == 0 {
		return 0
	}
	return i
}

// spells reports whether every word of t begins with a letter of short, in order,
// and has the letters up to the next such one in it: venous thromboembolism and
// vte. Bit n of at says that the words so far can be the first n letters.
func (t *text) spells(short []byte) bool {
	at := uint32(1)
	t.eachWord(func(word []byte, digits bool) bool {
		next := uint32(0)
		for n := range short {
			if at>>n&1 == 0 || short[n] != word[0] {
				continue
			}
			next |= 2 << n
			inside := n + 1
			for _, c := range word[1:] {
				if inside < len(short) && short[inside] == c {
					inside++
					next |= 1 << inside
				}
			}
		}
		at = next
		return at != 0
	})
	return at>>len(short)&1 != 0
}

// skipped reports whether acronyms leave out a word.
func skipped(word []byte) bool {
	switch string(word) {
	case "of", "the", "and", "in", "with", "by", "for", "to", "due", "on", "or", "from":
		return true
	}
	return false
}

func (i initials) hash() uint32 { return uint32(uint64(i) * 0x9e3779b97f4a7c15 >> 32) }

// addAcronyms adds the rows whose names the mention abbreviates to s.hits.
func (n *Normalizer) addAcronyms(s *scratch, filter *search.Filter) {
	p := &s.profile
	if p.whole == 0 || n.ranker.Weights[Acronym] == 0 {
		return
	}
	same := len(s.hits)
	for _, whole := range [...]initials{p.whole, p.singular} {
		whole.skeletons(func(i initials) {
			for _, row := range n.byWord().initials.rowsOf(i.hash()) {
				if len(s.hits) < same+maxAcronyms {
					n.addAbbreviated(s, row, i == whole, filter)
				}
			}
		})
	}
}

// addAbbreviated adds a row to s.hits unless it is there or not allowed, and, of
// initials that are not the mention's, if its words have the missing letters.
func (n *Normalizer) addAbbreviated(s *scratch, row int32, whole bool, filter *search.Filter) {
	if !whole {
		s.name = n.pack.Names.Append(s.name[:0], int(row))
		s.row.set(unsafeString(s.name))
		if s.profile.abbreviates(&s.row) == 0 {
			return
		}
	}
	n.addRow(s, row, filter)
}

// Single words are clipped, to their beginning (dox for doxorubicin) or to some
// of their letters (stz for streptozotocin). So many words fit that only those of
// popular entities are tried.
const (
	maxClipped    = 8192 // names of one word that are tried
	minClipped    = 6    // their letters
	maxClip       = 5    // letters of what is clipped
	clippedStart  = 1.0  // of the feature Acronym, for the beginning of a word
	clippedInside = 0.5  // and for letters from all over it
)

// clips returns how well short, which has its first letter, abbreviates a word.
func clips(short, word []byte) float32 {
	if len(short) > maxClip || len(word) < max(minClipped, 2*len(short)) {
		return 0
	}
	n := 0
	for i, c := range word {
		if n < len(short) && short[n] == c {
			n++
		} else if i == 0 {
			return 0
		}
		if n == len(short) && i+1 == n {
			return clippedStart
		}
	}
	if n < len(short) {
		return 0
	}
	return clippedInside
}

// clipped lists names of one word by their first letter, the most popular first.
type clipped [26][]clippedRow

type clippedRow struct {
	row  int32
	word string
}

// newClipped finds them.
func newClipped(c *pack.Contents) *clipped {
	type entity struct {
		prior uint8
		row   uint32
	}
	var all []entity
	for e, row := range c.PrimaryRow {
		all = append(all, entity{c.Prior[e], row})
	}
	slices.SortFunc(all, func(a, b entity) int { return cmp.Or(cmp.Compare(b.prior, a.prior), cmp.Compare(a.row, b.row)) })
	var out clipped
	left := maxClipped
	for _, e := range all {
		form := encoder.TextForm(c.Names.At(int(e.row)))
		if len(form) < minClipped || strings.IndexFunc(form, func(r rune) bool { return r < 'a' || r > 'z' }) >= 0 {
			continue
		}
		first := &out[form[0]-'a']
		*first = append(*first, clippedRow{int32(e.row), form})
		if left--; left == 0 {
			break
		}
	}
	return &out
}

// addClipped adds the rows of popular entities that the mention clips to s.hits.
func (n *Normalizer) addClipped(s *scratch, filter *search.Filter) {
	form := s.profile.form
	if s.profile.whole == 0 || len(form) > maxClip || n.ranker.Weights[Acronym] == 0 {
		return
	}
	found := len(s.hits)
	for _, c := range n.byWord().clipped[form[0]-'a'] {
		if len(s.hits) == found+namedFew {
			return
		}
		if clips(form, []byte(c.word)) > 0 {
			n.addRow(s, c.row, filter)
		}
	}
}
