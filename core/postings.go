package core

import (
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
	maxRare  = 32 // rows that have a rare word
	minRare  = 3  // letters of a rare word
	namedFew = 24 // rows found so that stay in the running, of each kind the best
)

// postings lists rows by a hash of what they have.
type postings struct {
	keys []uint32 // ascending
	rows []int32  // of each key
}

// newPostings sorts pairs of key and row, key in the upper half, and leaves out
// keys of more than limit rows.
func newPostings(pairs []uint64, limit int) postings {
	slices.Sort(pairs)
	pairs = slices.Compact(pairs) // a word twice in a name
	var p postings
	for len(pairs) > 0 {
		key := pairs[0] >> 32
		n := sort.Search(len(pairs), func(i int) bool { return pairs[i]>>32 > key })
		if n <= limit {
			for _, pair := range pairs[:n] {
				p.keys, p.rows = append(p.keys, uint32(key)), append(p.rows, int32(uint32(pair)))
			}
		}
		pairs = pairs[n:]
	}
	return p
}

// rowsOf returns the rows of a key.
func (p *postings) rowsOf(key uint32) []int32 {
	from, _ := slices.BinarySearch(p.keys, key)
	to := from
	for to < len(p.keys) && p.keys[to] == key {
		to++
	}
	return p.rows[from:to]
}

// sortRows sorts the rows of each key.
func (p *postings) sortRows(compare func(a, b int32) int) {
	for from := 0; from < len(p.keys); {
		to := from
		for to < len(p.keys) && p.keys[to] == p.keys[from] {
			to++
		}
		slices.SortFunc(p.rows[from:to], compare)
		from = to
	}
}

// byWord finds rows by words and initials.
type byWord struct {
	words          words
	rare, initials postings
	clipped        *clipped
}

// newByWord reads all names of c, thirty milliseconds' work for 100,000.
func newByWord(c *pack.Contents, w words) *byWord {
	var t text
	var rares, firsts []uint64
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		t.setTokens(encoder.AppendTextForm(t.form[:0], unsafeString(name)))
		for _, word := range t.tokens {
			if rare(&word) && !w.common(&word, maxRare) {
				rares = append(rares, uint64(word.hash)<<32|uint64(row))
			}
		}
		if i := t.initials(); i != 0 {
			firsts = append(firsts, uint64(i.hash())<<32|uint64(row))
		}
	}
	initials := newPostings(firsts, len(firsts))
	initials.sortRows(func(a, b int32) int { return byPrior(c, a, b) })
	return &byWord{w, newPostings(rares, maxRare), initials, newClipped(c)}
}

// fewHave is how many names have what may be a slip.
const fewHave = 2

// has reports whether more than a few names have a word.
func (b *byWord) has(word []byte) bool {
	w := token{hash: wordHash(word)}
	if !b.words.common(&w, fewHave) {
		return false // for sure, which is soon found out
	}
	return b.words.common(&w, maxRare) || len(b.rare.rowsOf(w.hash)) > fewHave
}

// rare reports whether a word may be rare at all.
func rare(w *token) bool { return !w.digit && w.size >= minRare }

// addRare adds the rows that have a rare word of the mention to s.hits.
func (n *Normalizer) addRare(s *scratch, filter *rowFilter) {
	if len(n.words.table) == 0 {
		return // a pack of before, which is to answer as it did
	}
	for i := range s.profile.tokens {
		if w := &s.profile.tokens[i]; rare(w) {
			for _, row := range n.byWord().rare.rowsOf(w.hash) {
				n.addRow(s, row, filter)
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
