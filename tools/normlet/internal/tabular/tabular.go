// Package tabular writes tables for people, in aligned columns.
package tabular

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/normlet/normlet/tools/normlet/escape"
)

// maxCell bounds a cell's width in terminal columns.
const maxCell = 48

// Write writes rows in aligned columns; those in right are right-aligned.
func Write(w io.Writer, rows [][]string, right ...int) error { return Look{}.Write(w, rows, right...) }

// Write is as Write of the package, in the look of a table whose first row is its header.
func (l Look) Write(w io.Writer, rows [][]string, right ...int) error {
	var widths []int
	for _, row := range rows {
		for i := range row {
			row[i] = Cell(row[i])
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
			if l.colours && i < len(rows[0]) {
				s = paint(rows[0][i], s)
			}
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

// Cell shortens s to the width of a cell and escapes it for a terminal.
func Cell(s string) string {
	if most := 64 * maxCell; len(s) > most { // bytes; a longer text has more than a cell of it
		for !utf8.RuneStart(s[most]) && most > 0 {
			most--
		}
		s = s[:most]
	}
	s = escape.Text(s)
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
