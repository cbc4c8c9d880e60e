package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/normlet/normlet/tools/normlet/mapping"
)

// mapStream maps columns of an Arrow IPC stream. Every batch is written, through all buffers, once it is mapped: a
// program that waits for the answer to a batch before it sends the next gets it.
func mapStream(ctx context.Context, c *mapping.Config, plain bool, stdin io.Reader, stdout io.Writer) error {
	in := bufio.NewReaderSize(stdin, 1<<16)
	if err := checkStream(in); err != nil {
		return err
	}
	r, err := newStreamReader(in)
	if err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	m, err := newMapper(c, r.Schema(), plain)
	if err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	out := bufio.NewWriterSize(stdout, 1<<16)
	w := ipc.NewWriter(out, ipc.WithSchema(m.schema))
	err = ordered(ctx, m.threads, batches(ctx, r, m),
		m.add,
		func(all []arrow.RecordBatch) error {
			for _, batch := range all {
				if err := w.Write(batch); err != nil {
					return err
				}
				batch.Release()
			}
			return out.Flush()
		})
	if err != nil {
		return err // without the end of a stream
	}
	return errors.Join(w.Close(), out.Flush())
}

// checkStream recognizes the beginning of a stream, and what is given in place of one.
func checkStream(in *bufio.Reader) error {
	head, err := in.Peek(6)
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xff, 0xff, 0xff}):
		return nil
	case len(head) == 0 && err == io.EOF:
		return errors.New("standard input is empty; want an Arrow IPC stream, which has at least a schema")
	case len(head) == 0:
		return fmt.Errorf("standard input: %w", err)
	case string(head) == "ARROW1":
		return errors.New("standard input is an Arrow file (Feather), which has its schema at the end; write it as an IPC stream")
	case bytes.HasPrefix(head, magic):
		return errors.New("standard input is a Parquet file; give its name to normlet map")
	}
	return errors.New("standard input is not an Arrow IPC stream (of Arrow 0.15 or newer); normlet map reads CSV, TSV and JSONL")
}

// batches returns the function that reads the next batch, and looks up what is new in its dictionaries.
func batches(ctx context.Context, r *ipc.Reader, m *mapper) func() (part, error) {
	var last []*dictionary
	n := 0
	return func() (part, error) {
		n++
		if !r.Next() {
			if r.Err() != nil {
				return part{}, fmt.Errorf("standard input, record batch %d: %w", n, r.Err())
			}
			return part{}, io.EOF
		}
		batch := r.RecordBatch()
		batch.Retain()
		if n == 1 {
			if err := m.judge(batch); err != nil {
				return part{}, err
			}
		}
		var err error
		if last, err = m.dictionaries(ctx, batch, last); err != nil {
			return part{}, fmt.Errorf("standard input, record batch %d: %w", n, err)
		}
		return part{[]arrow.RecordBatch{batch}, [][]*dictionary{last}}, nil
	}
}
