// Package markdown writes the lists and tables of generated pages in lines that
// people can read in a terminal and a diff.
package markdown

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Width is the most characters that a line has; internal/archtest holds all pages to it.
const Width = 120

// cellWords is the most words that a cell of a table has.
const cellWords = 25

// Wrap breaks text at blanks. Lines after the first begin with indent.
func Wrap(text, indent string) string {
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case width+1+n > Width:
			b.WriteString("\n" + indent)
			width = utf8.RuneCountInString(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += n
	}
	return b.String()
}

// Command breaks a shell command before its flags.
func Command(command string) string {
	var b strings.Builder
	width := 0
	for i, part := range strings.Split(command, " --") {
		if i > 0 {
			part = " --" + part
			if width+utf8.RuneCountInString(part)+len(` \`) > Width {
				b.WriteString(" \\\n ")
				width = 1
			}
		}
		b.WriteString(part)
		width += utf8.RuneCountInString(part)
	}
	return b.String()
}

// Table returns rows, the first of which is the header. A table that is too wide
// becomes several, each with the first columns that tell rows apart; if a cell is
// too long for that, it becomes a list. right says which columns hold numbers.
func Table(rows [][]string, right []bool) string {
	keys := keyColumns(rows[1:], len(rows[0]))
	var tables [][]int
	columns := upTo(keys)
	for c := keys; c < len(rows[0]); c++ {
		if wider := append(slices.Clone(columns), c); len(columns) == keys || fits(rows, wider) {
			columns = wider
			continue
		}
		tables = append(tables, columns)
		columns = append(upTo(keys), c)
	}
	tables = append(tables, columns)
	var b strings.Builder
	for i, columns := range tables {
		if !fits(rows, columns) {
			return list(rows, keys)
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		writeTable(&b, rows, columns, right)
	}
	return b.String()
}

// keyColumns returns how many of the first columns tell all rows apart.
func keyColumns(rows [][]string, columns int) int {
	for n := 1; n < columns; n++ {
		seen := map[string]bool{}
		for _, row := range rows {
			seen[strings.Join(row[:n], "|")] = true
		}
		if len(seen) == len(rows) {
			return n
		}
	}
	return columns
}

func upTo(n int) []int {
	columns := make([]int, n)
	for i := range columns {
		columns[i] = i
	}
	return columns
}

func line(row []string, columns []int) string {
	var b strings.Builder
	for _, c := range columns {
		b.WriteString("| " + strings.ReplaceAll(row[c], "|", `\|`) + " ")
	}
	return b.String() + "|"
}

func fits(rows [][]string, columns []int) bool {
	return !slices.ContainsFunc(rows, func(row []string) bool {
		return utf8.RuneCountInString(line(row, columns)) > Width ||
			slices.ContainsFunc(columns, func(c int) bool { return len(strings.Fields(row[c])) > cellWords })
	})
}

func writeTable(b *strings.Builder, rows [][]string, columns []int, right []bool) {
	rule := make([]string, len(right))
	for i := range rule {
		rule[i] = "---"
		if right[i] {
			rule[i] = "---:"
		}
	}
	for i, row := range rows {
		b.WriteString(line(row, columns) + "\n")
		if i == 0 {
			b.WriteString(line(rule, columns) + "\n")
		}
	}
}

// list writes a row as an item: what tells it apart, then the other columns by name.
func list(rows [][]string, keys int) string {
	var b strings.Builder
	for _, row := range rows[1:] {
		item := "- **" + strings.Join(row[:keys], "**; **") + "**"
		for c := keys; c < len(row); c++ {
			item += "; " + rows[0][c] + ": " + row[c]
		}
		b.WriteString(Wrap(item, "  ") + "\n")
	}
	return b.String()
}
