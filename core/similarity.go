package core

import (
	"math/bits"
	"strings"

	"github.com/normlet/normlet/core/encoder"
)

// text is a name prepared for comparison. Its slices are reused.
type text struct {
	form    []byte  // encoder.TextForm
	compact []byte  // letters and digits of form
	tokens  []token // letter and digit runs of form, in order
	chars   int     // characters in tokens
	weight  float32 // of all tokens, once weighed
	rare    float32 // 1 with a word that hardly any name has, 0 if all are more common, see words
}

// token is a run of letters or of digits. A Roman numeral is digits, with the hash of
// the Arabic ones.
type token struct {
	hash        uint32
	start, size int32 // in the form
	part        int16 // number of commas before
	digit       bool
	weight      float32 // how much the word says, see words
}

// set prepares name.
func (t *text) set(name string) { t.setForm(encoder.AppendTextForm(t.form[:0], name)) }

func (t *text) setForm(form []byte) {
	t.compact = encoder.AppendCompact(t.compact[:0], form)
	t.setTokens(form)
}

// setTokens prepares what a comparison of words needs.
func (t *text) setTokens(form []byte) {
	t.form = form
	t.tokens, t.chars = t.tokens[:0], 0
	start, hash, class, part := 0, uint32(hashStart), byte(0), int16(0)
	for i := 0; i <= len(form); i++ {
		next := byte(0)
		if i < len(form) {
			next = runClass[form[i]]
		}
		if next != class {
			if class != 0 {
				t.addTokens(token{hash: hash, start: int32(start), size: int32(i - start), part: part, digit: class == 'd'})
				t.chars += i - start
			}
			start, hash, class = i, hashStart, next
		}
		if next != 0 {
			hash = (hash ^ uint32(form[i])) * hashPrime
		} else if i < len(form) && form[i] == ',' {
			part++
		}
	}
}

// The hash of words is 32-bit FNV-1a.
const hashStart, hashPrime = 2166136261, 16777619

func wordHash(word []byte) uint32 {
	h := uint32(hashStart)
	for _, c := range word {
		h = (h ^ uint32(c)) * hashPrime
	}
	return h
}

// addTokens appends a run of letters or digits, a Roman numeral as the number that it
// is, and apart from the letter that may follow it.
func (t *text) addTokens(w token) {
	size, figures := numeral(t.form[w.start : w.start+w.size])
	if size > 0 {
		number := w
		number.hash, number.size, number.digit = WordHash(figures), int32(size), true
		t.tokens = append(t.tokens, number)
		if w.start, w.size = w.start+int32(size), w.size-int32(size); w.size == 0 {
			return
		}
		w.hash = wordHash(t.form[w.start : w.start+w.size])
	}
	t.tokens = append(t.tokens, w)
}

// runClass is 'a' for a letter or any byte beyond ASCII, 'd' for a digit, 0 for
// what separates.
var runClass = func() (table [256]byte) {
	for c := range table {
		switch {
		case 'a' <= c && c <= 'z' || c >= 0x80:
			table[c] = 'a'
		case '0' <= c && c <= '9':
			table[c] = 'd'
		}
	}
	return table
}()

// profile is the mention's side of the comparisons, kept as bit sets so that a
// row costs a few nanoseconds a character. Sets are indexed by 12 bits of a
// hash; a rare collision costs a little precision and nothing else.
type profile struct {
	text
	latin   []byte // compact form with Latin for Greek letters, empty if there are none
	figures []byte // compact form with Arabic for Roman figures, or Roman for Arabic ones, empty if there are none
	grams   bitset
	nGrams  int
	words   bitset

	synonyms synonyms // of the pack, nil if the words have none
	others   bitset   // what the words can stand for

	whole, singular initials // that the mention may stand for
	vocabulary      *byWord  // of names, for whose words it may stand; nil: not known
}

type bitset [64]uint64

func (b *bitset) has(i uint32) bool { return b[i>>6&63]>>(i&63)&1 != 0 }
func (b *bitset) add(i uint32)      { b[i>>6&63] |= 1 << (i & 63) }

func (b *bitset) count() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

func (p *profile) set(mention string) {
	p.text.set(mention)
	p.latin = p.latin[:0]
	if form, ok := encoder.AppendLatin(p.latin, p.form); ok {
		p.latin = encoder.AppendCompact(form[:0], form) // in place: it only shrinks
	}
	p.figures = p.appendOtherFigures(p.figures[:0])
	p.whole, p.singular = acronym(p.form)
	if strings.HasSuffix(mention, "S") {
		p.singular = 0 // a plural s is small: IBS are not several IB
	}
	p.grams, p.words = bitset{}, bitset{}
	eachGram(p.compact, p.grams.add)
	p.nGrams = p.grams.count()
	for _, t := range p.tokens {
		p.words.add(t.hash)
	}
}

// isAlso reports whether a compact form is the mention's with Latin for Greek letters
// or in other figures.
func (p *profile) isAlso(compact []byte) bool {
	return len(p.latin) > 0 && string(compact) == string(p.latin) || len(p.figures) > 0 && string(compact) == string(p.figures)
}

// eachGram calls f with a hash of every trigram of "^compact$".
func eachGram(compact []byte, f func(uint32)) {
	a, b := uint32('^'), uint32('^')
	for i := 0; i <= len(compact); i++ {
		c := uint32('$')
		if i < len(compact) {
			c = uint32(compact[i])
		}
		f((a<<16 | b<<8 | c) * 0x9e3779b1 >> 20)
		a, b = b, c
	}
}

// compare sets the string features of row name t for the mention.
func (p *profile) compare(f *[NumFeatures]float32, t *text) {
	shared := 0
	eachGram(t.compact, func(h uint32) {
		if p.grams.has(h) {
			shared++
		}
	})
	shared = min(shared, p.nGrams)
	f[Trigram] = float32(shared) / float32(p.nGrams+len(t.compact)+1-shared)
	f[Digits] = bit(sameDigits(p.tokens, t.tokens))
	f[NameIn], f[MentionIn] = p.nameIn(t), p.mentionIn(t)
	if f[Begins] = p.begins(t); f[Begins] > 0 && startsWith(t.tokens, p.tokens) {
		f[Digits] = 1 // those that the mention leaves out contradict nothing
	}
	if p.whole != 0 {
		f[Acronym] = p.abbreviates(t) * (1 + f[Prior]) / 2
	}
}

// nameIn returns the share of t's words, by weight, that the mention has. Of a
// word that it has with another ending or with a letter off (hypertensive,
// hypertension; tumour, tumor), what the two have in common counts, and of a
// synonym, its strength.
func (p *profile) nameIn(t *text) float32 {
	var have float32
	for i := range t.tokens {
		w := &t.tokens[i]
		if p.words.has(w.hash) {
			have += w.weight
			continue
		}
		best := t.alike(w, &p.text)
		if p.others.has(w.hash) {
			for j := range p.tokens {
				best = max(best, p.standsFor(p.tokens[j].hash, w.hash))
			}
		}
		have += float32(w.weight * best)
	}
	return ratio(have, t.weight)
}

// mentionIn returns the share of the mention's words that t has, likewise.
func (p *profile) mentionIn(t *text) float32 {
	var have float32
	for i := range p.tokens {
		w := &p.tokens[i]
		best := p.alike(w, t)
		if best < 1 && len(p.synonyms) > 0 {
			for j := range t.tokens {
				best = max(best, p.standsFor(w.hash, t.tokens[j].hash))
			}
		}
		have += float32(w.weight * best)
	}
	return ratio(have, p.weight)
}

func ratio(a, b float32) float32 {
	if b == 0 {
		return 0
	}
	return a / b
}

// minStem is the length from which words can be alike without being equal.
const minStem = 5

// What words have in common at their ends, and what it is worth of what it is at
// their beginnings.
const (
	minEnd   = 7
	worthEnd = 0.7
)

// alike returns how much of word w of t other has in one word: 1 for an equal
// one; of words of minStem letters or more, all but one letter anywhere, or the
// share of the longer one that they begin with in common if that is three fifths, or
// less for what they end with if that is seven tenths (chondrodysplasia,
// osteochondrodysplasia).
func (t *text) alike(w *token, other *text) float32 {
	best := float32(0)
	for i := range other.tokens {
		o := &other.tokens[i]
		if o.hash == w.hash && (o.size == w.size || o.digit && w.digit) {
			return 1
		}
		if w.digit || o.digit || w.size < minStem || o.size < minStem {
			continue
		}
		a, b := t.form[w.start:w.start+w.size], other.form[o.start:o.start+o.size]
		longer := max(len(a), len(b))
		n, worth := commonStart(a, b), float32(1)
		switch {
		case n > 0 && n+commonEnd(a[n:], b[n:]) >= longer-1:
			n = longer - 1
		case n >= minStem-1 && 5*n >= 3*longer:
		default:
			if n, worth = commonEnd(a, b), worthEnd; n < minEnd || 10*n < 7*longer {
				continue
			}
		}
		best = max(best, worth*float32(n)/float32(longer))
	}
	return best
}

func commonStart(a, b []byte) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func commonEnd(a, b []byte) (n int) {
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// abbreviates returns how well the mention abbreviates a name that has at least
// twice as many letters: 1 for the initials of several words, less for other letters
// of words (see shortening), 0 if it cannot.
func (p *profile) abbreviates(t *text) float32 {
	if p.whole == 0 || t.chars < 2*len(p.form) {
		return 0
	}
	if len(t.tokens) == 1 {
		return clips(p.form, t.form, p.vocabulary)
	}
	if i := t.initials(); i != 0 && (i == p.whole || i == p.singular) {
		return 1
	}
	return t.shortens(p.form, p.vocabulary)
}

// sameDigits reports whether two names have the same runs of digits, in order.
func sameDigits(a, b []token) bool {
	for {
		a, b = nextDigits(a), nextDigits(b)
		if len(a) == 0 || len(b) == 0 {
			return len(a) == len(b)
		}
		if a[0].hash != b[0].hash {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

func nextDigits(t []token) []token {
	for len(t) > 0 && !t[0].digit {
		t = t[1:]
	}
	return t
}

func bit(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
