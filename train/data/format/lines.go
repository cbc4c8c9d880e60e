package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/normlet/normlet/train/data/limit"
)

// ByteOrderMark may begin a UTF-8 file.
const ByteOrderMark = "\ufeff"

// Error is what ends the reading of a file.
type Error struct {
	Line   int // from 1; 0 for the whole file
	Reason string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
}

// Lines yields the lines of a text.
type Lines struct {
	Line int // number of the current one, from 1
	sc   *bufio.Scanner
}

// NewLines returns the lines of r.
func NewLines(r io.Reader) *Lines {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), limit.Of().Line+len("\r\n"))
	return &Lines{sc: sc}
}

// Next returns the next line without its line end, valid until the next call.
func (l *Lines) Next() ([]byte, bool) {
	if !l.sc.Scan() {
		return nil, false
	}
	l.Line++
	line := l.sc.Bytes()
	if l.Line == 1 {
		line = bytes.TrimPrefix(line, []byte(ByteOrderMark))
	}
	return line, true
}

// Err returns why Next stopped, nil at the end: the reader's error, or an *Error for too long a
// line.
func (l *Lines) Err() error {
	err := l.sc.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return exceeded(l.Line+1, "the line is longer than %s; is this a text file?", limit.Bytes(limit.Of().Line))
	}
	return err
}

// CheckText refuses bytes that no line of a text may hold.
func CheckText(s []byte) error {
	switch {
	case !utf8.Valid(s):
		return errors.New("invalid UTF-8: " + guessEncoding(s))
	case bytes.IndexByte(s, 0) >= 0:
		return errors.New("a NUL byte; is this a text file?")
	case bytes.IndexByte(s, '\r') >= 0:
		return errors.New("a carriage return inside the row")
	}
	return nil
}

// CheckRow is CheckText for a row of a terminology: its error names the flag --encoding, too.
func CheckRow(s []byte) error {
	err := CheckText(s)
	if err != nil && !utf8.Valid(s) {
		return fmt.Errorf("%w, or say --encoding latin1", err)
	}
	return err
}

// guessEncoding says what a line is that is not UTF-8. Nothing is converted on a guess, which
// would damage names.
func guessEncoding(s []byte) string {
	for len(s) > 0 {
		r, size := utf8.DecodeRune(s)
		if r == utf8.RuneError && size == 1 {
			break
		}
		s = s[size:]
	}
	charset, name := "ISO-8859-1", "Latin-1"
	if s[0] < 0xa0 {
		charset, name = "WINDOWS-1252", "Windows-1252"
	}
	return fmt.Sprintf("the byte 0x%X looks like %s; convert the file with iconv -f %s -t UTF-8", s[0], name, charset)
}

// eachLine calls f with every line, which is valid for the call.
func (in *input) eachLine(f func(line string) error) error {
	l := NewLines(in.r)
	for {
		line, ok := l.Next()
		if !ok {
			return l.Err()
		}
		if err := CheckRow(line); err != nil {
			if err := in.sink.Bad(l.Line, err.Error()); err != nil {
				return err
			}
			continue
		}
		in.line = l.Line
		if err := f(string(line)); err != nil {
			return err
		}
	}
}

// bad takes note of the current line as a bad one.
func (in *input) bad(format string, args ...any) error {
	return in.sink.Bad(in.line, fmt.Sprintf(format, args...))
}
