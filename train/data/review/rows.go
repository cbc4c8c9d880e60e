package review

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/normlet/normlet/train/data/sheet"
)

// rows reads the rows of a sheet. The first one is the header.
type rows struct {
	table *sheet.Table
}

// openRows opens a sheet in any format and encoding of package sheet; path names it in errors. A mention that a wrong
// guess of the encoding has damaged is one that does not occur, which map tells.
func openRows(r io.Reader, path string) (*rows, error) {
	text, _, err := sheet.Decode(bufio.NewReaderSize(r, sheet.HeadSize), "", true)
	if err != nil {
		return nil, err
	}
	t, err := sheet.New(text, path, sheet.Options{NoHeader: true, Ragged: true})
	if err != nil {
		return nil, err
	}
	return &rows{t}, nil
}

// detect reports whether content, a whole file, is a sheet of decisions.
func detect(content []byte) bool {
	r, err := openRows(bytes.NewReader(content), "")
	if err != nil {
		return false
	}
	defer r.table.Close()
	header, err := r.next()
	return err == nil && isHeader(header.fields)
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
			field = unquote(field)
		}
		out.fields = append(out.fields, plain(field))
	}
	return out, nil
}

// unquote takes off the quotation marks that spreadsheets write around cells between TABs, too.
func unquote(field string) string {
	if len(field) < 2 || field[0] != '"' || field[len(field)-1] != '"' {
		return field
	}
	return strings.ReplaceAll(field[1:len(field)-1], `""`, `"`)
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
