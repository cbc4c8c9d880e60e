package names

import (
	"math"
	"slices"
	"unicode/utf8"

	"github.com/normlet/normlet/knowledge"
)

// People shorten "atrial fibrillation" to AF, which terminologies do not list. An encoder cannot relate the two, because they
// share no n-grams.

// Initials are two to eight letters and digits of six bits each, or 0.
type Initials uint64

// MaxInitials is the number of letters and digits that Initials can hold.
const MaxInitials = 8

// add appends a letter or digit of a text form. It reports false for other characters, and if i is full.
func (i Initials) add(c byte) (Initials, bool) {
	switch {
	case i>>(6*(MaxInitials-1)) != 0:
		return 0, false
	case isLower(c):
		return i<<6 | Initials(c-'a'+1), true
	case isDigit(c):
		return i<<6 | Initials(c-'0'+27), true
	}
	return 0, false
}

// Hash returns a hash of the initials.
func (i Initials) Hash() uint32 { return uint32(uint64(i) * 0x9e3779b97f4a7c15 >> 32) }

// OneLetterDeletions calls f with i, and with i without one letter, for each letter but the first, if two or more are left:
// a look-up of VTE, venous thromboembolism, also tries VE and VT.
func (i Initials) OneLetterDeletions(f func(Initials)) {
	if i == 0 {
		return
	}
	f(i)
	if i>>12 == 0 {
		return // two letters
	}
	for at := 0; i>>(at+6) != 0; at += 6 {
		f(i>>(at+6)<<at | i&(1<<at-1))
	}
}

// String returns the initials as people write them.
func (i Initials) String() string {
	if i == 0 {
		return ""
	}
	return (i >> 6).String() + string("?ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[i&63])
}

// Abbreviation is a mention that may abbreviate a name.
type Abbreviation struct {
	Form            []byte
	Whole, Singular Initials // the whole mention, and the mention without a plural s; 0 if it abbreviates nothing

	letters uint64 // of Form without a plural s: see letterBits
}

// ReadAbbreviation reads a mention with a text form. An abbreviation has two to six letters and digits and begins with a
// letter.
func ReadAbbreviation(mention string, form []byte) Abbreviation {
	form = undotted(form)
	s := Abbreviation{Form: form}
	if len(form) < 2 || len(form) > 6 || !isLower(form[0]) {
		return s
	}
	whole, ok := Initials(0), true
	for i, c := range form {
		if c == 's' && i == len(form)-1 && i > 1 && mention[len(mention)-1] != 'S' { // a plural s is small: IBS is not the plural of IB
			s.Singular = whole
		}
		if whole, ok = whole.add(c); !ok {
			return Abbreviation{Form: form}
		}
	}
	s.Whole = whole
	for _, c := range form {
		s.letters |= letterBits[c]
	}
	if s.Singular != 0 {
		s.letters &^= letterBits['s'] // an s before the plural s need not be found
	}
	return s
}

// undotted returns a form without dots if it has one behind each letter: B.I.A.
func undotted(form []byte) []byte {
	if len(form) < 4 || len(form)%2 != 0 {
		return form
	}
	var letters []byte
	for i := 0; i < len(form); i += 2 {
		if form[i+1] != '.' {
			return form
		}
		letters = append(letters, form[i])
	}
	return letters
}

// IsAny reports whether s is one of some initials of a name.
func (s *Abbreviation) IsAny(initials ...Initials) bool {
	return slices.ContainsFunc(initials, func(i Initials) bool { return i != 0 && (i == s.Whole || i == s.Singular) })
}

// letterBits has a bit for each letter, small or not, and figure. A byte beyond ASCII may
// stand for any.
var letterBits = func() (table [256]uint64) {
	for c := range table {
		switch c := byte(c); {
		case isLower(c | 0x20):
			table[c] = 1 << (c | 0x20 - 'a')
		case isDigit(c):
			table[c] = 1 << (26 + c - '0')
		case c >= utf8.RuneSelf:
			table[c] = math.MaxUint64
		}
	}
	return table
}()

// MayStandFor reports whether a name, or its text form, may have all letters of s. It is a cheap filter: s abbreviates no
// other names.
func MayStandFor[T string | []byte](s *Abbreviation, name T) bool {
	var have uint64
	for i := range len(name) {
		have |= letterBits[name[i]]
	}
	return s.letters&^have == 0
}

// InOrder reports whether a name may have the letters of s in their order. It is a cheap filter, too. It reports true for
// names with commas, whose parts may be reversed, and for plurals, whose s the name need not have.
func (s *Abbreviation) InOrder(name []byte) bool {
	left := s.Form
	for _, c := range name {
		if c == ',' || c >= utf8.RuneSelf {
			return true
		}
		if len(left) > 0 && c|0x20 == left[0] {
			left = left[1:]
		}
	}
	return len(left) == 0 || s.Singular != 0
}

// EachWord calls f with the words of a name until f returns false, and reports whether it never did. It reverses the order of
// parts between commas: "fibrillation, atrial" is read as atrial fibrillation.
func (t *Text) EachWord(f func(word []byte, digits bool) bool) bool {
	for end := len(t.Words); end > 0; {
		start := end - 1
		for start > 0 && t.Words[start-1].Part == t.Words[end-1].Part {
			start--
		}
		if t.Off.Has(TurnedParts) {
			start, end = 0, len(t.Words)
		}
		for i := range t.Words[start:end] {
			w := &t.Words[start+i]
			if !f(t.Of(w), w.Digit) {
				return false
			}
		}
		end = start
	}
	return true
}

// Initials returns the initials of a name of several words, with the digits of its numbers; full counts all words, and
// short leaves out small ones, such as of: 0 if there are none or it has no more than one other word.
func (t *Text) Initials() (full, short Initials) {
	if len(t.Words) < 2 || len(t.Words) > 2*MaxInitials {
		return 0, 0
	}
	var all, few initialLetters
	small := false
	t.EachWord(func(word []byte, digits bool) bool {
		first := word
		if !digits {
			first = word[:1]
		}
		all.add(first)
		if isSmall(word) {
			small = true
		} else {
			few.add(first)
		}
		return !all.none || !few.none
	})
	if full = all.initials(); small {
		short = few.initials()
	}
	return full, short
}

// initialLetters are initials as they are collected.
type initialLetters struct {
	of   Initials
	none bool // they are too many, or one is neither a letter nor a digit
}

func (l *initialLetters) add(characters []byte) {
	for _, c := range characters {
		if l.none {
			return
		}
		of, ok := l.of.add(c)
		l.of, l.none = of, !ok
	}
}

// initials returns two letters or more, or 0.
func (l *initialLetters) initials() Initials {
	if l.none || l.of>>6 == 0 {
		return 0
	}
	return l.of
}

// isSmall reports whether people leave a word out of initials. Most words are told from small ones by two letters.
func isSmall(word []byte) bool { return maybeSmall[bothEnds(word)] && smallWords[string(word)] }

func bothEnds[T string | []byte](word T) uint8 { return 31*word[0] + word[len(word)-1] }

var smallWords, maybeSmall = func() (small map[string]bool, maybe [256]bool) {
	small = map[string]bool{}
	for _, w := range knowledge.SmallWords() {
		small[w], maybe[bothEnds(w)] = true, true
	}
	return small, maybe
}()

// LetterSet returns the letters a to z of a form, a bit each, and whether the form
// has no other characters.
func LetterSet(form []byte) (set uint32, ok bool) {
	for _, c := range form {
		if !isLower(c) {
			return 0, false
		}
		set |= 1 << (c - 'a')
	}
	return set, true
}
