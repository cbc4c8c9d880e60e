// Package escape keeps names, ids and metadata of packs, which anyone may have made, from acting on what shows
// them: a terminal, a file of one record a line, a spreadsheet.
//
// Letters, marks, digits, punctuation and symbols of all scripts stay as they are. So do the characters of no width
// that some scripts need: the joiners, the marks of direction (but not the embeddings, overrides and isolates, which
// reorder the text around them) and the signs that enclose digits.
package escape

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns s as one line that a terminal shows as it is: tabs and line ends are blanks, and other characters
// that do not show, and bytes that are not UTF-8, are written as in Go: \x1b, \u202e, \U000e0041. A backslash in s
// stays, so that the result is for reading, and not to be converted back.
func Text(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			b.WriteByte(' ')
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case !hidden(r):
			b.WriteString(s[:size])
		case r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 1<<16:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		s = s[size:]
	}
	return b.String()
}

// JSON returns a JSON text in which the characters that Text would escape are escaped as in JSON, \u202e, which
// means the same. Line ends between values stay.
func JSON(text []byte) []byte {
	var out []byte
	done := 0
	for i, r := range string(text) {
		if r < utf8.RuneSelf && r != 0x7f || !hidden(r) {
			continue
		}
		out = append(out, text[done:i]...)
		units := []uint16{uint16(r)}
		if r >= 1<<16 {
			units = utf16.Encode([]rune{r})
		}
		for _, u := range units {
			out = fmt.Appendf(out, `\u%04x`, u)
		}
		done = i + utf8.RuneLen(r)
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// Cell returns Text of s for a cell of a table that a spreadsheet may open. One that it would calculate, since it
// begins with =, +, - or @, or one of these in full width, after blanks or not, gets an apostrophe before it, which
// spreadsheets take for "this is text". Numbers stay as they are, and so does a sign alone.
func Cell(s string) string {
	s = Text(s)
	if calculated(s) {
		return "'" + s
	}
	return s
}

func calculated(s string) bool {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	r, size := utf8.DecodeRuneInString(s)
	switch r {
	case '=', '@', '＝', '＠':
		return true
	case '+', '-':
		return s[size:] != "" && !decimal.MatchString(s[size:])
	case '＋', '－':
		return s[size:] != ""
	}
	return false
}

// decimal is a number without a sign: 7, 0.5, 1e-9.
var decimal = regexp.MustCompile(`^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// plain reports whether s is ASCII that shows, as nearly all names are.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// hidden reports whether a character acts rather than shows: controls, line and paragraph separators, and formats
// but those that scripts need.
func hidden(r rune) bool {
	switch r {
	case '\u200c', '\u200d', '\u061c', '\u200e', '\u200f': // joiners, marks of direction
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}
