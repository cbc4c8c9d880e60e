// Package escape makes names, ids and metadata of untrusted packs safe to show in a terminal, in files of one record a
// line, and in a spreadsheet.
//
// Letters, marks, digits, punctuation and symbols of all scripts stay. So do invisible characters that some scripts
// need: joiners, direction marks (but not embeddings, overrides and isolates, which reorder the text around them) and
// the signs that enclose digits.
package escape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns s as one line that is safe in a terminal: tabs and line ends become blanks, and invisible characters and
// bytes that are not UTF-8 are escaped as in Go: \x1b, \u202e, \U000e0041. Backslashes stay, so the result cannot be
// converted back.
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

// escapeJSON escapes the characters that Text would escape in the way of JSON. Line ends between values stay.
func escapeJSON(text []byte) []byte {
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

// WriteJSON writes a value as JSON and a line end; what Text would escape is escaped in the way of JSON, for terminals.
func WriteJSON(w io.Writer, value any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(escapeJSON(b.Bytes()))
	return err
}

// Flat keeps a text within its cell of a table of lines and TABs.
var Flat = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

// Row returns a line of TSV, without its end: the first cell, which is the user's, as by Text, the others as by Cell; if raw,
// all by Flat. It changes the cells.
func Row(cells []string, raw bool) string {
	for i := range cells {
		switch {
		case raw:
			cells[i] = Flat.Replace(cells[i])
		case i == 0:
			cells[i] = Text(cells[i])
		default:
			cells[i] = Cell(cells[i])
		}
	}
	return strings.Join(cells, "\t")
}

// Cell returns Text of s, with an apostrophe in front if a spreadsheet would take it for a formula: if it begins with
// =, +, - or @, also in full width or after blanks. Numbers and a sign alone stay as they are.
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

// decimal matches a number without a sign: 7, 0.5, 1e-9.
var decimal = regexp.MustCompile(`^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// plain reports whether s is printable ASCII, as nearly all names are.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// hidden reports whether a character is invisible: controls, line and paragraph separators, and formats that no script
// needs.
func hidden(r rune) bool {
	switch r {
	case '\u200c', '\u200d', '\u061c', '\u200e', '\u200f': // joiners, marks of direction
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}
