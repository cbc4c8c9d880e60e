package data

import (
	"errors"
	"fmt"
	"io"
)

// ReadOptions says how terminologies are read. The zero value stops at the
// first bad row and takes namespaces from the file.
type ReadOptions struct {
	// SkipBad leaves bad rows out and reports them, instead of stopping.
	SkipBad bool
	// Namespace is given to entities whose rows state none. When it is empty
	// too, the prefix of the id is used.
	Namespace string
}

// Read reads the terminology file at path, which is opened as by Open. Its
// errors name the file; those of single rows are of type *BadRow.
func Read(path string, o ReadOptions) (*Terminology, *Report, error) {
	return ReadFiles([]string{path}, o)
}

// ReadFiles reads several files into one terminology, as if they were one file:
// an entity may have rows in all of them.
func ReadFiles(paths []string, o ReadOptions) (*Terminology, *Report, error) {
	b := newBuilder(o)
	for _, path := range paths {
		if err := readFile(b, path); err != nil {
			return nil, nil, err
		}
	}
	return b.finish()
}

func readFile(b *builder, path string) error {
	f, err := Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return b.read(newLineReader(f, path))
}

// ReadTSV reads a terminology from r; file names it in errors.
func ReadTSV(r io.Reader, file string, o ReadOptions) (*Terminology, *Report, error) {
	b := newBuilder(o)
	if err := b.read(newLineReader(r, file)); err != nil {
		return nil, nil, err
	}
	return b.finish()
}

// read adds the rows of one file.
func (b *builder) read(l *lineReader) error {
	before := b.report.Rows
	for {
		line, ok := l.next()
		if !ok {
			break
		}
		if b.report.Rows == before && len(line) > 0 && line[0] == '#' {
			continue
		}
		b.report.Rows++
		if err := b.addLine(l, line); err != nil {
			return err
		}
	}
	if err := l.err(); err != nil {
		return err
	}
	if b.report.Rows == before {
		return fmt.Errorf("%s: no rows; a terminology file needs lines of the form id TAB name", l.file)
	}
	return nil
}

// addLine adds one row, or deals with it as a bad one.
func (b *builder) addLine(l *lineReader, line []byte) error {
	reason := ""
	if r, err := parseRow(line); err != nil {
		reason = err.Error()
	} else if err := b.add(r, l); err != nil {
		reason = err.Error()
	}
	if reason == "" {
		return nil
	}
	bad := l.bad("%s", reason)
	if !b.options.SkipBad {
		return fmt.Errorf("%w (correct the row, or leave bad rows out with --skip-bad)", bad)
	}
	b.report.Bad = append(b.report.Bad, *bad)
	return nil
}

// finish settles what only the whole input decides.
func (b *builder) finish() (*Terminology, *Report, error) {
	if len(b.terminology.Entities) == 0 {
		if len(b.report.Bad) == 0 {
			return nil, nil, errors.New("no terminology file given")
		}
		return nil, nil, fmt.Errorf("no good row among %d; the first bad one: %w", b.report.Rows, &b.report.Bad[0])
	}
	for i := range b.terminology.Entities {
		b.settlePrimary(&b.terminology.Entities[i])
		b.settleNamespace(i)
	}
	b.report.Entities = len(b.terminology.Entities)
	b.report.Names = b.terminology.NumNames()
	return &b.terminology, &b.report, nil
}
