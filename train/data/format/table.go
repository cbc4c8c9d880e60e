package format

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

var tableFormat = &Format{
	Name: "table", Title: "table with a header, CSV or TSV",
	sniff: func(h *head) bool {
		line := h.first()
		cells, err := headerCells(line, Separator(line))
		if err != nil || len(cells) < 2 {
			return false
		}
		t := &tableReader{c: newColumns(cells)}
		return t.assign(nil) == nil
	},
	read: func(in *input) error { return (&tableReader{input: in}).readAll() },
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

// Separator returns what separates the cells of a header.
func Separator(header string) rune {
	best := '\t'
	if strings.Contains(header, "\t") {
		return best
	}
	for _, c := range ",;|" {
		if strings.Count(header, string(c)) > strings.Count(header, string(best)) {
			best = c
		}
	}
	return best
}

func headerCells(line string, separator rune) ([]string, error) {
	if separator == '\t' {
		return strings.Split(line, "\t"), nil
	}
	return newCSV(strings.NewReader(line), separator).Read()
}

func newCSV(r io.Reader, separator rune) *csv.Reader {
	c := csv.NewReader(r)
	c.Comma, c.FieldsPerRecord, c.ReuseRecord = separator, -1, true
	return c
}

// tableReader reads a table whose columns are known by their names.
type tableReader struct {
	*input
	c     *columns
	roles map[string]string // role -> column
}

func (t *tableReader) readAll() error {
	first, rest, err := firstLineOf(t.r)
	if err != nil {
		return err
	}
	if first == "" {
		return &Error{1, "no header; the first line names the columns"}
	}
	t.r = rest
	separator := Separator(first)
	if separator != '\t' {
		return t.readCSV(separator)
	}
	return t.readTSV(tsv{header: func(line string) ([]string, bool) { return strings.Split(line, "\t"), true },
		row: func(c *columns) error { return t.take(c) }})
}

// take assigns the columns when it sees the first row, and reads rows.
func (t *tableReader) take(c *columns) error {
	if t.c == nil {
		t.c = c
		if err := t.assign(t.o.Columns); err != nil {
			return err
		}
	}
	return t.row()
}

func (t *tableReader) readCSV(separator rune) error {
	r := newCSV(&quoteGuard{r: t.r, line: 1, start: 1}, separator)
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if parse, ok := errors.AsType[*csv.ParseError](err); ok {
			if errors.Is(err, csv.ErrQuote) { // the cell may have swallowed the rest of the file
				return &Error{parse.StartLine, "a quotation mark that is not closed, or not alone; inside quoted cells write two"}
			}
			if err := t.sink.Bad(parse.Line, "a quotation mark inside a cell that does not begin with one; quote the cell and write two"); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		t.line, _ = r.FieldPos(0)
		if t.c == nil {
			t.c = newColumns(cells)
			if err := t.assign(t.o.Columns); err != nil {
				return err
			}
			continue
		}
		if err := t.csvRow(cells); err != nil {
			return err
		}
	}
}

func (t *tableReader) csvRow(cells []string) error {
	if len(cells) > t.c.width {
		return t.bad("%d columns, the header has %d", len(cells), t.c.width)
	}
	t.c.row = cells
	return t.row()
}

// assign finds the column of every role: the one that is given, or one with a usual name.
func (t *tableReader) assign(given map[string]string) error {
	t.roles = map[string]string{}
	for _, role := range Roles() {
		if column, ok := given[role]; ok {
			if len(t.c.missing(columnName(column))) > 0 {
				return &Error{1, fmt.Sprintf("the header has no column %q, which is to be the %s", column, role)}
			}
			t.roles[role] = columnName(column)
			continue
		}
		i := slices.IndexFunc(usual[role], func(name string) bool { return len(t.c.missing(name)) == 0 })
		if i >= 0 {
			t.roles[role] = usual[role][i]
		}
	}
	for _, role := range []string{"id", "name"} {
		if t.roles[role] == "" {
			return &Error{1, "no column for the " + role + "; name it with --columns " + role + "=COLUMN"}
		}
	}
	return nil
}

func (t *tableReader) cell(role string) string {
	if t.roles[role] == "" {
		return ""
	}
	return t.c.get(t.roles[role])
}

func (t *tableReader) row() error {
	term := &t.term
	term.reset(t.line, t.cell("id"))
	kind := pack.KindAlias
	if t.roles["synonyms"] != "" {
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
