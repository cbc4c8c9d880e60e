package core

import (
	"math"
	"slices"
	"sort"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/search"
)

// Codes find names that look like the mention as a whole. A long name that has
// one telling word in common with it ("VHL disease", von Hippel-Lindau disease,
// VHL) may not be among them, nor a name of which it is the initials. Rows are
// therefore also found by rare words and by initials, through tables of hashes
// that are made when the first mention needs them.

const (
	maxRare  = 32   // rows that have a rare word
	minRare  = 3    // letters of a rare word
	namedFew = 24   // rows found so that stay in the running, of each kind the best
	maxFound = 2048 // rows found by all rare words of a mention: those of 64 words at least
)

// The words of front-coded names can take a hundred times the space that names do. So
// the rare ones that are listed are bounded for the pack as a whole: four a row, where
// terminologies have one at most, and in small packs, where most words are rare, more.
const (
	rareOfRow = 4
	rareOfAll = 1 << 16
)

// postings lists rows by a hash of what they have: a key in the upper half, a row in the
// lower one, ascending by key.
type postings []uint64

// newPostings sorts pairs of key and row, which it keeps, and leaves out keys of more
// than limit rows.
func newPostings(pairs []uint64, limit int) postings {
	slices.Sort(pairs)
	pairs = slices.Compact(pairs) // a word twice in a name
	kept := pairs[:0]
	for len(pairs) > 0 {
		key := pairs[0] >> 32
		n := sort.Search(len(pairs), func(i int) bool { return pairs[i]>>32 > key })
		if n <= limit {
			kept = append(kept, pairs[:n]...)
		}
		pairs = pairs[n:]
	}
	if len(kept) < cap(kept)/2 {
		kept = slices.Clone(kept)
	}
	return kept
}

// of returns the pairs of a key.
func (p postings) of(key uint32) []uint64 {
	p = p[p.first(key):]
	n, _ := slices.BinarySearch(p, uint64(key)<<32|math.MaxUint32) // no row has that number
	return p[:n]
}

// first returns where the pairs of a key begin, whatever the order of its rows.
func (p postings) first(key uint32) int {
	i, _ := slices.BinarySearch(p, uint64(key)<<32)
	return i
}

// more reports whether a key has more than n rows.
func (p postings) more(key uint32, n int) bool {
	i := p.first(key) + n
	return i < len(p) && uint32(p[i]>>32) == key
}

// sortRows sorts the rows of each key.
func (p postings) sortRows(compare func(a, b int32) int) {
	for len(p) > 0 {
		n := len(p.of(uint32(p[0] >> 32)))
		slices.SortFunc(p[:n], func(a, b uint64) int { return compare(int32(a), int32(b)) })
		p = p[n:]
	}
}

// byWord finds rows by words and initials. It takes at most 8*(rareOfRow+1) bytes a row
// beside 8*rareOfAll and the clipped names, which are bounded; as much again while it is
// made.
type byWord struct {
	words          words
	rare, initials postings
	clipped        *clipped
}

// newByWord reads all names of c, thirty milliseconds' work for 100,000.
func newByWord(c *pack.Contents, w words) *byWord {
	r := wordReader{words: w, most: rareOfRow*c.Names.Len() + rareOfAll}
	if !r.read(c, math.MaxInt) {
		r.read(c, rareOfRow) // of each name no more, and so all will fit
	}
	initials := newPostings(r.firsts, len(r.firsts))
	initials.sortRows(func(a, b int32) int { return byPrior(c, a, b) })
	return &byWord{w, newPostings(r.rares, maxRare), initials, r.clipped.done()}
}

// wordReader collects what byWord is made of.
type wordReader struct {
	words         words
	most          int      // rares there may be
	rares, firsts []uint64 // pairs for newPostings
	clipped       clipper
}

// read reads all names, of each the first rare words. It returns false where there are
// more than most.
func (r *wordReader) read(c *pack.Contents, each int) bool {
	rows := c.Names.Len()
	r.rares, r.firsts = slices.Grow(r.rares[:0], min(rows, r.most)), slices.Grow(r.firsts[:0], rows)
	r.clipped = clipper{contents: c}
	var t text
	for row, name := range c.Names.Range(0, rows) {
		t.setTokens(encoder.AppendTextForm(t.form[:0], unsafeString(name)))
		if !r.addRares(&t, row, each) {
			return false
		}
		if i := t.initials(); i != 0 {
			r.firsts = append(r.firsts, uint64(i.hash())<<32|uint64(row))
		}
		r.clipped.add(int32(row), t.form)
	}
	return true
}

// addRares adds the first rare words of a row, and returns false where there is no room.
func (r *wordReader) addRares(t *text, row, each int) bool {
	if len(r.words.table) == 0 {
		return true // a pack of before: see addRare
	}
	for i := 0; i < len(t.tokens) && each > 0; i++ {
		word := &t.tokens[i]
		if !rare(word) || r.words.common(word, maxRare) {
			continue
		}
		if len(r.rares) == r.most {
			return false
		}
		if len(r.rares) == cap(r.rares) {
			r.rares = slices.Grow(r.rares, r.most-len(r.rares)) // once, where most words are rare
		}
		r.rares = append(r.rares, uint64(word.hash)<<32|uint64(row))
		each--
	}
	return true
}

// fewHave is how many names have what may be a slip.
const fewHave = 2

// has reports whether more than a few names have a word.
func (b *byWord) has(word []byte) bool {
	w := token{hash: wordHash(word)}
	if !b.words.common(&w, fewHave) {
		return false // for sure, which is soon found out
	}
	return b.words.common(&w, maxRare) || b.rare.more(w.hash, fewHave)
}

// rare reports whether a word may be rare at all.
func rare(w *token) bool { return !w.digit && w.size >= minRare }

// addRare adds the rows that have a rare word of the mention to s.hits.
func (n *Normalizer) addRare(s *scratch, filter *rowFilter) {
	if len(n.words.table) == 0 {
		return // a pack of before, which is to answer as it did
	}
	most := len(s.hits) + maxFound
	for i := range s.profile.tokens {
		if w := &s.profile.tokens[i]; rare(w) {
			for _, pair := range n.byWord().rare.of(w.hash) {
				if len(s.hits) < most {
					n.addRow(s, int32(pair), filter)
				}
			}
		}
	}
}

// addRow adds a row to s.hits unless it is there or not allowed.
func (n *Normalizer) addRow(s *scratch, row int32, filter *rowFilter) {
	if filter.has(row) && !containsRow(s.hits, row) {
		s.hits = append(s.hits, search.Hit{Row: row, Distance: n.distance(s.code, int(row))})
	}
}
