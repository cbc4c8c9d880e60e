// Package workbook writes tables as workbooks of Excel (.xlsx), row by row:
//
//	rows --the first few say how wide columns are--> a sheet, in a temporary file if it is long --Close--> OUT
//
// Every cell is text or a number, never a formula or a date, so gene names stay unchanged. A header is bold and stays
// in sight, with a filter for each column. The same rows give the same bytes.
//
// The Writer refuses a table beyond Excel's limits.
package workbook

import (
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// The limits of Excel are those that it states under "Excel specifications and limits".
const (
	maxRows    = excelize.TotalRows
	maxColumns = excelize.MaxColumns
	maxUnits   = excelize.TotalCellChars // of UTF-16 in a cell
)

// What columns are measured by, in characters.
const (
	sample             = 500 // rows
	narrowest, widest  = 8, 50
	besideText         = 2
	numberDigits       = 17 // a float64 has no more
	sheet, filterRange = "Sheet1", "A%d:%s%d"
)

// Writer writes one sheet.
type Writer struct {
	out     io.Writer
	header  bool
	numbers map[int]bool // columns, from the first or, below 0, from the last of the header
	file    *excelize.File
	stream  *excelize.StreamWriter
	first   [][]string // until the widths are known
	rows    int        // written, the first ones included
	before  int        // rows that precede the header
	counted int        // columns of the header, or else of the first row
	columns int
}

// New returns a Writer that writes to out when it is closed. With header the first row has the names of the columns.
// numbers are the columns whose cells are numbers where they read as such: from 0, or from the end of the first, where -1 is
// the last.
func New(out io.Writer, header bool, numbers ...int) (*Writer, error) {
	w := &Writer{out: out, header: header, numbers: map[int]bool{}, file: excelize.NewFile()}
	for _, n := range numbers {
		w.numbers[n] = true
	}
	var err error
	w.stream, err = w.file.NewStreamWriter(sheet)
	return w, err
}

// Below says how many rows precede the header, before any is written.
func (w *Writer) Below(rows int) { w.before = rows }

func (w *Writer) Row(fields []string) error {
	if w.rows++; w.rows > maxRows {
		return fmt.Errorf("more than %d rows, the most that a sheet of Excel has; write .csv or .tsv", maxRows)
	}
	if len(fields) > maxColumns {
		return fmt.Errorf("%d columns, and a sheet of Excel has at most %d; write .csv or .tsv", len(fields), maxColumns)
	}
	for i, f := range fields {
		if len(f) > maxUnits && units(f) > maxUnits {
			return fmt.Errorf("row %d, column %d: a text of %d characters, and a cell of Excel has at most %d; write .csv or .tsv", w.rows, i+1, units(f), maxUnits)
		}
	}
	w.columns = max(w.columns, len(fields))
	if w.rows == w.before+1 {
		w.counted = len(fields)
	}
	if w.rows <= sample {
		w.first = append(w.first, fields)
		return nil
	}
	if err := w.begin(); err != nil {
		return err
	}
	return w.write(w.rows, fields)
}

// units returns the length of a text in UTF-16.
func units(s string) int { return len(utf16.Encode([]rune(s))) }

// begin writes the first rows, once.
func (w *Writer) begin() error {
	if w.first == nil {
		return nil
	}
	for i := range w.columns {
		if err := w.stream.SetColWidth(i+1, i+1, float64(w.width(i))); err != nil {
			return err
		}
	}
	if w.header {
		top := w.before + 1
		if err := w.stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: top, TopLeftCell: fmt.Sprint("A", top+1), ActivePane: "bottomLeft"}); err != nil {
			return err
		}
	}
	for i, fields := range w.first {
		if err := w.write(i+1, fields); err != nil {
			return err
		}
	}
	w.first = nil
	return nil
}

// width returns that of a column by its cells in the first rows.
func (w *Writer) width(column int) int {
	most := narrowest
	for _, fields := range w.first {
		if column < len(fields) {
			most = max(most, utf8.RuneCountInString(fields[column])+besideText)
		}
	}
	return min(most, widest)
}

func (w *Writer) write(row int, fields []string) error {
	cells := make([]any, len(fields))
	for i, f := range fields {
		switch {
		case f == "":
		case (w.numbers[i] || w.numbers[i-w.counted]) && len(f) <= numberDigits:
			cells[i] = numberOr(f)
		default:
			cells[i] = f
		}
	}
	at, err := excelize.CoordinatesToCellName(1, row)
	if err != nil {
		return err
	}
	if row != w.before+1 || !w.header {
		return w.stream.SetRow(at, cells)
	}
	bold, err := w.file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	for i := range cells {
		cells[i] = excelize.Cell{StyleID: bold, Value: fields[i]}
	}
	return w.stream.SetRow(at, cells)
}

// numberOr returns a text as a number if it is one, else itself.
func numberOr(text string) any {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x
	}
	return text
}

// Close writes the workbook.
func (w *Writer) Close() error {
	defer w.file.Close()
	if err := w.begin(); err != nil {
		return err
	}
	if w.header && w.rows > 0 && w.columns > 0 {
		last, err := excelize.ColumnNumberToName(w.columns)
		if err != nil {
			return err
		}
		if err := w.file.AutoFilter(sheet, fmt.Sprintf(filterRange, w.before+1, last, w.rows), nil); err != nil {
			return err
		}
	}
	if err := w.stream.Flush(); err != nil {
		return err
	}
	return w.file.Write(w.out)
}
