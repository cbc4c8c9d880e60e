package mapping

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/internal/meant"
	"github.com/normlet/normlet/train/data/sheet"
)

// What is mapped is a table of package sheet.
type (
	Row      = sheet.Row
	Shape    = sheet.Shape
	Table    = sheet.Table
	RowError = sheet.RowError
)

// NewTable finds out the format of in and reads its header, unless Detect has.
func NewTable(in *Input, c *Config) (*Table, error) {
	if in.table != nil {
		in.table.Numeric = numericOf(in.table, c)
		return in.table, nil
	}
	o := sheet.Options{Format: c.From, Delimiter: c.Delimiter, Sheet: c.Sheet, NoHeader: c.NoHeader, HeaderRow: c.HeaderRow, Uneven: !c.Strict}
	t, err := sheet.New(in.text, in.Name, o, sheet.Naming(c.Columns...))
	if in.table = t; err == nil && t.Objects() && (c.NoHeader || c.HeaderRow > 0) {
		return nil, fmt.Errorf("%s: objects have no header, but keys, so --no-header and --header-row change nothing; leave them out", in.Name)
	}
	if err == nil {
		if t.Numeric = numericOf(t, c); in.mark {
			t.Before.Text = byteOrderMark + t.Before.Text
		}
	}
	return t, err
}

// column is where a mention stands: a field of a table, a key of an object.
type column struct {
	name      string
	index     int
	namespace string // of what it names; "": any
}

// find returns the column of a name, or of a number from 1. A namespace may follow after a colon, not after a key.
func find(s *Shape, name string) (column, error) {
	c, err := findPlain(s, name)
	if at := strings.LastIndexByte(name, ':'); at >= 0 && err != nil {
		if plain, other := findPlain(s, name[:at]); other == nil {
			plain.namespace = name[at+1:]
			return plain, nil
		}
	}
	return c, err
}

func findPlain(s *Shape, name string) (column, error) {
	if s.Objects() {
		return column{name: name}, nil // which keys there are, the objects say
	}
	i, err := s.Find(name)
	if err != nil || s.Header == nil {
		return column{name: strconv.Itoa(i + 1), index: i}, err
	}
	return column{name: s.Header[i], index: i}, nil
}

// texts returns the texts of columns in a row; keys that an object lacks are empty, but one has to be there.
func texts(s *Shape, r *Row, columns []column) ([]string, error) {
	out := make([]string, len(columns))
	if !s.Objects() {
		for i, c := range columns {
			out[i] = r.Fields[c.index]
		}
		return out, nil
	}
	var object map[string]json.RawMessage
	err := json.Unmarshal(r.Object, &object)
	if err == nil && object == nil {
		err = errors.New("it is null")
	}
	if err != nil {
		return nil, &RowError{File: s.Name, Line: r.Line, Err: fmt.Errorf("not a JSON object (%v)", err)}
	}
	for i, c := range columns {
		value, ok := object[c.name]
		if !ok && len(columns) == 1 || !ok && r.Line == 1 {
			keys := slices.Sorted(maps.Keys(object))
			return nil, &RowError{File: s.Name, Line: r.Line, Err: fmt.Errorf("no key %q; there are %s%s", c.name, sheet.Quoted(keys), meant.Hint(c.name, keys))}
		}
		text, err := textOf(value)
		if err != nil {
			return nil, &RowError{File: s.Name, Line: r.Line, Err: fmt.Errorf("key %q: %w", c.name, err)}
		}
		out[i] = text
	}
	return out, nil
}

// Cells calls take with the texts of c.Columns in each row of a table, and its line.
func Cells(in *Input, c *Config, take func(cells []string, line int) error) error {
	t, err := NewTable(in, c)
	if err != nil {
		return err
	}
	columns := make([]column, len(c.Columns))
	for i, name := range c.Columns {
		if columns[i], err = findPlain(&t.Shape, name); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	for {
		row, err := t.Next()
		if err == io.EOF {
			return nil
		}
		var cells []string
		if err == nil {
			cells, err = texts(&t.Shape, &row, columns)
		}
		if err == nil {
			err = take(cells, row.Line)
		}
		if err != nil {
			return err
		}
	}
}

// textOf returns a JSON string or number as text, null and nothing as none.
func textOf(value json.RawMessage) (string, error) {
	switch {
	case len(value) == 0 || string(value) == "null":
		return "", nil
	case value[0] == '"':
		var s string
		err := json.Unmarshal(value, &s)
		return s, err
	case value[0] == '{' || value[0] == '[':
		return "", errors.New("neither text nor a number")
	}
	return string(value), nil
}
