package review

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// workbook is how a workbook begins: it is a ZIP archive.
var workbook = []byte("PK\x03\x04")

// maxUnpacked bounds what a workbook may hold, in bytes: people fill it in by hand.
const maxUnpacked = 256 << 20

// detect reports whether a file that begins with head is a sheet of decisions, or a workbook, which holds nothing else
// that people give for one.
func detect(head []byte) bool {
	if bytes.HasPrefix(head, workbook) {
		return true
	}
	first, _, _ := bytes.Cut(bytes.TrimPrefix(head, []byte("\ufeff")), []byte("\n"))
	r := csv.NewReader(bytes.NewReader(first))
	r.Comma = comma(first)
	fields, err := r.Read()
	return err == nil && isHeader(fields)
}

// readRows reads a sheet of any format.
func readRows(r io.Reader, path string) ([]row, error) {
	text := bufio.NewReader(r)
	head, err := text.Peek(4096)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	if bytes.HasPrefix(head, workbook) {
		return readWorkbook(text, path)
	}
	if bytes.HasPrefix(head, []byte("\ufeff")) {
		_, _ = text.Discard(len("\ufeff")) // it was peeked at
	}
	first, _, _ := bytes.Cut(head, []byte("\n"))
	return readText(text, path, comma(first))
}

// comma returns what separates the columns of a text, by its first line.
func comma(first []byte) rune {
	for _, c := range []byte{'\t', ',', ';'} {
		if bytes.IndexByte(first, c) >= 0 {
			return rune(c)
		}
	}
	return ','
}

func readText(text io.Reader, path string, comma rune) (rows []row, err error) {
	r := csv.NewReader(text)
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = comma, -1, true
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		line, _ := r.FieldPos(0)
		for i := range fields {
			if !utf8.ValidString(fields[i]) {
				return nil, fmt.Errorf("%s:%d: not UTF-8; save the sheet as a workbook, .xlsx, or as CSV in UTF-8", path, line)
			}
			fields[i] = plain(fields[i])
		}
		rows = append(rows, row{fields, line})
	}
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

func readWorkbook(content io.Reader, path string) (rows []row, err error) {
	f, err := excelize.OpenReader(content, excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		return nil, fmt.Errorf("%s: not a workbook of Excel, or damaged: %w", path, err)
	}
	defer f.Close()
	sheet, err := f.Rows(f.GetSheetName(0))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer sheet.Close()
	for line := 1; sheet.Next(); line++ {
		fields, err := sheet.Columns()
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, line, err)
		}
		if len(fields) > 0 {
			rows = append(rows, row{fields, line})
		}
	}
	return rows, sheet.Error()
}
