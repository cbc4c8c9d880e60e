package names

import (
	"slices"
	"sync"
)

// Text is a name read for comparison. Its slices are reused by the next Read.
type Text struct {
	Form    []byte  // text form
	Compact []byte  // letters and digits of Form
	Words   []Word  // runs of letters and of digits, in order
	Chars   int     // characters in Words
	Weight  float32 // of all words, once weighed
	Rarity  float32 // 1 with a word that hardly any name has, 0 if all are common, once weighed
	Off     RuleSet // rules that are not applied
	Listed  bool    // it is a name of a list, whose single letters stand for themselves
	Shorts  bool    // a word is Short or Cut
	Denies  bool    // a word denies something
}

// Word is a run of letters or of digits. A Roman numeral of several letters counts as digits.
type Word struct {
	Hash        uint32 // of the stem of letters, or of the Arabic digits
	Start, Size int32  // in bytes of the form
	Part        int16  // number of commas before the word
	Digit       bool
	Short       bool    // a dot says that it stands for a longer word: S. and Dem.
	Cut         bool    // no name has it, so that it may be the beginning of a longer word: adenoca
	Denial      Denial  // what it denies
	Weight      float32 // how much the word says: see Frequencies
}

// Read reads a name.
func (t *Text) Read(name string) { t.ReadForm(AppendForm(t.Form[:0], name)) }

// ReadForm reads a text form, which t keeps.
func (t *Text) ReadForm(form []byte) {
	t.Compact = AppendCompact(t.Compact[:0], form)
	t.ReadWords(form)
}

// ReadWords reads the words of a text form, which t keeps, and does not set Compact.
func (t *Text) ReadWords(form []byte) {
	t.Form, t.Words, t.Chars, t.Shorts, t.Denies = form, t.Words[:0], 0, false, false
	part := int16(0)
	for start, end := 0, 0; start < len(form); start = end {
		var class Class
		var hash uint32
		switch end, class, hash = nextHashed(form, start); {
		case class == Letters || class == Digits:
			if class == Letters && inflected(form[start:end]) {
				hash = t.hash(form[start:end])
			}
			short := class == Letters && end < len(form) && form[end] == '.' && !(t.Listed && end == start+1)
			t.Shorts = t.Shorts || short
			t.addWord(Word{Hash: hash, Start: int32(start), Size: int32(end - start), Part: part, Digit: class == Digits, Short: short})
			t.Chars += end - start
		case form[start] == ',':
			part++
		}
	}
}

// addWord appends a run of letters or digits. It separates a Roman numeral from the letter that may follow it.
func (t *Text) addWord(w Word) {
	size, figures := 0, ""
	if !t.Off.Has(RomanWords) {
		size, figures = numeral(t.Form[w.Start : w.Start+w.Size])
	}
	if size > 0 {
		number := w
		number.Hash, number.Size, number.Digit = Hash(figures), int32(size), true
		t.Words = append(t.Words, number)
		if w.Start, w.Size = w.Start+int32(size), w.Size-int32(size); w.Size == 0 {
			return
		}
		w.Hash = t.hash(t.Of(&w))
	}
	t.Words = append(t.Words, w)
}

// hash returns the Hash of a word of letters.
func (t *Text) hash(word []byte) uint32 {
	if t.Off.Has(WordNumber) {
		return Hash(word)
	}
	return HashWord(word)
}

// Has reports whether t has a word with this Hash.
func (t *Text) Has(word uint32) bool {
	return slices.ContainsFunc(t.Words, func(w Word) bool { return w.Hash == word })
}

// Of returns the characters of one of t's words.
func (t *Text) Of(w *Word) []byte { return t.Form[w.Start : w.Start+w.Size] }

// texts is room for Words.
var texts = sync.Pool{New: func() any { return new(Text) }}

// Words returns the runs of letters and of digits in a name's text form, in order, and writes Roman numerals of several
// letters in Arabic figures.
func Words(name string) []string {
	t := texts.Get().(*Text)
	defer texts.Put(t)
	t.ReadWords(AppendForm(t.Form[:0], name))
	out := make([]string, len(t.Words))
	for i := range t.Words {
		w := t.Of(&t.Words[i])
		if out[i] = arabic(w); out[i] == "" {
			out[i] = string(w)
		}
	}
	return out
}

// SameDigits reports whether two names have the same runs of digits, in order.
func SameDigits(a, b []Word) bool {
	rest, ok := cutDigits(a, b)
	return ok && len(nextDigits(rest)) == 0
}

// StartsWithDigits reports whether the runs of digits of a begin with those of b.
func StartsWithDigits(a, b []Word) bool {
	_, ok := cutDigits(a, b)
	return ok
}

// cutDigits reports whether the runs of digits of a begin with those of b, and returns the words of a after them.
func cutDigits(a, b []Word) (rest []Word, ok bool) {
	for {
		if b = nextDigits(b); len(b) == 0 {
			return a, true
		}
		if a = nextDigits(a); len(a) == 0 || a[0].Hash != b[0].Hash {
			return nil, false
		}
		a, b = a[1:], b[1:]
	}
}

func nextDigits(ws []Word) []Word {
	for len(ws) > 0 && !ws[0].Digit {
		ws = ws[1:]
	}
	return ws
}
