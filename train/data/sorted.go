package data

import (
	"bufio"
	"bytes"
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
)

// Sorted is the rows of a terminology that is too large for memory, by the id of their
// entity, then as the file has them: an external merge sort. Runs of rows are sorted in
// memory and kept on disk as lines
//
//	id TAB line number TAB name and the other columns
type Sorted struct {
	Rows    int
	Source  SourceReport // how the file was read
	file    string
	options ReadOptions
	bad     []BadRow   // left out for what a line shows by itself
	later   []BadRow   // for what the other rows of its entity show
	most    int        // bytes of a run
	runs    []*os.File // in a folder of the caller's
}

// runBytes is how many bytes of rows are sorted in memory.
const runBytes = 64 << 20

// SortRows reads a file of the project's own format, opened as by Open, and sorts its rows,
// with runs in a folder. done is told how many rows are read.
func SortRows(ctx context.Context, file string, o ReadOptions, folder string, done func(rows int)) (*Sorted, error) {
	return sortRows(ctx, file, o, folder, done, runBytes)
}

func sortRows(ctx context.Context, file string, o ReadOptions, folder string, done func(rows int), most int) (*Sorted, error) {
	s := &Sorted{file: file, options: o, most: most}
	t, err := openText(Source{Path: file}, &o)
	if err != nil {
		return nil, err
	}
	defer t.file.Close()
	if t.format != nil {
		return nil, fmt.Errorf("%s: looks like %s; a pack set is built of lines of id TAB name alone", t.name, t.format.Title)
	}
	if err := s.read(ctx, newLineReader(t.reader, t.name), folder, done); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// run is rows that are sorted together.
type run struct {
	text  []byte
	lines []span
}

// span is where a line is in the text of a run, and its id.
type span struct{ start, id, end int }

func (s *Sorted) read(ctx context.Context, l *lineReader, folder string, done func(int)) error {
	b := newBuilder(s.options)
	if b.prefix = s.options.Prefix; b.prefix == autoPrefix {
		b.prefix = ""
	}
	var r run
	for line, ok := l.next(); ok; line, ok = l.next() {
		if s.Rows == 0 && len(line) > 0 && line[0] == '#' {
			continue
		}
		row, err := parseRow(line)
		if err != nil {
			if err = b.bad(l.bad("%s", err)); err != nil {
				return err
			}
			continue
		}
		if !b.wants(row.kindName) {
			continue
		}
		s.Rows++
		b.judge.add(string(row.id), string(row.name), row.kind)
		r.add(b.prefix, &row, line, l.line)
		if len(r.text) >= s.most {
			if err := s.flush(&r, folder); err != nil {
				return err
			}
			done(s.Rows)
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	if err := l.err(); err != nil {
		return err
	}
	s.bad = b.report.Bad
	if s.Rows == 0 {
		return fmt.Errorf("%s: no rows; a terminology file needs lines of the form id TAB name", l.file)
	}
	s.Source = SourceReport{FileReport: FileReport{File: l.file, Format: TSV, Rows: s.Rows}}
	if err := b.judged(&s.Source, nil); err != nil {
		return err
	}
	return s.flush(&r, folder)
}

func (r *run) add(prefix string, row *row, line []byte, number int) {
	start := len(r.text)
	if prefix != "" && bytes.IndexByte(row.id, ':') < 0 {
		r.text = append(append(r.text, prefix...), ':')
	}
	r.text = append(r.text, row.id...)
	id := len(r.text)
	r.text = strconv.AppendInt(append(r.text, '\t'), int64(number), 10)
	r.text = append(append(r.text, line[len(row.id):]...), '\n')
	r.lines = append(r.lines, span{start, id, len(r.text)})
}

// flush sorts a run and writes it to disk.
func (s *Sorted) flush(r *run, folder string) error {
	if len(r.lines) == 0 {
		return nil
	}
	slices.SortStableFunc(r.lines, func(a, b span) int {
		return bytes.Compare(r.text[a.start:a.id], r.text[b.start:b.id])
	})
	f, err := os.CreateTemp(folder, "run-")
	if err != nil {
		return err
	}
	s.runs = append(s.runs, f)
	w := bufio.NewWriterSize(f, 1<<20)
	for _, l := range r.lines {
		w.Write(r.text[l.start:l.end]) // Flush returns its error
	}
	r.text, r.lines = r.text[:0], r.lines[:0]
	return w.Flush()
}

// Close closes the runs, which whoever made the folder removes.
func (s *Sorted) Close() error {
	var err error
	for _, f := range s.runs {
		err = errors.Join(err, f.Close())
	}
	return err
}

// source is the next row of a run.
type source struct {
	lines  *bufio.Reader
	id     []byte
	number int
	rest   []byte // the columns after the id
	run    int
}

// next reads a row, and returns io.EOF after the last.
func (x *source) next() error {
	line, err := x.lines.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		var rest []byte
		line = bytes.Clone(line)
		rest, err = x.lines.ReadBytes('\n')
		line = append(line, rest...)
	}
	if err != nil {
		return err
	}
	id, rest, _ := bytes.Cut(line[:len(line)-1], []byte{'\t'})
	number, rest, _ := bytes.Cut(rest, []byte{'\t'})
	x.id, x.rest = append(x.id[:0], id...), append(x.rest[:0], rest...)
	x.number, err = strconv.Atoi(string(number))
	return err
}

// merge is a heap of runs by their next row.
type merge []*source

func (m merge) Len() int      { return len(m) }
func (m merge) Swap(i, j int) { m[i], m[j] = m[j], m[i] }
func (m merge) Less(i, j int) bool {
	return cmp.Or(bytes.Compare(m[i].id, m[j].id), cmp.Compare(m[i].run, m[j].run)) < 0
}
func (m *merge) Push(x any) { *m = append(*m, x.(*source)) }
func (m *merge) Pop() any {
	old := *m
	last := old[len(old)-1]
	*m = old[:len(old)-1]
	return last
}

// each yields all rows in order. It can be called again.
func (s *Sorted) each(ctx context.Context, yield func(*source) error) error {
	var m merge
	for i, f := range s.runs {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		x := &source{lines: bufio.NewReaderSize(f, 256<<10), run: i}
		if err := x.next(); err != nil {
			return fmt.Errorf("%s: %w", f.Name(), err)
		}
		m = append(m, x)
	}
	heap.Init(&m)
	for rows := 0; len(m) > 0; rows++ {
		if rows%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := yield(m[0]); err != nil {
			return err
		}
		switch err := m[0].next(); {
		case err == nil:
			heap.Fix(&m, 0)
		case errors.Is(err, io.EOF):
			heap.Pop(&m)
		default:
			return fmt.Errorf("%s: %w", s.runs[m[0].run].Name(), err)
		}
	}
	return nil
}

// Names calls f with the name of each row.
func (s *Sorted) Names(ctx context.Context, f func(name []byte)) error {
	return s.each(ctx, func(x *source) error {
		name, _, _ := bytes.Cut(x.rest, []byte{'\t'})
		f(name)
		return nil
	})
}

// Bad returns the rows that were left out, once Parts has gone through all.
func (s *Sorted) Bad() []BadRow { return slices.Concat(s.bad, s.later) }

// Parts calls f with terminologies of at least so many names, but for the last, of entities
// in the order of their ids. Errors name the line of the file. It can be called again.
func (s *Sorted) Parts(ctx context.Context, names int, f func(*Terminology) error) error {
	s.later = nil
	var b *builder
	var last []byte
	rows := 0
	end := func() error {
		if rows == 0 {
			return nil
		}
		s.later = append(s.later, b.report.Bad...)
		t, _, err := b.finish()
		b, rows = nil, 0
		if err != nil {
			return err
		}
		return f(t)
	}
	l := &lineReader{file: s.file}
	var line []byte
	err := s.each(ctx, func(x *source) error {
		if !bytes.Equal(x.id, last) {
			if rows >= names {
				if err := end(); err != nil {
					return err
				}
			}
			last = append(last[:0], x.id...)
		}
		if b == nil {
			b = newBuilder(s.options)
			b.options.Kinds = nil
		}
		l.line = x.number
		line = append(append(append(line[:0], x.id...), '\t'), x.rest...)
		rows++
		return b.addLine(l, line)
	})
	if err != nil {
		return err
	}
	return end()
}
