package data

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data/document"
	"github.com/normlet/normlet/train/data/format"
)

// Texts yields the texts of files, opened as by Open, one after the other: the documents of
// PubTator and BioC XML, and the lines of any other text. With a column, a file is a table
// with a header, separated by tabs, or else by what CSV has, and a text is a cell of the column
// of that name. An error is the last thing it yields; a file without texts is one.
func Texts(paths []string, column string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, path := range paths {
			n, more := 0, true
			err := eachText(path, column, func(text string) bool {
				if strings.TrimSpace(text) != "" {
					n++
					more = yield(text, nil)
				}
				return more
			})
			if err == nil && n == 0 && more {
				err = fmt.Errorf("%s: no texts", path)
			}
			if err != nil {
				yield("", err)
				return
			}
			if !more {
				return
			}
		}
	}
}

// eachText calls f with the texts of a file until it returns false.
func eachText(path, column string, f func(text string) bool) error {
	file, err := Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	r := bufio.NewReaderSize(file, format.HeadSize)
	head, err := r.Peek(format.HeadSize)
	if err != nil && err != io.EOF {
		return err
	}
	if column != "" {
		return eachCell(r, path, column, f)
	}
	if kind := document.Detect(head); kind != "" {
		return eachDocument(r, path, kind, f)
	}
	return stoppable(EachLine(r, path, func(line string, _ int) error { return stop(f(line)) }))
}

// errStop ends the reading of lines without being an error.
var errStop = errors.New("stop")

func stop(more bool) error {
	if more {
		return nil
	}
	return errStop
}

// stoppable leaves out the error of a line at which reading was stopped.
func stoppable(err error) error {
	if bad, ok := errors.AsType[*BadRow](err); ok && bad.Reason == errStop.Error() {
		return nil
	}
	return err
}

func eachDocument(r io.Reader, path, kind string, f func(text string) bool) error {
	documents, err := document.NewReader(r, path, kind)
	for err == nil {
		var d *document.Document
		if d, err = documents.Next(); err == nil && !f(d.Text) {
			return nil
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// eachCell calls f with the cells of a column.
func eachCell(r io.Reader, path, column string, f func(text string) bool) error {
	place := -1
	take := func(cells []string) (bool, error) {
		if place < 0 {
			if place = slices.Index(cells, column); place < 0 {
				return false, fmt.Errorf("no column %q; there are %q", column, cells)
			}
			return true, nil
		}
		return place >= len(cells) || f(cells[place]), nil
	}
	buffered := bufio.NewReaderSize(r, format.HeadSize)
	head, err := buffered.Peek(format.HeadSize)
	if err != nil && err != io.EOF {
		return err
	}
	header, _, _ := strings.Cut(string(head), "\n")
	if strings.Contains(header, "\t") || !strings.ContainsAny(header, ",;|") {
		return stoppable(EachLine(buffered, path, func(line string, _ int) error {
			more, err := take(strings.Split(line, "\t"))
			return errors.Join(err, stop(more || err != nil))
		}))
	}
	return eachRecord(csv.NewReader(buffered), path, header, take)
}

func eachRecord(r *csv.Reader, path, header string, take func(cells []string) (bool, error)) error {
	r.FieldsPerRecord, r.ReuseRecord = -1, true
	for _, c := range ";|" {
		if strings.Count(header, string(c)) > strings.Count(header, string(r.Comma)) {
			r.Comma = c
		}
	}
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return nil
		}
		var more bool
		if err == nil {
			err = format.CheckText([]byte(strings.Join(cells, "")))
		}
		if err == nil {
			more, err = take(cells)
		}
		if err != nil {
			line, _ := r.FieldPos(0)
			return fmt.Errorf("%s:%d: %w", path, line, err)
		}
		if !more {
			return nil
		}
	}
}
