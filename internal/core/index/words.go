package index

import (
	"math"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// Words finds rows by parts of their names: by rare words, by the initials of all words, and by letters of a single word.
// The engine compares the names of these rows with the mention. Words takes at most 8*(2*rareOfRow+1) bytes for each row,
// 16*rareOfAll bytes and the clipped names, whose number is bounded; NewWords takes as much again while it works.
type Words struct {
	lexicon  *names.Lexicon
	Rare     search.Postings           // rows by the hash of a rare word
	Initials search.Postings           // rows by the hash of the initials, popular entities first
	Clipped  [2][26][]score.ClippedRow // primary and other names of one word by first letter, popular entities first
	names    *pack.Strings
	written  search.Postings // rows with letters that are not Latin, by the hash of their key in Latin letters
	letters  map[rune]bool   // letters of names that are not Latin
}

// Front coding can shrink names to a hundredth of the size of their words, so a small pack could make a large index. The
// number of listed rare words is therefore bounded: four a row, where terminologies have one at most, and more in small
// packs, where most words are rare.
const (
	rareOfRow = 4
	rareOfAll = 1 << 16
)

// NewWords reads all names of c, which takes thirty milliseconds for 100,000.
func NewWords(c *pack.Contents, l *names.Lexicon) *Words {
	r := indexer{lexicon: l, most: rareOfRow*(c.Names.Len()-c.Twins()) + rareOfAll}
	if !r.read(c, math.MaxInt) {
		r.read(c, rareOfRow) // so few of each name fit in any case
	}
	return &Words{
		lexicon:  l,
		Rare:     search.NewPostings(r.rares, score.RareRows, nil),
		Initials: search.NewPostings(r.firsts, len(r.firsts), func(a, b int32) int { return score.ByPrior(c, a, b) }),
		Clipped:  r.clipped.Done(),
		names:    c.Names, written: search.NewPostings(r.written, score.SameRows, nil), letters: r.letters,
	}
}

// indexer collects the parts of a Words.
type indexer struct {
	lexicon       *names.Lexicon
	most          int      // bounds rares, and written
	rares, firsts []uint64 // postings
	clipped       score.Clipper
	written       []uint64 // postings
	letters       map[rune]bool
}

// read reads all names and up to each rare words of every one. It returns false if there are more than most.
func (r *indexer) read(c *pack.Contents, each int) bool {
	rows := c.Names.Len()
	r.rares, r.firsts = slices.Grow(r.rares[:0], min(rows, r.most)), slices.Grow(r.firsts[:0], rows)
	r.clipped, r.written, r.letters = score.NewClipper(c), nil, map[rune]bool{}
	var t names.Text
	for row, name := range c.Names.Range(0, rows) {
		if c.IsTwin(row) {
			continue
		}
		t.ReadWords(names.AppendForm(t.Form[:0], names.View(name)))
		if !r.addRares(&t, row, each) {
			return false
		}
		full, short := t.Initials()
		for _, i := range [...]names.Initials{full, short} {
			if i != 0 {
				r.firsts = append(r.firsts, search.Posting(i.Hash(), int32(row)))
			}
		}
		r.clipped.Add(int32(row), t.Form)
		forms, foreign := names.InLatin(names.View(name))
		for i := 0; i < len(forms) && len(r.written) < r.most; i++ {
			r.written = append(r.written, search.Posting(names.Hash(names.Key(forms[i])), int32(row)))
		}
		for _, letter := range foreign {
			r.letters[letter] = true
		}
	}
	return true
}

// addRares adds up to each rare words of a row. It returns false if there is no room for one.
func (r *indexer) addRares(t *names.Text, row, each int) bool {
	for i := 0; i < len(t.Words) && each > 0; i++ {
		w := &t.Words[i]
		if !MayBeRare(w) || r.lexicon.MoreThan(score.RareRows, w.Hash) {
			continue
		}
		if len(r.rares) == r.most {
			return false
		}
		if len(r.rares) == cap(r.rares) {
			r.rares = slices.Grow(r.rares, r.most-len(r.rares)) // happens once, in packs where most words are rare
		}
		r.rares = append(r.rares, search.Posting(w.Hash, int32(row)))
		each--
	}
	return true
}

// MayBeRare reports whether Rare lists a word or number if few names have it.
func MayBeRare(w *names.Word) bool { return w.Size >= score.MinRare }

// HasWord reports whether more than a few names have a word.
func (x *Words) HasWord(word []byte) bool { return x.more(word, score.FewHave) }

// more reports whether more than n names have a word, or a common word that shares its slot.
func (x *Words) more(word []byte, n int) bool {
	w := names.HashWord(word)
	if !x.lexicon.MoreThan(uint32(n), w) {
		return false // certain, and cheap to find out
	}
	return x.lexicon.MoreThan(score.RareRows, w) || x.Rare.More(w, n)
}
