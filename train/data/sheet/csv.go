package sheet

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"github.com/normlet/normlet/train/data/limit"
)

type csvReader struct {
	*csv.Reader
	allowance *allowance
	line      int // of the last field that was read
}

// allowance ends the reading when a row gets too long.
type allowance struct {
	r    io.Reader
	left int
}

// errTooLong is what an allowance ends with, and whoever has one says in other words.
var errTooLong = errors.New("longer than it may be")

func (g *allowance) Read(p []byte) (int, error) {
	if g.left <= 0 {
		return 0, errTooLong
	}
	n, err := g.r.Read(p[:min(len(p), g.left)])
	g.left -= n
	return n, err
}

func newCSV(r io.Reader, comma byte) *csvReader {
	g := &allowance{r: r}
	c := &csvReader{Reader: csv.NewReader(&unpad{r: g, comma: comma}), allowance: g}
	c.Comma, c.FieldsPerRecord = rune(comma), -1
	return c
}

func (c *csvReader) next() (Row, error) {
	c.allowance.left = limit.Of().Value
	fields, err := c.Reader.Read()
	if errors.Is(err, errTooLong) {
		err = limit.Exceeded("the row is longer than %s; is a quote not closed?", limit.Bytes(limit.Of().Value))
	}
	if err != nil {
		return Row{Line: c.line + 1}, err // after the row before, which is near enough
	}
	line, _ := c.FieldPos(0)
	c.line, _ = c.FieldPos(len(fields) - 1)
	return Row{Line: line, Fields: fields}, nil
}

// problem names file and line of an error.
func (t *Table) inLine(r *Row, err error) error {
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		return &RowError{t.Name, e.StartLine, csvProblem(e)}
	}
	if e, ok := errors.AsType[*RowError](err); ok {
		e.File = t.Name
		return e
	}
	if err != io.EOF {
		err = &Error{t.Name, r.Line, err}
	}
	return err
}

// ErrQuote is the reason of a RowError after which rows may be missing: a cell may have swallowed them.
var ErrQuote = errors.New("a quote is not closed, or stands inside a field without being doubled")

func csvProblem(e *csv.ParseError) error {
	if errors.Is(e.Err, csv.ErrQuote) {
		return ErrQuote
	}
	return fmt.Errorf("%w; such fields have to be quoted, and their quotes doubled", e.Err)
}

// unpad leaves out blanks between a delimiter and a quotation mark that begins or ends a cell, as in
//
//	1, "cats, and dogs" , 2
//
// The blanks of cells without quotation marks stay.
type unpad struct {
	r      io.Reader
	comma  byte
	state  byte
	ends   int    // of cells in the row so far
	blanks []byte // held back
	out    []byte // ready from at on
	at     int
	err    error
}

// The places of unpad.
const (
	cellStart = iota // nothing but blanks of the cell so far
	bareCell
	quotedCell
	quoteInside // after a quotation mark in a quoted cell: its end, or the first of two
	afterQuote  // nothing but blanks since its end
)

// Read implements io.Reader.
func (u *unpad) Read(p []byte) (int, error) {
	for u.at == len(u.out) {
		if u.err != nil {
			return 0, u.err
		}
		n, err := u.r.Read(p)
		u.err, u.out, u.at = err, u.out[:0], 0
		most := limit.Of().Cells
		for _, c := range p[:n] {
			if u.next(c); u.ends >= most {
				u.err = limit.Exceeded("a row of more than %d cells", most)
				break
			}
		}
		if err != nil && u.state != afterQuote {
			u.out, u.blanks = append(u.out, u.blanks...), nil
		}
	}
	n := copy(p, u.out[u.at:])
	u.at += n
	return n, nil
}

// next takes a byte.
func (u *unpad) next(c byte) {
	isBlank := c == ' ' || c == '\t' && u.comma != '\t'
	end := c == u.comma || c == '\n' || c == '\r'
	if end && u.state != quotedCell {
		if u.ends++; c != u.comma {
			u.ends = 0
		}
	}
	switch u.state {
	case cellStart, afterQuote:
		if isBlank && len(u.blanks) < limit.Of().Value {
			u.blanks = append(u.blanks, c)
			return
		}
		if u.state == cellStart && c != '"' || u.state == afterQuote && !end {
			u.out = append(u.out, u.blanks...)
		}
		u.blanks = u.blanks[:0]
		switch {
		case end:
			u.state = cellStart
		case c == '"' && u.state == cellStart:
			u.state = quotedCell
		default:
			u.state = bareCell
		}
	case bareCell:
		if end {
			u.state = cellStart
		}
	case quotedCell:
		if c == '"' {
			u.state = quoteInside
		}
	case quoteInside:
		switch {
		case c == '"':
			u.state = quotedCell
		case isBlank:
			u.state = afterQuote
			u.blanks = append(u.blanks, c)
			return
		case end:
			u.state = cellStart
		default:
			u.state = bareCell
		}
	}
	u.out = append(u.out, c)
}
