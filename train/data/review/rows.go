package review

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/sheet"
)

// rows reads the rows of a sheet. The first one is the header.
type rows struct {
	table    *sheet.Table
	encoding string // what it was converted from, "" for UTF-8
}

// openRows opens a sheet in any format and encoding of package sheet; path names it in errors. A mention that a wrong
// guess of the encoding has damaged is one that does not occur, which map tells.
func openRows(r io.Reader, path string, o data.QueryOptions) (*rows, error) {
	text, encoding, err := sheet.Decode(bufio.NewReaderSize(r, sheet.HeadSize), o.Encoding, true)
	if err != nil {
		return nil, err
	}
	o.Table.NoHeader, o.Table.Ragged = true, true
	t, err := sheet.New(text, path, o.Table)
	if err != nil {
		return nil, err
	}
	return &rows{t, encoding}, nil
}

// detect reports whether content, a whole file, is a sheet of decisions.
func detect(content []byte, o data.QueryOptions) bool {
	r, err := openRows(bytes.NewReader(content), "", o)
	if err != nil {
		return false
	}
	defer r.table.Close()
	header, err := r.next()
	return err == nil && isHeader(header.fields)
}

// report says how the sheet is read: the columns that matter.
func (r *rows) report(header []string, mention, decision int) *data.FileReport {
	out := &data.FileReport{File: r.table.Name, Format: "decisions", Encoding: r.encoding, Layout: format.LayoutOf(&r.table.Shape)}
	out.Header = true
	for _, at := range []int{mention, decision} {
		name := strings.TrimSpace(header[at])
		out.Columns = append(out.Columns, format.LayoutColumn{Role: strings.ToLower(name), Name: name, Number: at + 1})
	}
	return out
}

// next returns the next row, io.EOF after the last.
func (r *rows) next() (row, error) {
	in, err := r.table.Next()
	if err != nil {
		return row{}, err
	}
	out := row{line: in.Line}
	for _, field := range in.Fields {
		if r.table.Format == sheet.TSV {
			field = sheet.Unquote(field)
		}
		out.fields = append(out.fields, plain(field))
	}
	return out, nil
}

// plain takes off the apostrophe that map has put before what a spreadsheet would calculate.
func plain(field string) string {
	if rest, ok := strings.CutPrefix(field, "'"); ok {
		if first := strings.TrimSpace(rest); first != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(first)[0]) {
			return rest
		}
	}
	return field
}
