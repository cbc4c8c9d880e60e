package normlet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/normlet/normlet/tools/normlet/mapping"
)

// formatParquet is a format of the input only: its rows become rows of CSV.
const formatParquet = "parquet"

// decodedRows is how many rows of a row group are decoded at a time.
const decodedRows = 1 << 10

// isParquet says whether a file is read as Parquet.
func (j *Job) isParquet(path string) bool {
	return j.From == formatParquet || j.From == "" && strings.EqualFold(filepath.Ext(path), "."+formatParquet)
}

// parquetRows reads the rows of a Parquet file: one row group after the other, and of a row group the pages that the
// next rows need, so memory follows from the size of pages.
type parquetRows struct {
	name   string
	reader *file.Reader
	open   func(group int) (pqarrow.RecordReader, error)
	group  int // the next one
	rows   pqarrow.RecordReader
	left   int64 // rows of the group that are not decoded yet
	batch  arrow.RecordBatch
	next   int // row of the batch
	line   int // of the last row, from 1
}

// openParquet opens a Parquet file as a table.
func (j *Job) openParquet(ctx context.Context, path string) (*table, error) {
	if j.NoHeader || j.Encoding != "" {
		return nil, fmt.Errorf("%s: Parquet has named columns in UTF-8; leave out --no-header and --encoding", path)
	}
	f, err := openSeekable(ctx, path)
	if err != nil {
		return nil, err
	}
	p := &parquetRows{name: path}
	var schema *arrow.Schema
	if err := guard(func() (err error) { schema, err = p.start(ctx, f); return err }); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: not a Parquet file, or cut short or damaged: %w", path, err), f.Close())
	}
	t := &table{mapping.Shape{Name: path, Format: formatParquet, Comma: ',', Width: schema.NumFields()}, p, p}
	for _, field := range schema.Fields() {
		if !hasText(field.Type) {
			err := fmt.Errorf("%s: column %q is %s, which is not written as text; leave it out of the file, or make text of it", path, field.Name, field.Type)
			return nil, errors.Join(err, p.Close())
		}
		t.Header = append(t.Header, field.Name)
	}
	return t, nil
}

// start reads the end of the file, which says where everything is.
func (p *parquetRows) start(ctx context.Context, f parquet.ReaderAtSeeker) (*arrow.Schema, error) {
	props := parquet.NewReaderProperties(memory.DefaultAllocator)
	props.BufferedStreamEnabled = true // else columns of a row group are read as a whole
	var err error
	if p.reader, err = file.NewParquetReader(f, file.WithReadProps(props)); err != nil {
		return nil, err
	}
	// The schema that Arrow's writers add is not needed for text, and a damaged one makes the library ask for all memory.
	p.reader.MetaData().FileMetaData.KeyValueMetadata = nil
	tables, err := pqarrow.NewFileReader(p.reader, pqarrow.ArrowReadProperties{BatchSize: decodedRows}, memory.DefaultAllocator)
	if err != nil {
		return nil, err
	}
	p.open = func(group int) (pqarrow.RecordReader, error) { return tables.GetRecordReader(ctx, nil, []int{group}) }
	return tables.Schema()
}

// hasText reports whether values of a type are written as text: neither nested ones nor bytes are.
func hasText(t arrow.DataType) bool {
	if d, ok := t.(*arrow.DictionaryType); ok {
		t = d.ValueType
	}
	switch t.ID() {
	case arrow.BINARY, arrow.LARGE_BINARY, arrow.BINARY_VIEW, arrow.FIXED_SIZE_BINARY:
		return false
	}
	nested, ok := t.(arrow.NestedType)
	return !ok || nested.NumFields() == 0
}

// Next returns the next row, and io.EOF after the last, as mapping.Table does. Lines are rows, from 1.
func (p *parquetRows) Next() (row mapping.Row, err error) {
	err = guard(func() (err error) { row, err = p.read(); return err })
	if _, ok := errors.AsType[*mapping.RowError](err); ok || err == nil || err == io.EOF {
		return row, err
	}
	return row, fmt.Errorf("%s: row group %d: %w", p.name, p.group-1, err)
}

func (p *parquetRows) read() (mapping.Row, error) {
	if p.batch == nil || p.next == int(p.batch.NumRows()) {
		if err := p.decode(); err != nil {
			return mapping.Row{}, err
		}
	}
	p.line++
	row := mapping.Row{Line: p.line, Fields: make([]string, p.batch.NumCols())}
	for i, column := range p.batch.Columns() {
		if column.IsNull(p.next) {
			continue
		}
		row.Fields[i] = strings.Clone(column.ValueStr(p.next)) // which the next batch may overwrite
	}
	p.next++
	for i, text := range row.Fields {
		if !utf8.ValidString(text) {
			return row, &mapping.RowError{File: p.name, Line: p.line, Err: fmt.Errorf("column %q is not UTF-8", p.batch.ColumnName(i))}
		}
	}
	return row, nil
}

// decode makes a batch of the next rows.
func (p *parquetRows) decode() error {
	for p.rows == nil || !p.rows.Next() {
		if err := p.nextGroup(); err != nil {
			return err
		}
	}
	p.batch, p.next = p.rows.RecordBatch(), 0
	p.left -= p.batch.NumRows()
	return nil
}

// nextGroup goes to the next row group. A page that ends too early looks like the end of the group, so rows are
// counted.
func (p *parquetRows) nextGroup() error {
	if p.rows != nil {
		if err := p.rows.Err(); err != nil {
			return err
		}
		if p.left != 0 {
			return fmt.Errorf("damaged: %d rows are missing", p.left)
		}
		p.rows.Release()
		p.rows = nil
	}
	if p.group == p.reader.NumRowGroups() {
		return io.EOF
	}
	p.group++
	p.left = p.reader.MetaData().RowGroup(p.group - 1).NumRows()
	var err error
	p.rows, err = p.open(p.group - 1)
	return err
}

// Close closes the file.
func (p *parquetRows) Close() error {
	if p.rows != nil {
		p.rows.Release()
	}
	return p.reader.Close()
}

// guard makes errors of panics, with which Arrow's library meets some damaged files.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("damaged: %v", p)
		}
	}()
	return f()
}
