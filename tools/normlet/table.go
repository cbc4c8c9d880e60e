package main

import (
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// maxCell is the widest cell of a table, in terminal columns.
const maxCell = 48

// writeTable writes rows of the same length in aligned columns, of which those
// in right are aligned to the right.
func writeTable(w io.Writer, rows [][]string, right ...int) error {
	var widths []int
	for _, row := range rows {
		for i := range row {
			row[i] = cell(row[i])
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], uniseg.StringWidth(row[i]))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		start := b.Len()
		for i, s := range row {
			gap := strings.Repeat(" ", widths[i]-uniseg.StringWidth(s))
			if slices.Contains(right, i) {
				s, gap = gap+s, ""
			}
			b.WriteString(s + gap + "  ")
		}
		line := strings.TrimRight(b.String()[start:], " ")
		if _, err := io.WriteString(w, line+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// cell returns s in the width of a cell and without what could disturb a
// terminal: control and formatting characters and invalid bytes.
func cell(s string) string {
	const most = 64 * maxCell // bytes; a longer text has more than a cell of it
	if len(s) > most {
		s = s[:most]
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			return unicode.ReplacementChar
		case unicode.Is(unicode.Cf, r) && r != '\u200d': // which joins emoji
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
	if uniseg.StringWidth(s) <= maxCell {
		return s
	}
	width, end := 0, 0
	for g := uniseg.NewGraphemes(s); g.Next(); {
		if width += g.Width(); width >= maxCell {
			break
		}
		_, end = g.Positions()
	}
	return s[:end] + "…"
}
