package names

import (
	"iter"
	"slices"
	"strings"
	"unicode"
)

// Slips are what people type for a word by mistake: two letters swapped, one left out, one too many, one wrong, one
// two places off. A code finds most names from a slip; of short words, and where letters are swapped, little is left of
// what it is made from.

// The shortest runs of letters that slips are sought in: swaps, and all others, which make more words of one.
const (
	MinSwapped = 4
	minSlip    = 5
)

// Swaps yields a run of letters with two neighbours swapped. What it yields is overwritten by the next.
func Swaps(word []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if len(word) < MinSwapped {
			return
		}
		room := append([]byte(nil), word...)
		for i := 1; i < len(room); i++ {
			room[i-1], room[i] = room[i], room[i-1]
			if word[i-1] != word[i] && !yield(room) {
				return
			}
			room[i-1], room[i] = room[i], room[i-1]
		}
	}
}

// Slips yields a word of small Latin letters with one more, one less, another one or one moved by two places. What it
// yields is overwritten by the next.
func Slips(word []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if len(word) < minSlip {
			return
		}
		for i := range len(word) + 1 {
			more := append(append(append(make([]byte, 0, len(word)+1), word[:i]...), 0), word[i:]...)
			if !eachLetter(more, i, yield) {
				return
			}
		}
		for i := range word {
			less := append(append(make([]byte, 0, len(word)), word[:i]...), word[i+1:]...)
			if !yield(less) || !eachLetter(append([]byte(nil), word...), i, yield) {
				return
			}
		}
		moved(word, yield)
	}
}

// moved yields word with one letter moved over two others, either way: chron is crohn.
func moved(word []byte, yield func([]byte) bool) {
	for i := range len(word) - 2 {
		a, b, c := word[i], word[i+1], word[i+2]
		if a == b || b == c {
			continue // as if two neighbours were swapped
		}
		for _, turned := range [...][]byte{{b, c, a}, {c, a, b}} {
			if !yield(slices.Concat(word[:i], turned, word[i+3:])) {
				return
			}
		}
	}
}

// eachLetter yields word with each letter in place of the one at i.
func eachLetter(word []byte, i int, yield func([]byte) bool) bool {
	for c := byte('a'); c <= 'z'; c++ {
		if word[i] = c; !yield(word) {
			return false
		}
	}
	return true
}

// IsCamel reports whether a word of a mention, in small letters, has a capital after a small letter there, as in HcRed.
func IsCamel(mention, word string) bool {
	at := strings.Index(strings.ToLower(mention), word)
	if at < 0 || at+len(word) > len(mention) {
		return false
	}
	small := false
	return strings.ContainsFunc(mention[at:at+len(word)], func(r rune) bool {
		capital := small && unicode.IsUpper(r)
		small = unicode.IsLower(r)
		return capital
	})
}
