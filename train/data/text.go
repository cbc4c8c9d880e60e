package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/sheet"
)

// text is a terminology file that is open, decompressed and in UTF-8.
type text struct {
	name, namespace string
	file            io.Closer
	reader          *bufio.Reader
	encoding        string // what it was converted from, "" for UTF-8
	format          *format.Format
	problem         error // of a table, if it looks like one
}

// openText opens a file and finds out its format, nil for the project's own one.
func openText(s Source, o *ReadOptions) (*text, error) {
	file, err := s.open()
	if err != nil {
		return nil, err
	}
	t := &text{name: s.Path, namespace: s.Namespace, file: file, reader: bufio.NewReaderSize(file, format.HeadSize)}
	if s.Path == "-" {
		t.name = "standard input"
	}
	if err := t.detect(o); err != nil {
		file.Close()
		return nil, err
	}
	return t, nil
}

// detect converts the text to UTF-8, if its encoding is stated or shows without a guess, and finds its format.
func (t *text) detect(o *ReadOptions) error {
	var err error
	if t.reader, t.encoding, err = sheet.Decode(t.reader, o.Encoding, false); err != nil {
		return inFile(err, t.name, 0)
	}
	first, err := t.reader.Peek(format.HeadSize)
	if err != nil && err != io.EOF {
		return inFile(err, t.name, 0)
	}
	found := format.Detect(first)
	name := o.Format
	if name == "" && found == nil && (len(o.Filter.Columns) > 0 || o.Filter.Table != sheet.Options{}) {
		name = "table" // whose columns do not tell by their names
	}
	if name == "" {
		t.format = found
		if what := format.Foreign(first); found == nil && what != "" {
			return fmt.Errorf("%s: looks like %s", t.name, what)
		}
		if found == nil {
			t.problem = format.TableProblem(first)
		}
		return nil
	}
	if t.format = format.Named(name); t.format == nil && name != TSV {
		return fmt.Errorf("there is no format %q", name)
	}
	if what := format.Foreign(first); found == nil && what != "" && !t.fits(first) {
		return fmt.Errorf("%s: not in the format %s; it looks like %s", t.name, name, what)
	}
	named := name == "table" && len(o.Filter.Columns) > 0 // columns that tell nothing by their names
	if found != nil && found != t.format && !named && !t.fits(first) {
		return fmt.Errorf("%s: not in the format %s; it looks like %s, which is --input-format %s", t.name, name, found.Title, found.Name)
	}
	return nil
}

// fits reports whether the content may be of the format that was asked for.
func (t *text) fits(first []byte) bool {
	if t.format == nil {
		return bytes.IndexByte(first, '\t') >= 0
	}
	return t.format.Fits(first)
}
