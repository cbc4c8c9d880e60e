package index

import (
	"maps"
	"math"
	"runtime"
	"sync/atomic"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/parallel"
)

// Words finds rows by parts of their names: by rare words, by the initials of all words, and by letters of a single word.
// The engine compares the names of these rows with the mention. Words takes at most 8*(2*rareOfRow+1) bytes for each row,
// 16*rareOfAll bytes and the clipped names, whose number is bounded; NewWords takes as much again, and eight bytes for each
// row, while it works.
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

// NewWords reads all names of c, on all processors, which takes thirty milliseconds of one for 100,000.
func NewWords(c *pack.Contents, l *names.Lexicon) *Words {
	return newWords(c, l, min(runtime.GOMAXPROCS(0), c.Names.Len()/piece+1))
}

func newWords(c *pack.Contents, l *names.Lexicon, parts int) *Words {
	popular, ranks := byPrior(c)
	in := indexer{c: c, lexicon: l, ranks: ranks, most: rareOfRow*(c.Names.Len()-c.Twins()) + rareOfAll}
	r := in.read(parts, math.MaxInt)
	if r == nil {
		r = in.read(parts, rareOfRow) // so few of each name fit in any case
	}
	x := &Words{
		lexicon:  l,
		Rare:     search.NewPostings(score.RareRows, r.rares...),
		Initials: search.NewPostings(math.MaxInt, r.firsts...),
		Clipped:  r.clipped.Done(c),
		names:    c.Names, written: search.NewPostings(score.SameRows, r.written), letters: r.letters,
	}
	for i, rank := range x.Initials { // their rows come in the order of popularity
		x.Initials[i] = search.Posting(uint32(rank>>32), popular[uint32(rank)])
	}
	return x
}

// byPrior returns all rows, those of the most popular entities first, then by number, and the rank of each among them.
func byPrior(c *pack.Contents) (popular, ranks []int32) {
	var ends [math.MaxUint8 + 2]int32 // first where the rows of each prior begin
	for _, e := range c.RowEntity {
		ends[math.MaxUint8-int(c.Prior[e])+1]++
	}
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	popular, ranks = make([]int32, len(c.RowEntity)), make([]int32, len(c.RowEntity))
	for row, e := range c.RowEntity {
		end := &ends[math.MaxUint8-int(c.Prior[e])]
		popular[*end], ranks[row] = int32(row), *end
		*end++
	}
	return popular, ranks
}

// list is postings in pieces, of which none is copied as the list grows.
type list [][]uint64

const piece = 1 << 12 // postings

// add adds a posting, and reports whether it began a piece.
func (l *list) add(posting uint64) bool {
	n := len(*l)
	full := n == 0 || len((*l)[n-1]) == piece
	if full {
		*l = append(*l, make([]uint64, 0, piece))
		n++
	}
	(*l)[n-1] = append((*l)[n-1], posting)
	return full
}

// indexer collects the parts of a Words.
type indexer struct {
	c       *pack.Contents
	lexicon *names.Lexicon
	ranks   []int32       // of rows: see byPrior
	most    int           // bounds rares, and written
	each    int           // bounds rares of a row
	pieces  *atomic.Int64 // of rares that all parts have

	rares, firsts list // of firsts, with ranks for rows
	clipped       score.Clipper
	written       []uint64 // postings
	letters       map[rune]bool
}

// read reads all names, in so many parts at the same time, and up to each rare words of every one. It returns nil if there
// are more than most.
func (r indexer) read(parts, each int) *indexer {
	r.each, r.pieces = each, new(atomic.Int64)
	of := make([]indexer, parts)
	parallel.Parts(parts, r.c.Names.Len(), func(part, from, to int) {
		of[part] = r
		of[part].letters = map[rune]bool{}
		of[part].readRows(from, to, r.most/piece+parts)
	})
	all, count := &of[0], 0
	for i := range of[1:] {
		all.join(&of[1+i])
	}
	for _, p := range all.rares {
		count += len(p)
	}
	if count > r.most {
		return nil
	}
	return all
}

// join appends what another indexer has of later rows.
func (r *indexer) join(later *indexer) {
	r.rares, r.firsts = append(r.rares, later.rares...), append(r.firsts, later.firsts...)
	r.clipped.Join(&later.clipped)
	r.written = append(r.written, later.written...)
	r.written = r.written[:min(len(r.written), r.most)]
	maps.Copy(r.letters, later.letters)
}

// readRows reads the names of rows [from, to). It gives up when all parts have so many pieces that there are too many rare
// words in any case.
func (r *indexer) readRows(from, to, pieces int) {
	var t names.Text
	for row, name := range r.c.Names.Range(from, to) {
		if r.c.IsTwin(row) {
			continue
		}
		t.ReadWords(names.AppendForm(t.Form[:0], names.View(name)))
		if r.addRares(&t, row); int(r.pieces.Load()) > pieces {
			return
		}
		full, short := t.Initials()
		for _, i := range [...]names.Initials{full, short} {
			if i != 0 {
				r.firsts.add(search.Posting(i.Hash(), r.ranks[row]))
			}
		}
		r.clipped.Add(r.c, int32(row), t.Form)
		forms, foreign := names.InLatin(names.View(name))
		for i := 0; i < len(forms) && len(r.written) < r.most; i++ {
			r.written = append(r.written, search.Posting(names.Hash(names.Key(forms[i])), int32(row)))
		}
		for _, letter := range foreign {
			r.letters[letter] = true
		}
	}
}

// addRares adds the first rare words of a row.
func (r *indexer) addRares(t *names.Text, row int) {
	for i, added := 0, 0; i < len(t.Words) && added < r.each; i++ {
		w := &t.Words[i]
		if !MayBeRare(w) || r.lexicon.MoreThan(score.RareRows, w.Hash) {
			continue
		}
		if added++; r.rares.add(search.Posting(w.Hash, int32(row))) {
			r.pieces.Add(1)
		}
	}
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
