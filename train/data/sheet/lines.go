package sheet

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/normlet/normlet/train/data/limit"
)

// lines reads formats of one row a line.
type lines struct {
	sc    *bufio.Scanner
	line  int
	parse func(line []byte) (Row, error)
}

// cells splits a line between TABs.
func cells(line []byte) (Row, error) {
	if most := limit.Of().Cells; bytes.Count(line, []byte("\t")) >= most {
		return Row{}, limit.Exceeded("a row of more than %d cells", most)
	}
	return Row{Fields: strings.Split(string(line), "\t")}, nil
}

func newLines(r io.Reader, parse func(line []byte) (Row, error)) *lines {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), limit.Of().Value)
	return &lines{sc: sc, parse: parse}
}

func (l *lines) next() (Row, error) {
	l.line++
	if !l.sc.Scan() {
		err := l.sc.Err()
		switch {
		case err == nil:
			err = io.EOF
		case errors.Is(err, bufio.ErrTooLong):
			err = limit.Exceeded("the line is longer than %s; is this a text file?", limit.Bytes(limit.Of().Value))
		}
		return Row{Line: l.line}, err
	}
	r, err := l.parse(l.sc.Bytes())
	r.Line = l.line
	return r, err
}

// Unquote removes quotation marks, which spreadsheets also write around cells between TABs.
func Unquote(cell string) string {
	if len(cell) < 2 || cell[0] != '"' || cell[len(cell)-1] != '"' {
		return cell
	}
	return strings.ReplaceAll(cell[1:len(cell)-1], `""`, `"`)
}
