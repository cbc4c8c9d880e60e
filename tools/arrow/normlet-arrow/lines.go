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
	w := bufio.NewWriter(out)
	err := withParquet(in, func(s *source) error {
		return s.eachBatch(ctx, nil, nil, func(b arrow.RecordBatch) error { return array.RecordToJSON(b, w) })
	})
	if err != nil {
		return err
	}
	return w.Flush()
}

// withParquet calls f with a Parquet file, whose name is in errors.
func withParquet(name string, f func(*source) error) error {
	s, err := openParquet(name)
	if err != nil {
		return err
	}
	defer s.reader.Close()
	if err := guard(func() error { return f(s) }); err != nil {
		return s.problem(err)
	}
	return nil
}

// eachBatch calls f with the rows of some row groups, some rows at a time; nil means all columns, or all groups.
func (s *source) eachBatch(ctx context.Context, leaves, groups []int, f func(b arrow.RecordBatch) error) error {
	tables, err := s.tables()
	if err != nil {
		return err
	}
	rows, err := tables.GetRecordReader(ctx, leaves, groups)
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
