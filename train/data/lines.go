package data

import (
	"errors"
	"fmt"
	"io"

	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/sheet"
)

// lineReader yields the lines of a file.
type lineReader struct {
	*format.Lines
	file string
}

func newLineReader(r io.Reader, file string) *lineReader {
	return &lineReader{format.NewLines(r), file}
}

// err returns why Next stopped, nil at the end of the file.
func (l *lineReader) err() error { return inFile(l.Err(), l.file, l.Line+1) }

// EachLine calls f with the lines of r, which must be text, and their numbers from 1. An error
// of f ends the reading as a *BadRow of file.
func EachLine(r io.Reader, file string, f func(line string, number int) error) error {
	l := newLineReader(r, file)
	for line, ok := l.Next(); ok; line, ok = l.Next() {
		err := format.CheckText(line)
		if err == nil {
			err = f(string(line), l.Line)
		}
		if err != nil {
			return l.bad("%v", err)
		}
	}
	return l.err()
}

// readLines is EachLine for the file at path, opened as by Open.
func readLines(path string, f func(line string, number int) error) error {
	r, err := Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	return EachLine(r, path, f)
}

// eachRow is EachLine for the rows of a table, whose own errors name file and line.
func eachRow(t *sheet.Table, f func(cells []string, number int) error) error {
	for {
		row, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := f(row.Fields, row.Line); err != nil {
			return &BadRow{File: t.Name, Line: row.Line, Reason: err.Error()}
		}
	}
}

// inFile returns an error that names its file, and the line that it knows or that is being read.
func inFile(err error, file string, line int) error {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*format.Error](err); ok {
		if known.Line == 0 {
			return fmt.Errorf("%s: %s", file, known.Reason)
		}
		return &BadRow{File: file, Line: known.Line, Reason: known.Reason}
	}
	if _, ok := errors.AsType[*sheet.TextError](err); ok && line == 0 {
		return fmt.Errorf("%s: %w", file, err)
	}
	if line == 0 {
		return err
	}
	return fmt.Errorf("%s:%d: %w", file, line, err)
}

func (l *lineReader) bad(format string, args ...any) *BadRow {
	return &BadRow{File: l.file, Line: l.Line, Reason: fmt.Sprintf(format, args...)}
}
