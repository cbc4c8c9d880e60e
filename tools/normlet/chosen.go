package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/normlet/normlet/train/data"
)

// What was chosen of a file that nobody has said is told in one block, with its first rows as they are understood:
//
//	drugs.csv: table, csv, UTF-8, delimiter semicolon, header; id: column 1 (code), name: column 3 (label)
//	  id   name         kind
//	  D:1  aspirin      primary
//	  D:2  ibuprofen    primary

// tellSource says how a terminology file was read.
func (a *app) tellSource(s *data.SourceReport) {
	how := []string{s.Format}
	if s.Table != "" {
		how = append(how, s.Table)
	}
	how = append(how, cmp.Or(s.Encoding, "UTF-8"))
	if s.Delimiter != "" {
		how = append(how, "delimiter "+s.Delimiter)
	}
	if s.Sheet != "" {
		how = append(how, "sheet "+s.Sheet)
	}
	if s.Table != "" {
		how = append(how, headerWord(s.Header))
	}
	var columns []string
	for _, c := range s.Columns {
		columns = append(columns, columnWord(c.Role, c.Number, c.Name))
	}
	rows := [][]string{{"id", "name", "kind"}}
	for _, e := range s.First {
		rows = append(rows, []string{e.ID, e.Name, e.Kind})
	}
	a.tellChosen(s.File, how, columns, rows)
}

func headerWord(header bool) string {
	if header {
		return "header"
	}
	return "no header"
}

// columnWord says which column a role has; a column without a header has no name.
func columnWord(role string, number int, name string) string {
	text := fmt.Sprintf("%s: column %d", role, number)
	if name == "" {
		return text
	}
	return text + " (" + cell(name) + ")"
}

// tellChosen writes the block of a file; of rows the first is a header.
func (a *app) tellChosen(file string, how, columns []string, rows [][]string) {
	line := file + ": " + strings.Join(how, ", ")
	if len(columns) > 0 {
		line += "; " + strings.Join(columns, ", ")
	}
	fmt.Fprintln(a.stderr, line)
	if len(rows) < 2 {
		return
	}
	for i := range rows {
		rows[i] = append([]string{""}, rows[i]...) // the first column is empty: an indent of two blanks
	}
	_ = writeTable(a.stderr, rows) // as other notes
}
