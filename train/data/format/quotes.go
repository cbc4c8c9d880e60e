package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
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

// firstLineOf returns the first line of r, and r with the line still to come.
func firstLineOf(r io.Reader) (string, io.Reader, error) {
	b := bufio.NewReaderSize(r, HeadSize)
	first, err := b.Peek(HeadSize)
	if err != nil && err != io.EOF {
		return "", nil, err
	}
	line, _, _ := bytes.Cut(first, []byte("\n"))
	if len(line) == HeadSize {
		return "", nil, &Error{1, fmt.Sprintf("a header longer than %d KiB", HeadSize>>10)}
	}
	return string(bytes.TrimPrefix(bytes.TrimSuffix(line, []byte("\r")), []byte(ByteOrderMark))), b, nil
}
