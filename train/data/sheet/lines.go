package sheet

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// lines reads formats of one row a line.
type lines struct {
	sc    *bufio.Scanner
	line  int
	parse func(line []byte) Row
}

func newLines(r io.Reader, parse func(line []byte) Row) *lines {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), maxRow)
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
			err = errors.New("the line is longer than 16 MiB; is this a text file?")
		}
		return Row{Line: l.line}, err
	}
	r := l.parse(l.sc.Bytes())
	r.Line = l.line
	return r, nil
}

// Unquote takes off the quotation marks that spreadsheets write around cells between TABs, too.
func Unquote(cell string) string {
	if len(cell) < 2 || cell[0] != '"' || cell[len(cell)-1] != '"' {
		return cell
	}
	return strings.ReplaceAll(cell[1:len(cell)-1], `""`, `"`)
}
