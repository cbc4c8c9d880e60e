package data

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine is the longest line accepted, in bytes without its line end. The
// limit keeps a file that is no text from filling the memory.
const maxLine = 1 << 20

var byteOrderMark = []byte("\ufeff")

// lineReader yields the lines of a text file and knows their numbers.
type lineReader struct {
	file string
	line int // number of the current line, from 1
	sc   *bufio.Scanner
}

func newLineReader(r io.Reader, file string) *lineReader {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), maxLine+len("\r\n"))
	return &lineReader{file: file, sc: sc}
}

// next returns the next line without its line end, valid until the next call.
func (l *lineReader) next() ([]byte, bool) {
	if !l.sc.Scan() {
		return nil, false
	}
	l.line++
	line := l.sc.Bytes()
	if l.line == 1 {
		line = bytes.TrimPrefix(line, byteOrderMark)
	}
	return line, true
}

// err returns why next stopped, nil at the end of the file.
func (l *lineReader) err() error {
	err := l.sc.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = errors.New("the line is longer than 1 MiB; is this a text file?")
	}
	if err != nil {
		return fmt.Errorf("%s:%d: %w", l.file, l.line+1, err)
	}
	return nil
}

// bad returns the error of the current line.
func (l *lineReader) bad(format string, args ...any) *BadRow {
	return &BadRow{File: l.file, Line: l.line, Reason: fmt.Sprintf(format, args...)}
}
