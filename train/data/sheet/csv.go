package sheet

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/normlet/normlet/train/data/limit"
)

// errTooLong ends the readers of type limit.Reader here. Their users replace it by an error that says what is too long.
var errTooLong = errors.New("longer than it may be")

// csvReader reads rows of cells that may be in quotation marks, several lines of them, too. Blanks between a delimiter
// and a quotation mark that begins or ends a cell are left out, as in
//
//	1, "cats, and dogs" , 2
//
// Those of cells without quotation marks stay.
type csvReader struct {
	lines
	comma byte
	place byte
	cells []byte // of the row so far
	ends  []int  // of the whole ones
}

// The places of a csvReader.
const (
	cellStart = iota // nothing but blanks of the cell so far
	bareCell
	quotedCell
	quoteInside // after a quotation mark in a quoted cell: its end, or the first of two
	afterQuote  // nothing but blanks since its end
)

// ErrQuote is the reason of a RowError after which rows may be missing: a cell may have swallowed them.
var ErrQuote = errors.New("a quote is not closed, or stands inside a field without being doubled")

var errBareQuote = errors.New(`bare " in non-quoted-field; such fields have to be quoted, and their quotes doubled`)

func (c *csvReader) next() (Row, error) {
	c.text, c.cells, c.ends, c.place = c.text[:0], c.cells[:0], c.ends[:0], cellStart
	row := Row{Line: c.line + 1}
	for {
		from := len(c.text)
		end, err := c.more("the row is longer than %s; is a quote not closed?")
		line := c.text[from : len(c.text)-len(end)]
		switch {
		case err == io.EOF && from > 0:
			return row, &RowError{Line: row.Line, Err: ErrQuote}
		case err != nil:
			return row, err
		case from == 0 && len(line) == 0: // such lines are no rows
			row.Line, c.text = c.line+1, c.text[:0]
			continue
		}
		if err := c.take(line); err != nil {
			return row, &RowError{Line: row.Line, Err: err}
		}
		if most := limit.Of().Cells; len(c.ends) >= most {
			return row, limit.Exceeded("a row of more than %d cells", most)
		}
		if c.place != quotedCell {
			row.Text, row.End = string(c.text[:from+len(line)]), end
			row.Fields = c.fields(row.Text)
			return row, nil
		}
		c.cells = append(c.cells, '\n')
	}
}

// fields returns the cells of the row that was taken. Without quotation marks they are parts of its text.
func (c *csvReader) fields(text string) []string {
	if len(c.cells) == 0 && len(c.ends) == 0 && strings.IndexByte(text, '"') < 0 {
		return strings.Split(text, string(c.comma))
	}
	cells, from := string(c.cells), 0
	fields := make([]string, 0, len(c.ends)+1)
	for _, end := range append(c.ends, len(cells)) {
		fields, from = append(fields, cells[from:end]), end
	}
	return fields
}

// take takes a line, unless fields can split it, and no more of it than a row may have cells.
func (c *csvReader) take(line []byte) error {
	most := limit.Of().Cells
	if c.place == cellStart && bytes.IndexByte(line, '"') < 0 && bytes.Count(line, []byte{c.comma}) < most {
		return nil
	}
	for _, b := range line {
		isBlank := b == ' ' || b == '\t' && c.comma != '\t'
		switch {
		case c.place == quotedCell && b == '"':
			c.place = quoteInside
			continue
		case c.place == quotedCell:
		case c.place == quoteInside && b == '"':
			c.place = quotedCell
		case b == c.comma:
			if c.ends, c.place = append(c.ends, len(c.cells)), cellStart; len(c.ends) >= most {
				return nil
			}
			continue
		case c.place == quoteInside || c.place == afterQuote:
			if c.place = afterQuote; !isBlank {
				return ErrQuote
			}
			continue
		case b == '"' && c.place == bareCell:
			return errBareQuote
		case b == '"':
			from := 0
			if len(c.ends) > 0 {
				from = c.ends[len(c.ends)-1]
			}
			c.place, c.cells = quotedCell, c.cells[:from] // without blanks
			continue
		case !isBlank:
			c.place = bareCell
		}
		c.cells = append(c.cells, b)
	}
	return nil
}

// inLine names file and line of an error.
func (t *Table) inLine(r *Row, err error) error {
	if e, ok := errors.AsType[*RowError](err); ok {
		e.File, e.Line = t.Name, e.Line+t.Before.lines
		return e
	}
	if err != io.EOF {
		err = &Error{t.Name, r.Line, err}
	}
	return err
}
