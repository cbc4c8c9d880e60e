package annotate

import "github.com/normlet/normlet/internal/core/tag"

// Places returns the start and the end of each span in other units than bytes. unit returns how many units a character has:
// utf16.RuneLen suits browsers, Java, Kotlin and Objective-C. A nil unit counts characters, as PubTator, BioC and Python do.
// The spans must be in the order of the text.
func Places(text string, spans []Span, unit func(r rune) int) [][2]int {
	if unit == nil {
		unit = func(rune) int { return 1 }
	}
	out := make([][2]int, len(spans))
	count := func(part string) (n int) {
		for _, r := range part {
			n += unit(r)
		}
		return n
	}
	at, units := 0, 0
	for i, s := range spans {
		units += count(text[at:s.Start])
		at = s.Start
		out[i] = [2]int{units, units + count(text[s.Start:s.End])}
	}
	return out
}

// Token is a word, a number or a mark of a text: the bytes [Start, End).
type Token struct {
	Start, End int
	Last       bool // the token ends a sentence, or an entry
}

// Tokens returns the tokens of a text. Spans consist of whole tokens.
func Tokens(text string) []Token {
	var t tag.Text
	t.Read(text)
	out := make([]Token, 0, len(t.Tokens))
	for i, x := range t.Tokens {
		if t.EndsLine(i) {
			out[len(out)-1].Last = true
			continue
		}
		out = append(out, Token{x.Start, x.End, t.EndsSentence(i)})
	}
	return out
}
