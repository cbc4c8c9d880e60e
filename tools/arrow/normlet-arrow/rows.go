package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// Rows of texts are how normlet map has other formats made of Parquet, and Parquet of other formats:
//
//	Parquet file --normlet-arrow csv--> CSV with a header --normlet map--> any format
//	any format --normlet map--> arrays in JSON --normlet-arrow parquet--> Parquet file
//
// Arrays in JSON keep every text as it is, which CSV does not: its readers make LF of CRLF.

// rowOptions say what the columns of rows are besides text.
type rowOptions struct {
	added   int   // columns at the end whose empty texts are null
	numbers []int // columns of numbers, from the end: -1 is the last
}

// writeCSV writes the rows of a Parquet file as CSV with a header. Null is empty, and what is no text is as Arrow
// writes it out: lists and structs are JSON.
func writeCSV(ctx context.Context, in string, out io.Writer) error {
	w := csvWriter{csv.NewWriter(out), out}
	err := withParquet(in, func(s *source) error {
		tables, err := s.tables()
		if err != nil {
			return err
		}
		schema, err := tables.Schema()
		if err != nil {
			return err
		}
		if err := w.row(fieldNames(schema)); err != nil {
			return err
		}
		return s.eachBatch(ctx, nil, nil, w.batch)
	})
	if err != nil {
		return err
	}
	return w.flush()
}

type csvWriter struct {
	rows *csv.Writer
	out  io.Writer // of rows
}

func (w *csvWriter) batch(b arrow.RecordBatch) error {
	fields := make([]string, b.NumCols())
	for i := range int(b.NumRows()) {
		for k, column := range b.Columns() {
			fields[k] = cellText(column, i)
		}
		if err := w.row(fields); err != nil {
			return err
		}
	}
	return nil
}

// row writes a row. One empty field is quoted: readers leave out empty lines.
func (w *csvWriter) row(fields []string) error {
	if len(fields) != 1 || fields[0] != "" {
		return w.rows.Write(fields)
	}
	if err := w.flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w.out, "\"\"\n")
	return err
}

func (w *csvWriter) flush() error {
	w.rows.Flush()
	return w.rows.Error()
}

// cellText returns a value as text.
func cellText(column arrow.Array, i int) string {
	if column.IsNull(i) {
		return ""
	}
	if d, ok := column.(*array.Dictionary); ok {
		return cellText(d.Dictionary(), d.GetValueIndex(i))
	}
	return column.ValueStr(i)
}

// The limits of a row group that is made of rows.
const (
	groupRows  = batchRows
	groupBytes = 64 << 20 // of texts
)

// rowReader reads arrays of texts in JSON, of which the first has the names of the columns.
type rowReader struct {
	options *rowOptions
	rows    *json.Decoder
	columns int
	number  int // of the last row
}

// writeParquet makes a Parquet file of rows.
func (o *rowOptions) writeParquet(ctx context.Context, in io.Reader, out io.Writer) error {
	r := &rowReader{options: o, rows: json.NewDecoder(bufio.NewReaderSize(in, 1<<16))}
	var names []string
	if err := r.rows.Decode(&names); err != nil {
		return fmt.Errorf("standard input: want arrays of texts in JSON, the first with the names of the columns: %w", err)
	}
	r.columns = len(names)
	if o.added < 0 || o.added > len(names) || slices.ContainsFunc(o.numbers, func(n int) bool { return n >= 0 || -n > len(names) }) {
		return usageError{fmt.Errorf("--added %d, --number %v: the rows have %d columns", o.added, o.numbers, len(names))}
	}
	schema := o.schema(names)
	w, err := newWriter(schema, out)
	if err != nil {
		return err
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for ended := false; !ended; {
		if ended, err = r.fill(ctx, b); err != nil {
			return err
		}
		if err := writeGroup(w, b.NewRecordBatch()); err != nil {
			return err
		}
	}
	return w.Close()
}

func (o *rowOptions) schema(names []string) *arrow.Schema {
	fields := make([]arrow.Field, len(names))
	for i, name := range names {
		fields[i] = arrow.Field{Name: name, Type: text, Nullable: true}
	}
	for _, n := range o.numbers {
		fields[len(fields)+n].Type = number
	}
	return arrow.NewSchema(fields, nil)
}

// fill reads the rows of a row group, and reports whether they are the last.
func (r *rowReader) fill(ctx context.Context, b *array.RecordBuilder) (ended bool, err error) {
	for size, n := 0, 0; n < groupRows && size < groupBytes; n++ {
		var row []string
		err := r.rows.Decode(&row)
		if err == io.EOF {
			return true, nil
		}
		if r.number++; err == nil && len(row) != r.columns {
			err = fmt.Errorf("%d fields, want %d", len(row), r.columns)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return false, fmt.Errorf("standard input, row %d: %w", r.number, err)
		}
		size += r.append(b, row)
	}
	return false, nil
}

// append adds a row, and returns how long its texts are.
func (r *rowReader) append(b *array.RecordBuilder, row []string) (size int) {
	for i, field := range row {
		size += len(field)
		switch column := b.Field(i).(type) {
		case *array.Float64Builder:
			appendNumber(column, field)
		case *array.StringBuilder:
			if field == "" && i >= len(row)-r.options.added {
				column.AppendNull()
			} else {
				column.Append(field)
			}
		}
	}
	return size
}

// appendNumber adds what a text says; that of a composite mention is of its first part.
func appendNumber(b *array.Float64Builder, text string) {
	first, _, _ := strings.Cut(text, "|")
	if x, err := strconv.ParseFloat(first, 64); err == nil {
		b.Append(x)
	} else {
		b.AppendNull()
	}
}

func writeGroup(w *pqarrow.FileWriter, batch arrow.RecordBatch) error {
	defer batch.Release()
	if batch.NumRows() == 0 {
		return nil
	}
	if err := w.NewBufferedRowGroupChecked(); err != nil {
		return err
	}
	return w.WriteBuffered(batch)
}
