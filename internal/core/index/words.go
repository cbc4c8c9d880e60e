package index

import (
	"math"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// Words has the rows of all names by parts of a mention: by its rare words, by the initials of a name's words, and by
// letters of a single word. It holds no names: rows are candidates, which the engine compares with the mention. It takes at
// most 8*(2*rareOfRow+1) bytes a row beside 16*rareOfAll and the clipped names, which are bounded; as much again while it
// is made.
type Words struct {
	lexicon  *names.Lexicon
	Rare     search.Postings           // rows by the hash of a rare word
	Initials search.Postings           // by the hash of initials, the popular ones first
	Clipped  [2][26][]score.ClippedRow // primary names and others by first letter, the popular ones first
	names    *pack.Strings
	written  search.Postings // by the hash of what names that have other letters are in Latin ones
	letters  map[rune]bool   // that are others, of names
}

// The words of front-coded names can take a hundred times the space that names do. So
// the rare ones that are listed are bounded for the pack as a whole: four a row, where
// terminologies have one at most, and in small packs, where most words are rare, more.
const (
	rareOfRow = 4
	rareOfAll = 1 << 16
)

// NewWords reads all names of c, thirty milliseconds' work for 100,000.
func NewWords(c *pack.Contents, l *names.Lexicon) *Words {
	r := indexer{lexicon: l, most: rareOfRow*c.Names.Len() + rareOfAll}
	if !r.read(c, math.MaxInt) {
		r.read(c, rareOfRow) // of each name no more, and so all will fit
	}
	return &Words{
		lexicon:  l,
		Rare:     search.NewPostings(r.rares, score.RareRows, nil),
		Initials: search.NewPostings(r.firsts, len(r.firsts), func(a, b int32) int { return score.ByPrior(c, a, b) }),
		Clipped:  r.clipped.Done(),
		names:    c.Names, written: search.NewPostings(r.written, score.SameRows, nil), letters: r.letters,
	}
}

// indexer collects what Words is made of.
type indexer struct {
	lexicon       *names.Lexicon
	most          int      // rares there may be, and written
	rares, firsts []uint64 // postings
	clipped       score.Clipper
	written       []uint64 // postings
	letters       map[rune]bool
}

// read reads all names, of each the first rare words. It returns false where there are
// more than most.
func (r *indexer) read(c *pack.Contents, each int) bool {
	rows := c.Names.Len()
	r.rares, r.firsts = slices.Grow(r.rares[:0], min(rows, r.most)), slices.Grow(r.firsts[:0], rows)
	r.clipped, r.written, r.letters = score.NewClipper(c), nil, map[rune]bool{}
	var t names.Text
	for row, name := range c.Names.Range(0, rows) {
		t.ReadWords(names.AppendForm(t.Form[:0], names.View(name)))
		if !r.addRares(&t, row, each) {
			return false
		}
		if i := t.Initials(); i != 0 {
			r.firsts = append(r.firsts, search.Posting(i.Hash(), int32(row)))
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

// addRares adds the first rare words of a row, and returns false where there is no room.
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
			r.rares = slices.Grow(r.rares, r.most-len(r.rares)) // once, where most words are rare
		}
		r.rares = append(r.rares, search.Posting(w.Hash, int32(row)))
		each--
	}
	return true
}

// MayBeRare reports whether Rare has a word or number, provided that few names have it.
func MayBeRare(w *names.Word) bool { return w.Size >= score.MinRare }

// HasWord reports whether more than a few names have a word.
func (x *Words) HasWord(word []byte) bool { return x.more(word, score.FewHave) }

// more reports whether more than n names have a word, or a common one that shares its slot.
func (x *Words) more(word []byte, n int) bool {
	w := names.HashWord(word)
	if !x.lexicon.MoreThan(uint32(n), w) {
		return false // for sure, which is soon found out
	}
	return x.lexicon.MoreThan(score.RareRows, w) || x.Rare.More(w, n)
}
