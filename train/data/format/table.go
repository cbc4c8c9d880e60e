package format

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/sheet"
)

var tableFormat = &Format{
	Name: "table", Title: "table, CSV, TSV or a workbook",
	sniff: func(h *head) bool { return sheet.IsWorkbook([]byte(h.text)) || h.isTable() },
	read:  func(in *input) error { return (&tableReader{input: in}).readAll() },
}

// isTable reports whether the beginning of a text is that of a table whose columns tell what they are.
func (h *head) isTable() bool {
	t, err := openTable(strings.NewReader(strings.Join(h.lines, "\n")), &Options{})
	if err != nil {
		return false
	}
	defer t.Close()
	_, err = layoutOf(t, nil, false)
	return err == nil && t.Width > 1
}

// TableProblem says why a table that begins with these bytes has no known columns; nil if it has, or if the file
// looks like lines of id TAB name, or like no table.
func TableProblem(first []byte) error {
	t, err := openTable(strings.NewReader(strings.Join(newHead(first).lines, "\n")), &Options{})
	if err != nil {
		return nil
	}
	defer t.Close()
	if most := len(Roles()); t.Width < 2 || t.Format == sheet.TSV && t.Width < most {
		return nil
	}
	_, err = layoutOf(t, nil, false)
	return err
}

// Roles returns what a column of a table can be.
func Roles() []string {
	return []string{"id", "name", "synonyms", "kind", "weight", "namespace", "definition"}
}

// usual are the names by which columns of a role are known without being told.
var usual = map[string][]string{
	"id":         {"id", "curie", "identifier", "concept_id", "entity_id", "term_id", "cui", "accession", "code"},
	"name":       {"name", "label", "term", "preferred_name", "preferred_label", "preferred_term", "canonical_name", "symbol", "title"},
	"synonyms":   {"synonyms", "synonym", "aliases", "alias", "alternative_names", "alternative_labels", "other_names"},
	"kind":       {"kind"},
	"weight":     {"weight"},
	"namespace":  {"namespace"},
	"definition": {"definition", "description"},
}

// openTable opens a table whose first row may be a header.
func openTable(r io.Reader, o *Options) (*sheet.Table, error) {
	s := o.Table
	s.Ragged, s.NoHeader = true, true
	return sheet.New(r, "", s)
}

// tableReader reads a table whose columns are known by their names, or are named.
type tableReader struct {
	*input
	at    map[string]int // role -> column
	cells []string
}

func (t *tableReader) readAll() error {
	from := &source{r: t.r}
	table, err := openTable(from, &t.o)
	if err != nil {
		return from.problem(err)
	}
	defer table.Close()
	l, err := layoutOf(table, t.o.Columns, t.o.Table.NoHeader)
	if err != nil {
		return err
	}
	t.sink.Layout(l)
	t.at = map[string]int{}
	for _, c := range l.Columns {
		t.at[c.Role] = c.Number - 1
	}
	for {
		r, err := table.Next()
		if err == io.EOF {
			return nil
		}
		if err = t.take(&r, err); err != nil {
			return from.problem(err)
		}
	}
}

// take takes a row, or deals with it as a bad one.
func (t *tableReader) take(r *sheet.Row, err error) error {
	bad, ok := errors.AsType[*sheet.RowError](err)
	switch {
	case ok && errors.Is(err, sheet.ErrQuote): // the cell may have swallowed the rest of the file
		return &Error{bad.Line, bad.Err.Error()}
	case ok:
		return t.sink.Bad(bad.Line, bad.Err.Error())
	case err != nil:
		return err
	}
	t.line, t.cells = r.Line, r.Fields
	return t.row()
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
	return sheet.Unquote(strings.TrimSpace(t.cells[i]))
}

func (t *tableReader) row() error {
	term := &t.term
	term.reset(t.line, t.cell("id"))
	for _, role := range []string{"id", "name"} {
		if s := t.cell(role); isSheetError(s) {
			return t.bad("the %s is %s, an error of the spreadsheet", role, s)
		}
	}
	kind := pack.KindAlias
	if _, ok := t.at["synonyms"]; ok {
		kind = pack.KindPrimary
	}
	if s := t.cell("kind"); s != "" {
		var ok bool
		if kind, ok = ParseKind(s); !ok {
			return t.bad("unknown kind %q; known are primary, exact, alias and related", s)
		}
	}
	term.name(t.cell("name"), kind)
	if IsFullName(t.cell("kind")) {
		term.FullName = t.cell("name")
	}
	term.names(list(t.cell("synonyms"), "|"), pack.KindAlias)
	term.Namespace, term.Definition = t.cell("namespace"), t.cell("definition")
	if s := t.cell("weight"); s != "" {
		w, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return t.bad("weight %q is no number", s)
		}
		term.Weight, term.HasWeight = w, true
	}
	return t.emit()
}

// isSheetError reports whether a cell says that a spreadsheet could not compute it.
func isSheetError(s string) bool {
	switch s {
	case "#N/A", "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!":
		return true
	}
	return false
}
