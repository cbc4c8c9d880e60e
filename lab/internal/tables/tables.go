// Package tables writes the tables and commands of generated pages, in lines that people can read in a terminal and a diff.
package tables

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/markdown"
)

// cellWords is the most words that a cell of a table has.
const cellWords = 25

// Command breaks a shell command before its flags.
func Command(command string) string {
	return markdown.Fill(strings.Split(strings.ReplaceAll(command, " --", "\n--"), "\n"), ` \`, "  ")
}

// Table returns rows, the first of which is the header. A table that is too wide
// becomes several, each with the first columns that tell rows apart; if a cell is
// too long for that, it becomes a list. right says which columns hold numbers.
func Table(rows [][]string, right []bool) string {
	keys := keyColumns(rows[1:], len(rows[0]))
	var tables [][]int
	head := make([]int, keys)
	for c := range rows[0] {
		switch last := len(tables) - 1; {
		case c < keys:
			head[c] = c
		case last >= 0 && fits(rows, append(slices.Clone(tables[last]), c)):
			tables[last] = append(tables[last], c)
		default:
			tables = append(tables, append(slices.Clone(head), c))
		}
	}
	if keys == len(rows[0]) {
		tables = [][]int{head}
	}
	if slices.ContainsFunc(tables, func(columns []int) bool { return !fits(rows, columns) }) {
		return list(rows, keys)
	}
	var out []string
	for _, columns := range tables {
		out = append(out, table(rows, columns, right))
	}
	return strings.Join(out, "\n")
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

func line(row []string, columns []int) string {
	var b strings.Builder
	for _, c := range columns {
		b.WriteString("| " + strings.ReplaceAll(row[c], "|", `\|`) + " ")
	}
	return b.String() + "|\n"
}

func fits(rows [][]string, columns []int) bool {
	return !slices.ContainsFunc(rows, func(row []string) bool {
		return utf8.RuneCountInString(line(row, columns)) > markdown.LineWidth+1 ||
			slices.ContainsFunc(columns, func(c int) bool { return len(strings.Fields(row[c])) > cellWords })
	})
}

func table(rows [][]string, columns []int, right []bool) string {
	rule := make([]string, len(right))
	for i := range rule {
		rule[i] = map[bool]string{false: "---", true: "---:"}[right[i]]
	}
	out := line(rows[0], columns) + line(rule, columns)
	for _, row := range rows[1:] {
		out += line(row, columns)
	}
	return out
}

// list writes a row as an item: what tells it apart, then the other columns by name.
func list(rows [][]string, keys int) string {
	var b strings.Builder
	for _, row := range rows[1:] {
		item := "- **" + strings.Join(row[:keys], "**; **") + "**"
		for c := keys; c < len(row); c++ {
			item += "; " + rows[0][c] + ": " + row[c]
		}
		b.WriteString(markdown.Wrap(item, "  ") + "\n")
	}
	return b.String()
}
