package inputs

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/format"
)

// How a file is read, as far as the user has not stated it, is reported in one block, with its first rows as understood:
//
//	drugs.csv: table, csv, UTF-8, delimiter semicolon, header; id: column 1 (code), name: column 3 (label)
//	  id   name         kind
//	  D:1  aspirin      primary
//	  D:2  ibuprofen    primary

func tellSource(std *cli.IO, s *data.SourceReport) {
	rows := [][]string{{"id", "name", "kind"}}
	for _, e := range s.First {
		rows = append(rows, []string{e.ID, e.Name, e.Kind})
	}
	tellFile(std, &s.FileReport, []string{s.Format}, rows)
}

// TellQueries says how a query file was read.
func TellQueries(std *cli.IO, q *data.QueryReport) {
	how := []string{fmt.Sprintf("%d queries", q.Rows)}
	if q.Format != data.Queries {
		how = append(how, q.Format)
	}
	rows := [][]string{{"mention", "ids"}}
	for _, e := range q.First {
		row := []string{e.Mention, strings.Join(e.IDs, "|")}
		if e.Type != "" {
			row = append(row, "type "+e.Type)
		}
		rows = append(rows, row)
	}
	tellFile(std, &q.FileReport, how, rows)
}

// tellFile says how a file was read, after what it is.
func tellFile(std *cli.IO, r *data.FileReport, how []string, rows [][]string) {
	if r.Table != "" {
		how = append(how, r.Table)
	}
	how = append(how, read(r.Encoding, r.Delimiter, r.Sheet)...)
	if keys := len(r.Columns) > 0 && r.Columns[0].Number == 0; r.Table != "" && !keys {
		how = append(how, map[bool]string{true: "header", false: "no header"}[r.Header])
	}
	var columns []string
	for i := range r.Columns {
		columns = append(columns, columnWord(&r.Columns[i]))
	}
	if r.Separator != "" {
		columns = append(columns, fmt.Sprintf("synonyms separated by %q", r.Separator))
	}
	tellChosen(std, r.File, how, columns, rows)
	tellLost(std, r.File, r.HeaderRow, r.Before, r.Unsaved)
}

// TellTable says how the table of map is read.
func TellTable(std *cli.IO, c *mapping.Choice) {
	r := data.FileReport{File: c.File, Encoding: c.Encoding, Layout: format.Layout{Table: c.Format, Delimiter: c.Delimiter,
		Sheet: c.Sheet, Header: c.Header, HeaderRow: c.HeaderRow, Before: c.Before, Unsaved: c.Unsaved}}
	rows := [][]string{nil}
	for n, column := range c.Columns {
		r.Columns = append(r.Columns, format.LayoutColumn{Role: column.Role, Name: column.Name, Number: column.Number})
		rows[0] = append(rows[0], column.Name)
		for i, value := range column.First {
			if i+1 == len(rows) {
				rows = append(rows, make([]string, len(c.Columns)))
			}
			rows[i+1][n] = value
		}
	}
	tellFile(std, &r, nil, rows)
	TellCoverage(std, c.File, c.Coverage)
}

// TellCoverage says what the first mentions of a file look like.
func TellCoverage(std *cli.IO, file string, in []core.NamespaceShare) {
	if len(in) > 0 {
		fmt.Fprintf(std.Err, "%s: %s (--coverage)\n", file, looksLike(in))
	}
}

// looksLike says what the first mentions of a table look like.
func looksLike(in []core.NamespaceShare) string {
	said, rest := "the first mentions look like", 1.0
	for _, s := range in {
		if rest -= s.Share; s.Share >= 0.01 {
			said += fmt.Sprintf(" %s %.0f %%,", cmp.Or(s.Namespace, "names in the pack"), 100*s.Share)
		}
	}
	if !strings.HasSuffix(said, ",") {
		return "hardly any of the first mentions looks like an entity of the pack"
	}
	return said + fmt.Sprintf(" not in the pack %.0f %%", 100*max(0, rest))
}

// tellLost warns of rows before the header, and of formulas in a workbook without a saved value.
func tellLost(std *cli.IO, file string, header int, rows []string, formulas int) {
	if len(rows) > 0 {
		fmt.Fprintf(std.Err, "%s: the header is row %d, with %s before it taken for comments or titles (%s); --header-row says another\n",
			file, header, cli.Count(len(rows), "rows"), tabular.Cell(rows[0]))
	}
	if formulas > 0 {
		fmt.Fprintf(std.Err, "%s: %d cells with a formula have no saved value and are read as empty; open the workbook in a spreadsheet program and save it\n", file, formulas)
	}
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

// columnWord names the column of a role, by its number and, if it has a header, its name; or the key of objects.
func columnWord(c *format.LayoutColumn) string {
	switch {
	case c.Number == 0:
		return c.Role + ": key " + tabular.Cell(c.Name)
	case c.Name == "":
		return fmt.Sprintf("%s: column %d", c.Role, c.Number)
	}
	return fmt.Sprintf("%s: column %d (%s)", c.Role, c.Number, tabular.Cell(c.Name))
}

// tellChosen writes the block of a file; rows begin with a header.
func tellChosen(std *cli.IO, file string, how, columns []string, rows [][]string) {
	line := file + ": " + strings.Join(how, ", ")
	if len(columns) > 0 {
		line += "; " + strings.Join(columns, ", ")
	}
	fmt.Fprintln(std.Err, line)
	if len(rows) < 2 {
		return
	}
	if strings.Join(rows[0], "") == "" {
		rows = rows[1:]
	}
	for i := range rows {
		rows[i] = append([]string{""}, rows[i]...) // the first column is empty: an indent of two blanks
	}
	_ = tabular.Write(std.Err, rows) // as for other messages, errors do not matter
}
