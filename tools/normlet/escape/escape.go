// Package escape makes names, ids and metadata of untrusted packs safe to show in a terminal, in files with a record on
// each line, in a spreadsheet, in JSON and in HTML. Each output format has its functions here, which all its writers
// call:
//
//	tables for people    Text, of every cell
//	TSV and CSV          Cell; Row has a whole line
//	PubTator, brat,      Text or Item of what has a field of its own, Word of what blanks would part, Line of the user's text,
//	BioC, CoNLL          since places count its characters
//	JSON                 WriteJSON, AppendJSON
//	HTML                 HTML; Lines of a whole page
//
// Addresses need nothing: core gives only http and https ones.
//
// Letters, marks, digits, punctuation and symbols of all scripts stay. So do invisible characters that some scripts
// need: joiners, direction marks (but not embeddings, overrides and isolates, which reorder the text around them) and
// the signs that enclose digits.
package escape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/pattern"
)

// Text returns s as one line that is safe in a terminal: tabs and line ends become blanks, and invisible characters and
// bytes that are not UTF-8 are escaped as in Go: \x1b, \u202e, \U000e0041. Backslashes stay, so the result cannot be
// converted back.
func Text(s string) string {
	if plain(s) {
		return s
	}
	return Lines(Flat.Replace(s))
}

// Lines is Text with tabs and line ends, which stay.
func Lines(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case !hidden(r) || r == '\t' || r == '\n' || r == '\r':
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

// Line returns a text of the user as one line of as many characters, so that places in it stay valid. Controls become
// blanks, all else stays.
func Line(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) {
			return ' '
		}
		return r
	}, s)
}

// Word is Text without blanks, for formats that take these for the end of a field: they become underscores.
func Word(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return '_'
		}
		return r
	}, Text(s))
}

// Item is Text for one of several values with bars between them.
func Item(s string) string { return strings.ReplaceAll(Text(s), "|", `\x7c`) }

// Items returns each Item, with bars between them.
func Items(list []string) string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = Item(list[i])
	}
	return strings.Join(out, "|")
}

// HTML returns Lines of s as text of HTML, also between the quotes of an attribute.
func HTML(s string) string { return html.EscapeString(Lines(s)) }

// escapeJSON escapes the characters that Text would escape in the way of JSON. Line ends between values stay.
func escapeJSON(text []byte) []byte {
	var out []byte
	done := 0
	for i, r := range string(text) {
		if r < utf8.RuneSelf && r != 0x7f || !hidden(r) {
			continue
		}
		out = append(out, text[done:i]...)
		for _, u := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, u)
		}
		done = i + utf8.RuneLen(r)
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// AppendJSON appends a value as JSON and a line end to b; what Text would escape is escaped in the way of JSON.
func AppendJSON(b []byte, value any) ([]byte, error) { return appendJSON(b, value, false) }

// AppendScript is AppendJSON for a script in a page, where <, > and & are escaped, too.
func AppendScript(b []byte, value any) ([]byte, error) { return appendJSON(b, value, true) }

func appendJSON(b []byte, value any, escapeHTML bool) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(escapeHTML)
	if err := e.Encode(value); err != nil {
		return b, err
	}
	return append(b, escapeJSON(text.Bytes())...), nil
}

// WriteJSON writes what AppendJSON appends.
func WriteJSON(w io.Writer, value any) error {
	b, err := AppendJSON(nil, value)
	if err == nil {
		_, err = w.Write(b)
	}
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
		return s[size:] != "" && !decimal().MatchString(s[size:])
	case '＋', '－':
		return s[size:] != ""
	}
	return false
}

// decimal matches a number without a sign: 7, 0.5, 1e-9.
var decimal = pattern.Of(`^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

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
