package data

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/normlet/normlet/train/data/document"
	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/sheet"
)

// Texts yields the texts of files, opened as by Open, one after the other: those of documents with
// marks (package document), and the lines of any other text. With a column, a file is a table with
// a header, TSV or CSV, and a text is a cell of the column of that name. An error ends the
// sequence; a file without texts is one.
func Texts(paths []string, column string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, path := range paths {
			n, stopped := 0, false
			err := eachText(path, column, func(text string) error {
				if strings.TrimSpace(text) == "" {
					return nil
				}
				if n++; !yield(text, nil) {
					stopped = true
					return errStop
				}
				return nil
			})
			if stopped {
				return
			}
			if err == nil && n == 0 {
				err = fmt.Errorf("%s: no texts", path)
			}
			if err != nil {
				yield("", err)
				return
			}
		}
	}
}

// errStop ends the reading of a file.
var errStop = errors.New("stop")

// eachText calls take with the texts of a file.
func eachText(path, column string, take func(text string) error) error {
	file, err := Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	r, _, err := sheet.Decode(bufio.NewReaderSize(file, format.HeadSize), "", false)
	if err != nil {
		return inFile(err, path, 0)
	}
	head, err := r.Peek(format.HeadSize)
	if err != nil && err != io.EOF {
		return inFile(err, path, 0)
	}
	if column != "" {
		return eachCell(r, path, column, take)
	}
	if kind := DocumentFormat(path, head); kind != "" {
		return eachDocument(r, path, kind, take)
	}
	return EachLine(r, path, func(line string, _ int) error { return take(line) })
}

func eachDocument(r io.Reader, path, kind string, take func(text string) error) error {
	documents, err := Documents(r, path, kind)
	for err == nil {
		var d *document.Document
		if d, err = documents.Next(); err == nil {
			err = take(d.Text)
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

func eachCell(r io.Reader, path, column string, take func(text string) error) error {
	t, err := sheet.New(r, path, sheet.Options{Ragged: true}, nil)
	if err != nil {
		return err
	}
	defer t.Close()
	place, err := t.Find(column)
	if err != nil {
		return err
	}
	return eachRow(t, func(cells []string, _ int) error {
		if err := format.CheckText([]byte(cells[place])); err != nil {
			return err
		}
		return take(cells[place])
	})
}
