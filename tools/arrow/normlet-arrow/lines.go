package main

import (
	"bufio"
	"context"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// writeLines writes the rows of a Parquet file as JSON Lines, which normlet build reads: a list of
// synonyms stays a list. Memory is that of a batch.
func writeLines(ctx context.Context, in string, out io.Writer) error {
	s, err := openParquet(in)
	if err != nil {
		return err
	}
	defer s.reader.Close()
	w := bufio.NewWriter(out)
	err = guard(func() error {
		return s.eachBatch(ctx, func(b arrow.RecordBatch) error { return array.RecordToJSON(b, w) })
	})
	if err != nil {
		return s.problem(err)
	}
	return w.Flush()
}

// eachBatch calls f with the rows of the file, some at a time.
func (s *source) eachBatch(ctx context.Context, f func(b arrow.RecordBatch) error) error {
	tables, err := s.tables()
	if err != nil {
		return err
	}
	rows, err := tables.GetRecordReader(ctx, nil, nil)
	if err != nil {
		return err
	}
	defer rows.Release()
	for rows.Next() {
		if err := f(rows.RecordBatch()); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != io.EOF {
		return err
	}
	return nil
}
