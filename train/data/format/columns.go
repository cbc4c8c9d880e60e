package format

import (
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
