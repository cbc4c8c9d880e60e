package tag

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
)

// Lines of notes are entries, lines of a paragraph are not. So a line end is a token, unless it stands in a sentence that
// somebody has wrapped. To the words beside it, it looks like the end of the text, and no span crosses it.

const (
	sentence = 5  // tokens of a line that goes on in small letters
	wide     = 50 // bytes of a line that goes on with a capital or a number
)

// lines is what tells wrapped lines from entries.
type lines struct {
	widest      int // bytes of a line of the text
	from, token int // of the present line: its first byte and token
}

// readBlank adds the token of a line end among the blanks of a text from start to end.
func (t *Text) readBlank(start, end int) {
	if end = start + strings.LastIndexByte(t.Source[start:end], '\n') + 1; end > start {
		if len(t.Tokens) > t.lines.token && !t.wraps(start, end) {
			t.Tokens = append(t.Tokens, Token{Start: end - 1, End: end, Class: lineEnd, word: t.word("")})
		}
		t.lines.from, t.lines.token = end, len(t.Tokens)
	}
}

// wraps reports whether a sentence goes on behind the blanks from start to end: in small letters if the line is long, and
// else if the next word would have made it the widest, and is no heading.
func (t *Text) wraps(start, end int) bool {
	line, rest := strings.TrimSpace(t.Source[t.lines.from:start]), strings.TrimLeftFunc(names.Cut(t.Source[end:], maxToken), unicode.IsSpace)
	next, _, _ := strings.Cut(rest, " ")
	r, _ := utf8.DecodeRuneInString(next)
	switch {
	case strings.Count(t.Source[start:end], "\n") > 1, strings.ContainsAny(line[len(line)-1:], ":;!?"):
		return false
	case unicode.IsLower(r):
		return len(t.Tokens)-t.lines.token >= sentence && 2*len(line) >= t.lines.widest
	case isHeading(rest):
		return false
	case unicode.IsUpper(r), unicode.IsDigit(r) && !strings.HasSuffix(next, ".") && !strings.HasSuffix(next, ")"):
		return len(line) >= wide && len(line)+1+len(next) > t.lines.widest
	}
	return false
}

// isHeading reports whether a line begins with words before a colon: "On examination: no fever".
func isHeading(line string) bool {
	colon := strings.IndexByte(line, ':')
	return colon > 0 && colon == strings.IndexAny(line, ":.,;()\n")
}

func widestLine(text string) (widest int) {
	for text != "" {
		n := strings.IndexByte(text, '\n') + 1
		if n == 0 {
			n = len(text)
		}
		widest, text = max(widest, len(strings.TrimSpace(text[:n]))), text[n:]
	}
	return widest
}

// EndsLine reports whether a token is the end of a line.
func (t *Text) EndsLine(i int) bool {
	return i >= 0 && i < len(t.Tokens) && t.Tokens[i].Class == lineEnd
}

// IsEntry reports whether a run of tokens is an entry: all that a line has behind a bullet, a number, a heading or a
// semicolon, or the first item of it, or what stands before a number: Lipitor 40.
func (t *Text) IsEntry(from, to int) bool {
	last := to == len(t.Tokens) || t.EndsLine(to)
	if !last && t.Tokens[to].Class != names.Digits && !strings.Contains(",;.:", t.Source[t.Tokens[to].Start:t.Tokens[to].End]) {
		return false
	}
	for from--; from >= 0 && (t.Tokens[from].Class == names.Mark || t.Tokens[from].Class == names.Digits); from-- {
		if c := t.Source[t.Tokens[from].Start]; c == ':' || c == ';' {
			return true
		}
	}
	return t.EndsLine(from) || from < 0 && last
}
