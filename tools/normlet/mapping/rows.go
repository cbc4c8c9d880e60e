package mapping

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/normlet/normlet/train/data/sheet"
)

// What is mapped is a table of package sheet.
type (
	Row      = sheet.Row
	Shape    = sheet.Shape
	Table    = sheet.Table
	RowError = sheet.RowError
)

// NewTable finds out the format of in and reads its header.
func NewTable(in *Input, c *Config) (*Table, error) {
	t, err := sheet.New(in.text, in.Name, sheet.Options{Format: c.From, Delimiter: c.Delimiter, Sheet: c.Sheet, NoHeader: c.NoHeader})
	in.table = t
	return t, err
}

// column is where a mention stands: a field of a table, a key of an object.
type column struct {
	name  string
	index int
}

// find returns the column of a name, or of a number from 1.
func find(s *Shape, name string) (column, error) {
	if s.Objects() {
		return column{name: name}, nil // which keys there are, the objects say
	}
	i, err := s.Find(name)
	if err != nil || s.Header == nil {
		return column{strconv.Itoa(i + 1), i}, err
	}
	return column{s.Header[i], i}, nil
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
	if err := json.Unmarshal(r.Object, &object); err != nil || object == nil {
		return nil, &RowError{File: s.Name, Line: r.Line, Err: fmt.Errorf("not a JSON object (%v)", err)}
	}
	for i, c := range columns {
		value, ok := object[c.name]
		if !ok && len(columns) == 1 || !ok && r.Line == 1 {
			return nil, &RowError{File: s.Name, Line: r.Line, Err: fmt.Errorf("no key %q; there are %s", c.name, sheet.Quoted(slices.Sorted(maps.Keys(object))))}
		}
		text, err := textOf(value)
		if err != nil {
			return nil, &RowError{File: s.Name, Line: r.Line, Err: fmt.Errorf("key %q: %w", c.name, err)}
		}
		out[i] = text
	}
	return out, nil
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
