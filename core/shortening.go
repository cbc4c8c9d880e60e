package core

import (
	"cmp"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/search"
)

// What people shorten, they shorten to the beginning of a word (dox, doxorubicin),
// to letters at which its parts or syllables begin (PB, phenobarbital; stz,
// streptozotocin), or to the first letters of several words and some inside of them (VTE, venous
// thromboembolism). So many names fit a few letters that it matters how well they do,
// and how much is written about the entity.

// shortening follows how the letters of a short form can be those of a name's
// words: at[n] is the most that the first n of them are worth, noWay if they are not
// there.
type shortening struct {
	short []byte
	inner float32 // what letters inside of words are worth, of what they are in a single word
	names *byWord // which parts of words are words of their own; nil: none
	at    [maxInitials + 1]float32
}

// What a letter is worth by where it stands in the name, and what a word costs of
// which the short form has nothing.
const (
	worthFirst  = 1.0  // letter of a word
	worthPart   = 0.9  // letter of a word in a word, or after one (overactive, phenylpropanolamine)
	worthNext   = 1.0  // those after it, as long as none is missing
	worthRoot   = 1.0  // vowel after an o: the next part of a compound begins (thromboembolism)
	worthOnset  = 0.6  // consonant after a vowel: a syllable begins
	worthInside = 0.45 // another consonant
	worthVowel  = 0.3
	innerOfMany = 0.5 // of several words, people take the first letters
	costWord    = 0.5
	noWay       = -100
)

func shorten(short []byte, inner float32, names *byWord) (s shortening) {
	s.short, s.inner, s.names = short, inner, names
	for n := range s.at[1:] {
		s.at[1+n] = noWay
	}
	return s
}

// word goes on with the next word of the name, whose first letter has to be there
// if any of it is.
func (s *shortening) word(word []byte) {
	next := s.at
	for n := range next {
		next[n] -= costWord
	}
	for n, c := range s.short {
		if c == word[0] && s.at[n] > noWay/2 {
			s.inside(&next, n, word)
		}
	}
	s.at = next
}

// inside raises next to what it is worth to find the letters from n on in a word
// that begins with letter n.
func (s *shortening) inside(next *[maxInitials + 1]float32, n int, word []byte) {
	var in [maxInitials + 1]float32
	for k := range in {
		in[k] = noWay
	}
	in[n+1] = s.at[n] + worthFirst
	for i := 1; i < len(word); i++ {
		for k := min(n+i, len(s.short)-1); k > n; k-- {
			if s.short[k] != word[i] || in[k] < noWay/2 {
				continue
			}
			worth := worthOf(word, i)
			if k == n+i {
				worth = worthNext
			}
			if worth = float32(worth * s.inner); worth < worthPart && s.parts(word, i) {
				worth = worthPart
			}
			in[k+1] = max(in[k+1], in[k]+worth)
		}
	}
	for k := n + 1; k <= len(s.short); k++ {
		next[k] = max(next[k], in[k])
	}
}

// Letters that parts of words have at least.
const (
	minPart  = 5 // at the beginning, and what then follows
	minFinal = 4 // at the end
)

// parts reports whether a word in word begins with letter i, i > 0, or ends before it.
func (s *shortening) parts(word []byte, i int) bool {
	if s.names == nil || i < 2 || len(word)-i < minFinal {
		return false
	}
	return s.names.has(word[i:]) || i >= minPart && len(word)-i >= minPart && s.names.has(word[:i])
}

// worthOf returns what letter i of a word is worth, i > 0.
func worthOf(word []byte, i int) float32 {
	switch {
	case i > 2 && word[i-1] == 'o' && (word[i] == 'a' || word[i] == 'e'):
		return worthRoot
	case vowel(word[i]):
		return worthVowel
	case vowel(word[i-1]):
		return worthOnset
	}
	return worthInside
}

func vowel(c byte) bool { return strings.IndexByte("aeiouy", c) >= 0 }

// minQuality is the quality below which letters are there by chance.
const minQuality = 0.2

// quality returns the square of what the letters are worth on average, 0 where it is
// too little to mean anything.
func (s *shortening) quality() float32 {
	q := max(0, s.at[len(s.short)]) / float32(len(s.short))
	if q *= q; q < minQuality {
		return 0
	}
	return q
}

// shortens returns how well short abbreviates a name of several words.
func (t *text) shortens(short []byte, names *byWord) float32 {
	s := shorten(short, innerOfMany, names)
	t.eachWord(func(word []byte, _ bool) bool {
		s.word(word)
		return true
	})
	return s.quality()
}

// Bounds of lengths.
const (
	minClipped = 6  // letters of a single word that is clipped
	maxClipped = 30 // and at most
	maxClip    = 5  // letters of what is left
)

// lessForTwo is what the first two letters of a word are worth: far more often they
// are those of two words.
const lessForTwo = 0.5

// clips returns how well short abbreviates a single word, 0 unless it is much
// shorter and has the same first letter.
func clips(short, word []byte, names *byWord) float32 {
	if len(short) > maxClip || len(word) < max(minClipped, 2*len(short)) || len(word) > maxClipped || short[0] != word[0] {
		return 0
	}
	s := shorten(short, 1, names)
	s.word(word)
	if len(short) == 2 && short[1] == word[1] {
		return lessForTwo * s.quality()
	}
	return s.quality()
}

// clippedNames is how many names of one word are tried, of popular entities: as many
// primary names, and as many others.
const clippedNames = 8192

// clipped lists names of one word by their first letter.
type clipped [26][]clippedRow

type clippedRow struct {
	row     int32
	letters uint32 // that the word has, a bit each
	word    string
}

// lettersOf returns the letters of a word of a to z.
func lettersOf(word string) (set uint32) {
	for i := range len(word) {
		set |= 1 << (word[i] - 'a')
	}
	return set
}

// clipper collects clipped names, primary ones and others. Each list is cut to the most
// popular whenever it has twice as many as wanted; then least is the last of those.
type clipper struct {
	contents *pack.Contents
	lists    [2][]clippedRow
	least    [2]int32
}

// add adds a row, whose name has this text form, if it may be clipped.
func (l *clipper) add(row int32, form []byte) {
	if len(form) < minClipped || len(form) > maxClipped || !letters(unsafeString(form)) {
		return
	}
	i := 0
	if l.contents.RowKind[row] != pack.KindPrimary {
		i = 1
	}
	list := &l.lists[i]
	if l.least[i] > 0 && byPrior(l.contents, row, l.least[i]) > 0 {
		return
	}
	word := string(form)
	*list = append(*list, clippedRow{row, lettersOf(word), word})
	if len(*list) == 2*clippedNames {
		*list = l.popular(*list)
		l.least[i] = (*list)[clippedNames-1].row
	}
}

// popular returns the most popular names of a list, in their order.
func (l *clipper) popular(list []clippedRow) []clippedRow {
	slices.SortFunc(list, func(a, b clippedRow) int { return byPrior(l.contents, a.row, b.row) })
	return list[:min(len(list), clippedNames)]
}

// done returns the names.
func (l *clipper) done() *clipped {
	var out clipped
	for _, list := range l.lists {
		for _, x := range l.popular(list) {
			first := &out[x.word[0]-'a']
			*first = append(*first, x)
		}
	}
	return &out
}

// letters reports whether all of a form is small letters of ASCII.
func letters(form string) bool {
	return strings.IndexFunc(form, func(r rune) bool { return r < 'a' || r > 'z' }) < 0
}

// byPrior orders rows by falling popularity of their entities.
func byPrior(c *pack.Contents, a, b int32) int {
	return cmp.Or(cmp.Compare(c.Prior[c.RowEntity[b]], c.Prior[c.RowEntity[a]]), cmp.Compare(a, b))
}

// shortenedRow is a row that the mention abbreviates.
type shortenedRow struct {
	row     int32
	acronym float32 // the feature
	order   float32
}

// lessForOther is what another name than the primary one is set back by where few
// of many can be looked at.
const lessForOther = 0.1

// addClipped offers the names of one word that the mention clips.
func (n *Normalizer) addClipped(s *scratch, filter *rowFilter) {
	form := s.profile.form
	if s.profile.whole == 0 || len(form) > maxClip || n.ranker.Weights[Acronym] == 0 || !letters(unsafeString(form)) {
		return
	}
	wanted := lettersOf(unsafeString(form))
	least := s.keepShortened()
	for _, c := range n.byWord().clipped[form[0]-'a'] {
		if c.letters&wanted != wanted || n.shortened(c.row, 1).order < least {
			continue // whatever it is worth
		}
		q := clips(form, []byte(c.word), s.profile.vocabulary)
		if q == 0 {
			continue
		}
		n.offerShortened(s, c.row, q, filter)
		if len(s.shortened) >= 2*namedFew {
			least = s.keepShortened()
		}
	}
}

// shortened returns the row as one that the mention abbreviates this well.
func (n *Normalizer) shortened(row int32, q float32) shortenedRow {
	prior := float32(n.pack.Prior[n.pack.RowEntity[row]]) / 255
	x := shortenedRow{row: row, acronym: q * (1 + prior) / 2}
	if x.order = x.acronym; n.pack.RowKind[row] != pack.KindPrimary {
		x.order -= lessForOther
	}
	return x
}

// offerShortened notes a row that the mention abbreviates, and how well.
func (n *Normalizer) offerShortened(s *scratch, row int32, q float32, filter *rowFilter) {
	if filter.has(row) && !containsRow(s.hits, row) {
		s.shortened = append(s.shortened, n.shortened(row, q))
	}
}

// keepShortened keeps the best of the rows offered, in their order, and returns the
// order below which further ones need not be offered.
func (s *scratch) keepShortened() float32 {
	slices.SortFunc(s.shortened, func(a, b shortenedRow) int {
		return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(a.row, b.row))
	})
	s.shortened = slices.CompactFunc(s.shortened, func(a, b shortenedRow) bool { return a.row == b.row })
	if len(s.shortened) < namedFew {
		return noWay
	}
	s.shortened = s.shortened[:namedFew]
	return s.shortened[namedFew-1].order
}

// addShortened adds the best of the rows offered to s.hits.
func (n *Normalizer) addShortened(s *scratch) {
	s.keepShortened()
	for _, x := range s.shortened {
		s.hits = append(s.hits, search.Hit{Row: x.row, Distance: n.distance(s.code, int(x.row))})
	}
}

// chanceCosine is the cosine of an abbreviation and what it is short for. Their n-grams
// have nothing in common, and what their cosine is more or less is mostly chance, too,
// unless the encoder has learned what people abbreviate.
const chanceCosine = 0.3

// evenCosine leaves the share trust of what the cosines of rows that the mention
// abbreviates are more or less than chance.
func evenCosine(cs []Candidate, trust float32) {
	for i := range cs {
		c := &cs[i].Features[Cosine]
		*c = chanceCosine + float32(trust*(*c-chanceCosine))
	}
}
