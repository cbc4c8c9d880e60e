package format

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data/sheet"
)

var tableFormat = &Format{
	Name: "table", Title: "table, CSV, TSV or a workbook",
	sniff: func(h *head) bool { return sheet.IsWorkbook([]byte(h.text)) || h.isTable() },
	read:  func(in *input) error { return (&tableReader{input: in}).readAll() },
}

// tableOf returns the table that a text begins with and why it has no known columns; nil for none.
func (h *head) tableOf() (*sheet.Table, error) {
	t, err := openTable(strings.NewReader(strings.Join(h.lines, "\n")), &Options{})
	if err != nil {
		return nil, nil
	}
	defer t.Close()
	_, err = layoutOf(t, &Options{})
	return t, err
}

// isTable reports whether the beginning of a text is that of a table whose columns tell what they are.
func (h *head) isTable() bool {
	t, err := h.tableOf()
	return t != nil && err == nil && t.Width > 1
}

// TableProblem says why a table that begins with these bytes has no known columns; nil if it has, or if the file
// looks like lines of id TAB name, or like no table.
func TableProblem(first []byte) error {
	t, err := newHead(first).tableOf()
	if t == nil || t.Width < 2 || t.Format == sheet.TSV && t.Width < len(Roles()) {
		return nil
	}
	return err
}

// Roles returns what a column of a table can be.
func Roles() []string {
	return []string{"id", "database", "name", "synonyms", "kind", "weight", "namespace", "definition"}
}

// Fields returns which of given are no Roles, in no language either, but names of further fields, in the order of the alphabet.
func Fields(given map[string]string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(given)), func(name string) bool {
		_, language := translated(name)
		return language != "" || slices.Contains(Roles(), name)
	})
}

// usual are the names by which columns of a role are known without being told.
var usual = vocabulary("column", func(names string) ([]string, bool) { return strings.Fields(names), true })

// openTable opens a table whose first row may be a header.
func openTable(r io.Reader, o *Options) (*sheet.Table, error) {
	s := o.Table
	s.Ragged, s.NoHeader = true, true
	return sheet.New(r, "", s, o.isHeader)
}

// isHeader reports whether a row has the columns that are given by name, and usual ones of ids and names where none are
// given.
func (o *Options) isHeader(row []string) (known bool) {
	for _, asked := range o.asked() {
		if asked.Name == "" && asked.Role != "id" && asked.Role != "name" || number(asked.Name) > 0 {
			continue
		}
		known = true
		if !slices.ContainsFunc(row, func(cell string) bool { return slices.Contains(asked.names(), columnName(cell)) }) {
			return false
		}
	}
	return known
}

// tableReader reads a table whose columns are known by their names, or are named.
type tableReader struct {
	*input
	at        map[string]int // role -> column
	synonyms  []int          // all columns of synonyms
	separator string         // of synonyms
	languages []LayoutColumn // those of translations
	cells     []string
}

func (t *tableReader) readAll() error {
	from := &source{r: t.r}
	table, err := openTable(from, &t.o)
	if err != nil {
		return from.problem(err)
	}
	defer table.Close()
	l, err := layoutOf(table, &t.o)
	if err != nil {
		return err
	}
	t.at = map[string]int{}
	var translations []int // of synonyms
	for _, c := range l.Columns {
		switch role, language := translated(c.Role); {
		case language != "":
			if t.languages = append(t.languages, c); role == "synonyms" {
				translations = append(translations, c.Number-1)
			}
		case role == "synonyms":
			t.synonyms = append(t.synonyms, c.Number-1)
		}
		t.at[c.Role] = c.Number - 1
	}
	l.findSeparator(table, t.at["name"], slices.Concat(t.synonyms, translations), t.o.Separator)
	t.separator = cmp.Or(l.Separator, bar)
	t.sink.Layout(l)
	return t.eachRow(table, from, func(fields []string) error {
		t.cells = fields
		return t.row()
	})
}

// eachRow calls f with the cells of every row.
func (in *input) eachRow(t *sheet.Table, from *source, f func(fields []string) error) error {
	for {
		r, err := t.Next()
		if err == io.EOF {
			return nil
		}
		in.line = r.Line
		bad, ok := errors.AsType[*sheet.RowError](err)
		switch {
		case ok && !errors.Is(err, sheet.ErrQuote): // the cell may have swallowed the rest of the file
			err = in.sink.Bad(bad.Line, bad.Err.Error())
		case err == nil:
			err = f(r.Fields)
		}
		if err != nil {
			return from.problem(err)
		}
	}
}

// source remembers why its reader ended.
type source struct {
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// problem returns the reader's own error as it is, and an Error of the table.
func (s *source) problem(err error) error {
	if s.err != nil {
		return s.err
	}
	if e, ok := errors.AsType[*sheet.Error](err); ok {
		return &Error{e.Line, e.Err.Error()}
	}
	if e, ok := errors.AsType[*sheet.RowError](err); ok {
		return &Error{e.Line, e.Err.Error()}
	}
	return err
}

// cell returns the cell of a role without blanks and quotation marks, "" if there is none.
func (t *tableReader) cell(role string) string {
	i, ok := t.at[role]
	if !ok {
		return ""
	}
	return t.text(i)
}

// text returns the cell of a column without blanks and quotation marks around it.
func (t *tableReader) text(column int) string {
	return sheet.Unquote(strings.TrimSpace(t.cells[column]))
}

func (t *tableReader) row() error {
	for _, role := range []string{"id", "name"} {
		if s := t.cell(role); names.IsSheetError(s) {
			return t.bad("the %s is %s, an error of the spreadsheet", role, s)
		}
	}
	kind, synonyms := pack.KindAlias, []string(nil)
	for _, column := range t.synonyms {
		kind, synonyms = pack.KindPrimary, append(synonyms, t.text(column))
	}
	if len(t.languages) > 0 {
		kind = pack.KindPrimary
	}
	return t.roles(t.cell, []string{t.cell("name")}, synonyms, kind, t.separator, t.translations)
}

// translations adds the names of the row in other languages.
func (t *tableReader) translations() {
	for _, c := range t.languages {
		role, language := translated(c.Role)
		if text := t.text(c.Number - 1); role == "name" {
			t.name(text, pack.KindPrimary, language, "")
		} else {
			for _, synonym := range splitSynonyms(text, t.separator) {
				t.name(synonym, pack.KindAlias, language, "")
			}
		}
	}
}

// roles hands on the term that has a text in each role; its names are of a kind if none is stated. An id without a
// prefix has its database before it. more adds further names.
func (in *input) roles(one func(role string) string, texts, synonyms []string, kind pack.Kind, separator string, more func()) error {
	t, ok := &in.term, true
	t.reset(in.line, one("id"))
	if database := one("database"); database != "" && t.ID != "" && !strings.Contains(t.ID, ":") {
		t.ID = database + ":" + t.ID
	}
	stated := one("kind")
	if stated != "" {
		if kind, ok = ParseKind(stated); !ok {
			return in.bad("unknown kind %q; known are primary, exact, alias and related", stated)
		}
	}
	t.names(texts, kind)
	if IsFullName(stated) {
		t.FullName = one("name")
	}
	for _, cell := range synonyms {
		t.names(splitSynonyms(cell, separator), pack.KindAlias)
	}
	more()
	t.Namespace, t.Definition = one("namespace"), one("definition")
	for _, name := range in.fields {
		if value := one(name); value != "" && !names.IsSheetError(value) {
			t.Fields = append(t.Fields, Field{name, value})
		}
	}
	if s := one("weight"); s != "" {
		w, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return in.bad("weight %q is no number", s)
		}
		t.Weight, t.HasWeight = w, true
	}
	return in.emit()
}
