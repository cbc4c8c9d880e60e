package format

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/train/data/sheet"
)

// Layout says how a table is read.
type Layout struct {
	Table     string         `json:"table,omitempty"`                  // one of sheet.Formats
	Delimiter string         `json:"delimiter,omitempty"`              // between the cells of CSV, for people
	Sheet     string         `json:"sheet,omitempty"`                  // of a workbook
	Unsaved   int            `json:"formulas_without_value,omitempty"` // of a workbook: cells that are empty
	Header    bool           `json:"header,omitempty"`                 // the first row names the columns
	HeaderRow int            `json:"header_row,omitempty"`             // where others precede it
	Before    []string       `json:"before_header,omitempty"`          // these
	Columns   []LayoutColumn `json:"columns,omitempty"`                // in the order of Roles, and fields
	Separator string         `json:"synonym_separator,omitempty"`      // "" for bars
	Note      string         `json:"-"`                                // what may be otherwise, "" for nothing
}

// LayoutOf takes over what a table is.
func LayoutOf(s *sheet.Shape) Layout {
	l := Layout{Table: s.Format, Delimiter: s.Delimiter(), Sheet: s.Sheet, Unsaved: s.Unsaved}
	l.HeaderRow, l.Before = s.Preceded()
	return l
}

// LayoutColumn is a column with a role.
type LayoutColumn struct {
	Role   string `json:"role"`           // with a language for translations: name@es
	Name   string `json:"name,omitempty"` // "" without a header
	Number int    `json:"number"`         // from 1
}

// sampled is how many rows show what the first one is.
const sampled = 20

// layoutOf finds the column of every role: the one that is given, by name or number, or one with a usual name.
func layoutOf(t *sheet.Table, o *Options) (*Layout, error) {
	given, rows := o.Columns, t.Peek(sampled)
	switch {
	case t.Objects():
		return nil, &Error{0, "JSON, no table"}
	case len(rows) == 0:
		return nil, &Error{0, "no row of the table can be read"}
	}
	l := LayoutOf(&t.Shape)
	if l.Header = !o.Table.NoHeader && hasHeader(t, rows, given); l.Header {
		t.TakeHeader()
	}
	var err error
	if l.Columns, err = columnsOf(rows, l.Header, o); err != nil {
		return nil, &Error{rows[0].Line, err.Error()}
	}
	return &l, nil
}

// hasHeader decides whether the first row names the columns. It does where they are given by name, and where nothing
// else makes a table of it. A first row of data shows by columns that are given by number, unless the row looks like
// none of the others; or in a CSV of two columns by the ids in one of them.
func hasHeader(t *sheet.Table, rows []sheet.Row, given map[string]string) bool {
	first := rows[0].Fields
	switch {
	case named(given):
		return true
	case given["id"] != "" && given["name"] != "":
		return hasUsualName(first) || differs(rows, number(given["id"])-1)
	case len(given) == 0 && t.Format == sheet.CSV:
		return idColumn(rows) < 0
	}
	return true
}

func hasUsualName(header []string) bool {
	for _, names := range usual {
		if slices.ContainsFunc(header, func(h string) bool { return slices.Contains(names, columnName(h)) }) {
			return true
		}
	}
	return false
}

// differs reports whether the cells of a column have digits, but for that of the first row.
func differs(rows []sheet.Row, column int) bool {
	for i, r := range rows {
		if column >= len(r.Fields) || strings.ContainsAny(r.Fields[column], "0123456789") != (i > 0) {
			return false
		}
	}
	return len(rows) > 1
}

// idColumn returns which of two columns has ids, if one has nothing else and the other mostly something else; or -1.
func idColumn(rows []sheet.Row) int {
	var columns [2]sheet.Column
	for _, r := range rows {
		if len(r.Fields) != 2 || r.Fields[0] == "" || r.Fields[1] == "" {
			return -1
		}
		columns[0].Add(strings.TrimSpace(r.Fields[0]))
		columns[1].Add(strings.TrimSpace(r.Fields[1]))
	}
	for i := range columns {
		if len(rows) > 1 && columns[i].Codes() == 1 && columns[1-i].Codes() < 0.5 {
			return i
		}
	}
	return -1
}

// named reports whether a column is given by its name.
func named(given map[string]string) bool {
	for _, column := range given {
		if number(column) == 0 {
			return true
		}
	}
	return false
}

// number returns the number of a column, 0 for a name.
func number(column string) int {
	n, err := strconv.Atoi(column)
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// columnsOf finds the columns of all roles, by the names in a header or else by numbers; without any of these, a table of
// two columns shows which has ids.
func columnsOf(rows []sheet.Row, hasNames bool, o *Options) (columns []LayoutColumn, err error) {
	given, first, names := o.Columns, rows[0].Fields, []string(nil)
	if hasNames {
		for _, h := range first {
			names = append(names, columnName(h))
		}
	} else if id := idColumn(rows); id >= 0 && len(given) == 0 {
		return []LayoutColumn{{"id", "", id + 1}, {"name", "", 2 - id}}, nil
	}
	if given["id"] == "" && slices.Contains(names, "effectivetime") && slices.Contains(names, "moduleid") {
		return nil, fmt.Errorf("a table of SNOMED CT (RF2), where the column id is not that of a concept; the header has %s: name the column with --columns id=COLUMN", sheet.Quoted(first))
	}
	for _, asked := range o.asked() {
		role := asked.Role
		at, err := findColumn(&asked, first, names)
		if err != nil {
			return nil, err
		}
		if at < 0 && role == "name" && len(columns) > 0 && columns[len(columns)-1].Role == "database" {
			at = slices.Index(names, "text") // as groundings have it
		}
		switch {
		case at >= 0 && hasNames:
			columns = append(columns, LayoutColumn{role, strings.TrimSpace(sheet.Unquote(first[at])), at + 1})
		case at >= 0:
			columns = append(columns, LayoutColumn{role, "", at + 1})
		}
	}
	for i, name := range names {
		if role, language := translated(name); language != "" && !slices.ContainsFunc(columns, func(c LayoutColumn) bool { return c.Number == i+1 }) {
			columns = append(columns, LayoutColumn{role + "@" + language, strings.TrimSpace(sheet.Unquote(first[i])), i + 1})
		}
	}
	for _, role := range []string{"id", "name"} {
		switch {
		case slices.ContainsFunc(columns, func(c LayoutColumn) bool { return c.Role == role || strings.HasPrefix(c.Role, role+"@") }):
		case hasNames:
			return nil, fmt.Errorf("no column for the %s; the header has %s: name it with --columns %s=COLUMN", role, sheet.Quoted(first), role)
		default:
			return nil, fmt.Errorf("without a header nothing says which column is the %s: name it by its number, as in --columns id=1,name=2", role)
		}
	}
	return columns, nil
}

// asked returns all roles, in their order, with the columns that are given for them, "" where none is.
func (o *Options) asked() (asked []LayoutColumn) {
	for _, role := range append(Roles(), Fields(o.Columns)...) {
		asked = append(asked, LayoutColumn{Role: role, Name: o.Columns[role]})
		if role == "synonyms" {
			for _, column := range o.Synonyms {
				asked = append(asked, LayoutColumn{Role: role, Name: column})
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(o.Columns)) {
		if role, language := translated(key); language != "" {
			asked = append(asked, LayoutColumn{Role: role + "@" + language, Name: o.Columns[key]})
		}
	}
	return asked
}

// translated returns the role and the language of a column of translations, such as name@es and synonym@fr; "" for others.
func translated(column string) (role, language string) {
	word, tag, _ := strings.Cut(column, "@")
	for _, role := range []string{"name", "synonyms"} {
		if slices.Contains(usual[role], word) {
			return role, Language(tag)
		}
	}
	return "", ""
}

// names returns what the column may be called: as is given, or else usual names.
func (c *LayoutColumn) names() []string {
	if c.Name != "" {
		return []string{columnName(c.Name)}
	}
	return usual[c.Role]
}

// findColumn returns the column that is asked for, -1 if there is none; names are those of a header, nil if first is none.
func findColumn(asked *LayoutColumn, first, names []string) (int, error) {
	role, given := asked.Role, asked.Name
	for _, name := range asked.names() {
		var at []string
		for i := range names {
			if names[i] == name {
				at = append(at, strconv.Itoa(i+1))
			}
		}
		switch {
		case len(at) > 1:
			return 0, fmt.Errorf("the columns %s are all called %q: say which is the %s with --columns %s=%s",
				strings.Join(at, " and "), strings.TrimSpace(first[slices.Index(names, name)]), role, role, at[0])
		case len(at) == 1:
			return slices.Index(names, name), nil
		}
	}
	if given == "" {
		return -1, nil
	}
	if n := number(given); n > 0 && n <= len(first) {
		return n - 1, nil
	}
	if names == nil {
		return 0, fmt.Errorf("no column %q, which is to be the %s: without a header there are the numbers 1 to %d", given, role, len(first))
	}
	return 0, fmt.Errorf("no column %q, which is to be the %s; the header has %s: --columns takes names and numbers", given, role, sheet.Quoted(first))
}
