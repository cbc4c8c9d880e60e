// Package markdown breaks the lines of generated pages, so that people can read them in a terminal and a diff.
package markdown

import (
	"strings"
	"unicode/utf8"
)

// LineWidth is the most characters that a line has; internal/archtest holds all pages to it.
const LineWidth = 120

// Wrap breaks text at blanks. Lines after the first begin with indent.
func Wrap(text, indent string) string { return Fill(strings.Fields(text), "", indent) }

// Fill joins parts in lines that end in end, but for the last, and begin with indent,
// but for the first.
func Fill(parts []string, end, indent string) string {
	var b strings.Builder
	width := 0
	for i, part := range parts {
		n := utf8.RuneCountInString(part)
		switch {
		case i == 0:
		case width+1+n+len(end) > LineWidth:
			b.WriteString(end + "\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(part)
		width += n
	}
	return b.String()
}
