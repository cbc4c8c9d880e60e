package tag

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
)

// Token is a run of letters or of digits of a text, one other character that is no blank, or the end of a line.
type Token struct {
	Start, End int // bytes in the text
	Class      names.Class
	word       int32 // in the words of the Text
}

// maxToken is how many bytes of a token count; what is longer is no word.
const maxToken = 64

// Text is a text read as tokens. Its memory is reused by the next Read.
type Text struct {
	Source string
	Tokens []Token
	words  []word           // different ones, by their spelling
	byWord map[string]int32 // spelling to place in words
	lines  lines
	short  map[int32]int // words that stand in parentheses of their own, and the first such parenthesis
	terms  []uint8       // register around each token
}

// word is what is known of a token by itself.
type word struct {
	form   []byte // text form without blanks
	hash   uint32 // of form
	stem   uint32
	shape  uint32
	grade  uint32 // as ordinary English
	upper  bool   // two capitals at least, or a capital and a digit
	term   bool   // no capitals, and hardly English
	plural int    // length of form without the -s of a plural, 0 if it has none
	ending int    // length of form without the -es or -ies of a plural, all of it if it has none
}

// Read reads a text.
func (t *Text) Read(text string) {
	if t.byWord == nil {
		t.byWord = map[string]int32{}
	}
	t.Source, t.Tokens, t.lines = text, t.Tokens[:0], lines{widest: widestLine(text)}
	for start := 0; start < len(text); {
		class, n := classAt(text, start)
		end := start + n
		for class != names.Mark && end < len(text) {
			next, n := classAt(text, end)
			if next != class && !(next == joiner && class == names.Letters) {
				break
			}
			end += n
		}
		switch class {
		case names.Blank:
			t.readBlank(start, end)
		case names.Letters, names.Digits, names.Mark:
			t.Tokens = append(t.Tokens, Token{Start: start, End: end, Class: class, word: t.word(text[start:end])})
		}
		start = end
	}
	t.readShort()
	t.readRegister()
}

// readRegister notes how many of the words around each token are technical terms.
func (t *Text) readRegister() {
	t.terms = t.terms[:0]
	terms, words, next, last := 0, 0, 0, 0
	count := func(i, by int) {
		if t.Tokens[i].Class == names.Letters {
			words += by
			if t.of(i).term {
				terms += by
			}
		}
	}
	for i := range t.Tokens {
		for ; next < min(i+registerSide, len(t.Tokens)); next++ {
			count(next, 1)
		}
		for ; last < i-registerSide; last++ {
			count(last, -1)
		}
		t.terms = append(t.terms, register(terms, words))
	}
}

// registerSide is how many tokens before and after a token tell the register of the text.
const registerSide = 50

// register is the share of technical terms among words, in steps that double.
func register(terms, words int) (r uint8) {
	for limit := words; terms*registerLeast > limit && r < registers-1; limit *= 2 {
		r++
	}
	return r
}

const (
	registers     = 4
	registerLeast = 50 // one word in so many is a term: no longer plain English
)

// readShort notes the words in parentheses of their own, with capitals: most are short for the words before.
func (t *Text) readShort() {
	if t.short == nil {
		t.short = map[int32]int{}
	}
	clear(t.short)
	for i := 1; i+2 < len(t.Tokens); i++ {
		if t.Source[t.Tokens[i].Start] != '(' {
			continue
		}
		w := t.Tokens[i+1].word
		if _, ok := t.short[w]; !ok && t.words[w].upper {
			t.short[w] = i
		}
	}
}

// maxWords bounds the words that are remembered from text to text.
const maxWords = 1 << 15

// joiner is the class of characters that nobody sees, such as soft hyphens: they end no word.
const joiner names.Class = 100

// lineEnd is the class of the end of a line that is no part of a wrapped sentence.
const lineEnd names.Class = 101

// ascii has the classes of ASCII.
var ascii = func() (table [utf8.RuneSelf]names.Class) {
	for c := range table {
		switch r := rune(c); {
		case unicode.IsLetter(r):
			table[c] = names.Letters
		case unicode.IsDigit(r):
			table[c] = names.Digits
		case unicode.IsSpace(r) || unicode.IsControl(r):
			table[c] = names.Blank
		default:
			table[c] = names.Mark
		}
	}
	return table
}()

func classAt(text string, i int) (names.Class, int) {
	if c := text[i]; c < utf8.RuneSelf {
		return ascii[c], 1
	}
	r, n := utf8.DecodeRuneInString(text[i:])
	switch {
	case unicode.IsLetter(r), unicode.IsMark(r):
		return names.Letters, n
	case unicode.IsNumber(r):
		return names.Digits, n
	case unicode.Is(unicode.Cf, r):
		return joiner, n
	case unicode.IsSpace(r), unicode.IsControl(r), r == utf8.RuneError:
		return names.Blank, n
	}
	return names.Mark, n
}

// word returns the place of a word in t.words.
func (t *Text) word(spelling string) int32 {
	spelling = names.Cut(spelling, maxToken)
	if i, ok := t.byWord[spelling]; ok {
		return i
	}
	i := int32(len(t.words))
	t.byWord[string(append([]byte(nil), spelling...))] = i
	t.words = append(t.words, newWord(spelling))
	return i
}

func newWord(spelling string) word {
	form := names.AppendForm(nil, spelling)
	if key := names.AppendCompact(nil, form); len(key) > 0 {
		form = key
	}
	w := word{form: form, hash: names.Hash(form), stem: names.HashWord(form)}
	w.grade = uint32(names.Ordinary(w.stem))
	capitals, digits := 0, 0
	var shape [8]byte
	n := 0
	for _, r := range spelling {
		c := byte('-')
		switch {
		case unicode.IsUpper(r):
			c, capitals = 'X', capitals+1
		case unicode.IsLetter(r):
			c = 'x'
		case unicode.IsNumber(r):
			c, digits = '0', digits+1
		}
		if n < len(shape) && !(n > 1 && shape[n-1] == c && shape[n-2] == c) {
			shape[n] = c
			n++
		}
	}
	w.term = capitals == 0 && w.grade < plainGrade && len(w.form) > minPlural
	w.upper = capitals > 1 || capitals > 0 && digits > 0
	w.shape = names.Hash(shape[:n])
	if n := len(form); n > minPlural && form[n-1] == 's' && form[n-2] != 's' && form[n-2] != 'u' && form[n-2] != 'i' {
		w.plural, w.ending = n-1, n-names.PluralEnding(form)
	}
	return w
}

// plainGrade is the grade of a word of plain English.
const plainGrade = 3

// minPlural is the length of a word that may have the ending of a plural.
const minPlural = 3

func (t *Text) of(i int) *word { return &t.words[t.Tokens[i].word] }

// Between returns the run of tokens of a part of the text in bytes; ok if it begins and ends with tokens.
func (t *Text) Between(start, end int) (from, to int, ok bool) {
	byStart := func(t Token, at int) int { return cmp.Compare(t.Start, at) }
	from, ok = slices.BinarySearchFunc(t.Tokens, start, byStart)
	to, _ = slices.BinarySearchFunc(t.Tokens, end, byStart)
	return from, to, ok && from < to && t.Tokens[to-1].End == end
}

// WordAt returns a number for the spelling of a token, the same for equal ones.
func (t *Text) WordAt(i int) int32 { return t.Tokens[i].word }

// Ordinary reports whether a run of tokens is one word of ordinary English, or a part of one, without capitals.
func (t *Text) Ordinary(from, to int) bool {
	w := t.of(from)
	return to == from+1 && !w.upper && (w.grade > 0 || len(w.form) < minPlural)
}

// Hash returns the hash of a token's text form.
func (t *Text) Hash(i int) uint32 { return t.of(i).hash }

// Spells reports whether the tokens from i on are words, given by their hashes.
func (t *Text) Spells(i int, words []uint32) bool {
	if i+len(words) > len(t.Tokens) {
		return false
	}
	for k, h := range words {
		if t.Hash(i+k) != h {
			return false
		}
	}
	return true
}

// HoldsOrdinary reports whether one of a run of tokens is an ordinary word of English.
func (t *Text) HoldsOrdinary(from, to int) bool {
	for from < to && !t.Ordinary(from, from+1) {
		from++
	}
	return from < to
}
