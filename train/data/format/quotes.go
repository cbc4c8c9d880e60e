package format

import (
	"encoding/csv"
	"io"
	"strings"
)

// quoteGuard keeps a CSV parser from reading all of a file whose quotation mark is never closed.
type quoteGuard struct {
	r           io.Reader
	inside      bool
	size        int // of the record so far
	line, start int // current one, and the one where the record begins
}

// Read implements io.Reader.
func (g *quoteGuard) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	for _, c := range p[:n] {
		g.size++
		switch {
		case c == '"':
			g.inside = !g.inside // two in a row change nothing
		case c == '\n':
			g.line++
			if !g.inside {
				g.size, g.start = 0, g.line
			}
		}
		if g.size > MaxLine {
			return 0, g.tooLong()
		}
	}
	return n, err
}

func (g *quoteGuard) tooLong() error {
	if g.inside {
		return &Error{g.start, "a quotation mark that is not closed within 1 MiB"}
	}
	return &Error{g.start, "the line is longer than 1 MiB; is this a text file?"}
}

// headerCells returns the cells of a header.
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
