package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/normlet/normlet/tools/normlet/mapping"
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
	how = append(how, read(s.Encoding, s.Delimiter, s.Sheet)...)
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

// shownQueries is how many queries are shown of a file.
const shownQueries = 3

// tellQueries says what the queries of a file are; without a file there are none.
func (a *app) tellQueries(file string, queries []data.Query) {
	if file == "" {
		return
	}
	rows := [][]string{{"mention", "ids", "type"}}
	for _, q := range queries[:min(len(queries), shownQueries)] {
		rows = append(rows, []string{q.Mention, strings.Join(q.Gold, "|"), q.Type})
	}
	a.tellChosen(file, []string{fmt.Sprintf("%d queries", len(queries))}, nil, rows)
}

// tellTable says how the table of map is read.
func (a *app) tellTable(c *mapping.Choice) {
	how := append([]string{c.Format}, read(c.Encoding, c.Delimiter, c.Sheet)...)
	var columns []string
	rows := [][]string{nil}
	for _, column := range c.Columns {
		if column.Number > 0 {
			columns = append(columns, columnWord(column.Role, column.Number, column.Name))
		} else {
			columns = append(columns, column.Role+": key "+cell(column.Name))
		}
		rows[0] = append(rows[0], column.Name)
		for i, value := range column.First {
			if i+1 == len(rows) {
				rows = append(rows, make([]string, len(c.Columns)))
			}
			rows[i+1][len(rows[0])-1] = value
		}
	}
	if c.Header || c.Delimiter != "" || c.Sheet != "" {
		how = append(how, headerWord(c.Header))
	}
	a.tellChosen(c.File, how, columns, rows)
}

// read says how the text of a table is read; a workbook has no encoding.
func read(encoding, delimiter, sheet string) []string {
	if sheet != "" {
		return []string{"sheet " + sheet}
	}
	how := []string{cmp.Or(encoding, "UTF-8")}
	if delimiter != "" {
		how = append(how, "delimiter "+delimiter)
	}
	return how
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
	if strings.Join(rows[0], "") == "" {
		rows = rows[1:]
	}
	for i := range rows {
		rows[i] = append([]string{""}, rows[i]...) // the first column is empty: an indent of two blanks
	}
	_ = writeTable(a.stderr, rows) // as other notes
}
