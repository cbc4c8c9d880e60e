package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/regular"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// magic begins and ends a Parquet file.
var magic = []byte("PAR1")

// kind is that of the output. Its beginning does not tell who wrote a file, so only --force replaces one.
var kind = &output.Kind{What: "a Parquet file", Plain: true}

// batchRows is how many rows of a row group are written at a time.
const batchRows = 1 << 16

// counts is what a run has done.
type counts struct{ rows, found, nils, empty int }

func (c counts) String() string {
	return fmt.Sprintf("%d rows: %d mentions with an entity, %d NIL, %d empty or null", c.rows, c.found, c.nils, c.empty)
}

// source is a Parquet file that is read.
type source struct {
	name   string
	reader *file.Reader
	leaves []int // columns to read
}

// mapParquet maps columns of a Parquet file to one with the same row groups. Row groups are read and mapped side by
// side; a mention is looked up once in each. With only, other columns are neither read nor written.
func mapParquet(ctx context.Context, c *mapping.Config, only bool, in string, out io.Writer) (counts, error) {
	s, err := openParquet(in)
	if err != nil {
		return counts{}, err
	}
	defer s.reader.Close()
	chosen := *c
	schema, err := s.choose(&chosen, only)
	if err != nil {
		return counts{}, s.problem(err)
	}
	m, err := newMapper(&chosen, schema, true)
	if err != nil {
		return counts{}, s.problem(err)
	}
	w, err := newWriter(m.schema, out)
	if err != nil {
		return counts{}, s.problem(err)
	}
	if err := s.judge(ctx, m); err != nil {
		return counts{}, s.problem(err)
	}
	var total counts
	group := -1
	err = ordered(ctx, m.threads,
		func() (int, error) {
			if group++; group == s.reader.NumRowGroups() {
				return 0, io.EOF
			}
			return group, nil
		},
		func(ctx context.Context, group int) ([]arrow.RecordBatch, error) {
			p, err := s.read(ctx, m, group)
			if err != nil {
				return nil, s.problem(fmt.Errorf("row group %d: %w", group, err))
			}
			return m.add(ctx, p)
		},
		func(all []arrow.RecordBatch) error {
			if err := w.NewBufferedRowGroupChecked(); err != nil {
				return err
			}
			for _, batch := range all {
				m.count(&total, batch)
				if err := w.WriteBuffered(batch); err != nil {
					return err
				}
				batch.Release()
			}
			return nil
		})
	if err != nil {
		return total, err
	}
	return total, w.Close()
}

func (s *source) problem(err error) error { return fmt.Errorf("%s: %w", s.name, err) }

func openParquet(name string) (*source, error) {
	f, err := regular.Open(name)
	if err != nil {
		return nil, err
	}
	s := &source{name: name}
	err = guard(func() (err error) { s.reader, err = file.NewParquetReader(f); return err })
	if err == nil {
		return s, nil
	}
	defer f.Close()
	head := make([]byte, len(magic))
	if _, readErr := f.ReadAt(head, 0); readErr != nil || !bytes.Equal(head, magic) {
		return nil, s.problem(errors.New("not a Parquet file"))
	}
	return nil, s.problem(fmt.Errorf("damaged or cut short: %w", err))
}

// tables returns a reader of Arrow tables. Each row group has its own, so that they can be read side by side.
func (s *source) tables() (*pqarrow.FileReader, error) {
	return pqarrow.NewFileReader(s.reader, pqarrow.ArrowReadProperties{BatchSize: batchRows}, memory.DefaultAllocator)
}

// choose says which columns are read, and returns their schema. In c it has those by name that were given by number.
func (s *source) choose(c *mapping.Config, only bool) (*arrow.Schema, error) {
	r, err := s.tables()
	if err != nil {
		return nil, err
	}
	schema, err := r.Schema()
	if err != nil {
		return nil, err
	}
	for i := range s.reader.MetaData().Schema.NumColumns() {
		s.leaves = append(s.leaves, i)
	}
	if !only {
		return schema, nil
	}
	var at []int
	var names []string
	for _, name := range c.Columns {
		i, err := find(schema, name)
		if err != nil {
			return nil, err
		}
		at, names = append(at, i), append(names, schema.Field(i).Name)
	}
	c.Columns = names
	slices.Sort(at)
	s.leaves = nil
	var fields []arrow.Field
	for _, i := range slices.Compact(at) {
		s.leaves = append(s.leaves, r.Manifest.Fields[i].ColIndex) // text is no nested column
		fields = append(fields, schema.Field(i))
	}
	meta := schema.Metadata()
	return arrow.NewSchema(fields, &meta), nil
}

// judge shows m the first rows. It ignores errors of the file, which read returns later.
func (s *source) judge(ctx context.Context, m *mapper) error {
	if s.reader.NumRowGroups() == 0 {
		return nil
	}
	var judged error
	_ = s.eachBatch(ctx, s.leaves, []int{0}, func(first arrow.RecordBatch) error {
		judged = m.judge(first)
		return io.EOF // of what is looked at
	})
	return judged
}

// read reads a row group.
func (s *source) read(ctx context.Context, m *mapper, group int) (p part, err error) {
	var last []*dictionary
	err = s.eachBatch(ctx, s.leaves, []int{group}, func(batch arrow.RecordBatch) (err error) {
		if last, err = m.dictionaries(ctx, batch, last); err == nil {
			batch.Retain()
			p.batches, p.dictionaries = append(p.batches, batch), append(p.dictionaries, last)
		}
		return err
	})
	return p, err
}

// newWriter returns a writer of row groups of any length, which it leaves to its caller.
func newWriter(schema *arrow.Schema, out io.Writer) (*pqarrow.FileWriter, error) {
	return pqarrow.NewFileWriter(schema, struct{ io.Writer }{out}, // which it cannot close
		parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy), parquet.WithMaxRowGroupLength(math.MaxInt64)),
		pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
}

// count counts the mentions of a mapped batch, by their stages.
func (m *mapper) count(total *counts, batch arrow.RecordBatch) {
	total.rows += int(batch.NumRows())
	for k := range m.mapped {
		stages := batch.Column(int(batch.NumCols()) - len(m.added)*(len(m.mapped)-k) + stageAt).(*array.String)
		for i := range stages.Len() {
			switch stages.Value(i) {
			case "":
				total.empty++
			case "nil":
				total.nils++
			default:
				total.found++
			}
		}
	}
}
