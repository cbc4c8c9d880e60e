package score

import "github.com/normlet/normlet/internal/core/names"

// People shorten a name to the beginning of a word (dox, doxorubicin), to letters at which its parts or syllables begin (PB,
// phenobarbital; stz, streptozotocin), or to the first letters of several words and some letters inside them (VTE, venous
// thromboembolism). A few letters fit many names, so the quality of the fit decides.

// alignment aligns the letters of a short form with those of a name's words: at[n] is the largest worth of the first n
// letters, noWay if the words so far do not have them.
type alignment struct {
	short []byte
	inner float32 // factor of the worth of letters inside words: 1 in a name of a single word
	vocab Vocabulary
	parts bool // rule WordParts applies
	at    [names.MaxInitials + 1]float32
}

// Vocabulary says which parts of words are words themselves.
type Vocabulary interface {
	HasWord(word []byte) bool
}

func newAlignment(short []byte, inner float32, vocab Vocabulary, off names.RuleSet) alignment {
	a := alignment{short: short, inner: inner, vocab: vocab, parts: vocab != nil && !off.Has(names.WordParts)}
	for n := range a.at[1:] {
		a.at[1+n] = noWay
	}
	return a
}

// word aligns the next word. A word contributes only if its first letter matches.
func (a *alignment) word(word []byte) {
	next := a.at
	for n := range next {
		next[n] -= costWord
	}
	for n, c := range a.short {
		if c == word[0] && a.at[n] > noWay/2 {
			a.inside(&next, n, word)
		}
	}
	a.at = next
}

// inside finds letters of the short form from n on in a word that begins with letter n, and raises next to their worth.
func (a *alignment) inside(next *[names.MaxInitials + 1]float32, n int, word []byte) {
	var in [names.MaxInitials + 1]float32
	for k := range in {
		in[k] = noWay
	}
	in[n+1] = a.at[n] + worthFirst
	for i := 1; i < len(word); i++ {
		for k := min(n+i, len(a.short)-1); k > n; k-- {
			if a.short[k] != word[i] || in[k] < noWay/2 {
				continue
			}
			worth := worthOf(word, i)
			if k == n+i {
				worth = worthNext
			}
			if worth = float32(worth * a.inner); worth < worthPart && a.parts && in[k]+worthPart > in[k+1] && a.partAt(word, i) {
				worth = worthPart
			}
			in[k+1] = max(in[k+1], in[k]+worth)
		}
	}
	for k := n + 1; k <= len(a.short); k++ {
		next[k] = max(next[k], in[k])
	}
}

// partAt reports whether a word of the vocabulary, inside word, begins with letter i > 0 or ends before it.
func (a *alignment) partAt(word []byte, i int) bool {
	if i < 2 || len(word)-i < minFinal {
		return false
	}
	return a.vocab.HasWord(word[i:]) || i >= minPart && len(word)-i >= minPart && a.vocab.HasWord(word[:i])
}

// worthOf returns the worth of letter i > 0 of a word.
func worthOf(word []byte, i int) float32 {
	switch {
	case i > 2 && word[i-1] == 'o' && (word[i] == 'a' || word[i] == 'e'):
		return worthRoot
	case names.IsVowel(word[i]):
		return worthVowel
	case names.IsVowel(word[i-1]):
		return worthOnset
	}
	return worthInside
}

// quality returns the square of the mean worth of the letters; 0 if it is so small that the fit may be chance.
func (a *alignment) quality() float32 {
	q := max(0, a.at[len(a.short)]) / float32(len(a.short))
	if q *= q; q < minQuality {
		return 0
	}
	return q
}

// align returns how well a mention abbreviates a name that has at least twice as many letters: 1 for the initials of several
// words, less for other letters of words, 0 if it does not. vocab may be nil.
func align(s *names.Abbreviation, t *names.Text, vocab Vocabulary) float32 {
	if s.Whole == 0 || t.Chars < 2*len(s.Form) || !names.MayStandFor(s, t.Form) {
		return 0
	}
	if len(t.Words) == 1 {
		return Clip(s.Form, t.Form, vocab, t.Off)
	}
	if full, short := t.Initials(); s.IsAny(full, short) && !t.Off.Has(names.InitialLetters) {
		return 1
	}
	left := s.Form
	if t.Off.Has(names.InnerLetters) || t.EachWord(func(word []byte, _ bool) bool { left = cutLetters(left, word); return len(left) > 0 }) {
		return 0 // the words lack some letters
	}
	a := newAlignment(s.Form, innerOfMany, vocab, t.Off)
	t.EachWord(func(word []byte, _ bool) bool {
		a.word(word)
		return true
	})
	return a.quality()
}

// Clip returns how well short abbreviates a single word; 0 unless it is much shorter and has the same first letter.
func Clip(short, word []byte, vocab Vocabulary, off names.RuleSet) float32 {
	if len(short) > maxClip || len(word) < max(minClipped, 2*len(short)) || len(word) > maxClipped || short[0] != word[0] || off.Has(names.Clipping) ||
		len(cutLetters(short, word)) > 0 {
		return 0
	}
	a := newAlignment(short, 1, vocab, off)
	a.word(word)
	if len(short) == 2 && short[1] == word[1] {
		return lessForTwo * a.quality()
	}
	return a.quality()
}

// cutLetters cuts from the front of short the letters that word has in the same order, and returns the rest.
func cutLetters(short, word []byte) []byte {
	for _, c := range word {
		if len(short) == 0 {
			break
		}
		if c == short[0] {
			short = short[1:]
		}
	}
	return short
}

// MayClip reports whether a mention with this form may be a clipped word.
func MayClip(form []byte) bool { return len(form) <= maxClip }

// mayBeClipped reports whether people may clip a name with this form.
func mayBeClipped(form []byte) bool { return len(form) >= minClipped && len(form) <= maxClipped }

// Abbreviate returns the initials of a name of several words if a look-up of them finds the name, else "".
func Abbreviate(name string) string {
	var t names.Text
	t.Read(name)
	full, _ := t.Initials()
	short := full.String()
	if Abbreviates(short, name) != 1 {
		return ""
	}
	return short
}

// Abbreviates returns how well short, which has two to six letters and digits, abbreviates a name: 1 for the initials of its
// words, 0 if it does not.
func Abbreviates(short, name string) float32 {
	s := names.ReadAbbreviation(short, names.AppendForm(nil, short))
	if s.Whole == 0 {
		return 0 // most texts
	}
	var t names.Text
	t.Read(name)
	return align(&s, &t, nil)
}

// AbbreviatesText is Abbreviates for a name that was read.
func AbbreviatesText(short string, name *names.Text) float32 {
	s := names.ReadAbbreviation(short, names.AppendForm(nil, short))
	return align(&s, name, nil)
}
