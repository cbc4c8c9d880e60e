package translation

import (
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
)

// Tokens returns the words of a text form that are translated: runs of letters, and numbers. In scripts that write no blanks
// each character is one, and each run of katakana.
func Tokens(form []byte) (tokens []string) {
	var t names.Text
	t.ReadWords(form)
	for i := range t.Words {
		tokens = appendTokens(tokens, string(t.Of(&t.Words[i])))
	}
	return tokens
}

func appendTokens(tokens []string, word string) []string {
	start, last := 0, other
	for i, r := range word {
		if of := scriptOf(r, last); i > start && (of == character || of != last) {
			tokens, start = append(tokens, word[start:i]), i
		}
		last = scriptOf(r, last)
	}
	return append(tokens, word[start:])
}

type script int

const (
	other script = iota
	character
	katakana
)

// longMark lengthens the sound before it, and belongs to its word.
const longMark = 'ー'

func scriptOf(r rune, before script) script {
	switch {
	case r < utf8.RuneSelf:
		return other
	case r == longMark:
		return before
	case unicode.In(r, unicode.Han, unicode.Hiragana):
		return character
	case unicode.Is(unicode.Katakana, r):
		return katakana
	}
	return other
}
