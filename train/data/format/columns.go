package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data/sheet"
)

// columnName makes Approved symbol and approved_symbol one name of a column.
func columnName(s string) string {
	s = strings.ToLower(sheet.Unquote(strings.TrimSpace(s)))
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '_' || r == '-' }), "_")
}

// anyColumns says how a file is read whose columns are other ones than its format has.
const anyColumns = "--input-format table --columns id=COLUMN,name=COLUMN takes any columns"

// columns gives access to the cells of a row by the names of their columns.
type columns struct {
	index  map[string]int
	width  int // of the header
	row    []string
	absent string // a cell for nothing, beside an empty one
	asIs   bool   // blanks and quotation marks are part of cells
}

// newColumns takes the cells of a header.
func newColumns(header []string) *columns {
	c := &columns{index: make(map[string]int, len(header)), width: len(header)}
	for i, name := range header {
		name = columnName(name)
		if _, twice := c.index[name]; !twice {
			c.index[name] = i
		}
	}
	return c
}

// get returns the cell of a column, mostly without blanks and quotation marks around it, "" where there is none.
func (c *columns) get(name string) string {
	i, ok := c.index[name]
	if !ok || i >= len(c.row) {
		return ""
	}
	text := c.row[i]
	if !c.asIs {
		text = sheet.Unquote(strings.TrimSpace(text))
	}
	if text == c.absent {
		return ""
	}
	return text
}

// list returns the parts of the cell of a column.
func (c *columns) list(name, separator string) []string { return list(c.get(name), separator) }

// missing returns the names that are no columns.
func (c *columns) missing(names ...string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { _, ok := c.index[name]; return ok })
}

// tsv reads rows of cells between TABs after the header: the first line for which header says
// so.
type tsv struct {
	header func(line string) (cells []string, ok bool)
	need   []string // columns
	notes  bool     // lines that begin with # are comments after the header, too
	asIs   bool     // see columns
	headless
	row func(c *columns) error
}

// headless describes files without a header, or with one that may be missing.
type headless struct {
	fields []string // the names of the columns
	// split appends the cells of a line, or says why it is no row; an empty line may be neither.
	split func(row []string, line string) (cells []string, problem string)
}

func (in *input) readTSV(t tsv) error {
	var c *columns
	if t.split == nil {
		t.split = func(row []string, line string) ([]string, string) { return c.split(row, line, t.notes) }
	} else {
		c = newColumns(t.fields)
		c.asIs = t.asIs
	}
	var cells []string
	err := in.eachLine(func(line string) (err error) {
		if c == nil {
			c, err = in.readHeader(line, &t)
			return err
		}
		row, problem := t.split(cells[:0], line)
		switch {
		case problem != "":
			return in.sink.Bad(in.line, problem)
		case len(row) == 0:
			return nil
		case t.fields != nil && in.line == 1 && row[0] == t.fields[0]:
			c = newColumns(row)
			return nil
		}
		cells, c.row = row, row
		return t.row(c)
	})
	if err == nil && c == nil {
		err = &Error{0, "not " + in.title + ": no line names the columns"}
	}
	return err
}

// readHeader takes the columns of a line that is the header; nil if it is not.
func (in *input) readHeader(line string, t *tsv) (*columns, error) {
	header, ok := t.header(line)
	if !ok {
		return nil, nil
	}
	c := newColumns(header)
	c.asIs = t.asIs
	return c, c.require(in, t.need)
}

// require refuses a header without some columns.
func (c *columns) require(in *input, need []string) error {
	if missing := c.missing(need...); len(missing) > 0 {
		return &Error{max(in.line, 1), "not " + in.title + ": the header has no column " + strings.Join(missing, ", ") + "; " + anyColumns}
	}
	return nil
}

// split appends the cells of a line between TABs, none of an empty one or of a comment.
func (c *columns) split(row []string, line string, notes bool) (cells []string, problem string) {
	if line == "" || notes && line[0] == '#' {
		return nil, ""
	}
	cells = slices.AppendSeq(row, strings.SplitSeq(line, "\t"))
	if len(cells) > c.width && strings.TrimSpace(strings.Join(cells[c.width:], "")) != "" {
		return nil, fmt.Sprintf("%d columns, the header has %d", len(cells), c.width)
	}
	return cells, ""
}

// firstLine takes the first line as the header, with or without a # before it.
func firstLine(line string) ([]string, bool) {
	return strings.Split(strings.TrimPrefix(line, "#"), "\t"), true
}

// otherTaxon skips the current row if its taxon is none of those wanted.
func (in *input) otherTaxon(taxon, example string) bool {
	if wanted(in.o.Taxa, taxon) {
		return false
	}
	in.sink.Skip(in.line, "of another taxon", example)
	return true
}
