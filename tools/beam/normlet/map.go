package normlet

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// worker is what both kinds of mapping have: the pack and the code that resolves and renders.
type worker struct {
	Job    Job
	pack   *shared
	mapper *mapping.Mapper
}

// Setup opens the pack, unless this process has it already.
func (w *worker) Setup() (err error) {
	if w.pack, err = openPack(w.Job.Pack); err != nil {
		return err
	}
	c := w.Job.answering(w.pack.Normalizer)
	c.Once = w.Job.Document == "" // questions come grouped
	w.mapper, err = mapping.NewMapper(c, &w.Job.Shape)
	return err
}

// Teardown gives the pack back.
func (w *worker) Teardown() error { return w.pack.close() }

// render emits a row with its results.
func (w *worker) render(row []byte, results []document.Result, stats *mapping.Stats, emit func(int64, []byte)) error {
	file, number, r, err := decodeRow(row)
	if err != nil {
		return err
	}
	out, err := w.mapper.Render(appendPlace(nil, file, number), &r, results)
	if err != nil {
		return err
	}
	w.mapper.Count(stats, results)
	emit(w.Job.part(file, number), out)
	return nil
}

// The limits of a batch. A question with more rows than hotRows is looked up at once.
const (
	batchQuestions = 4096
	batchRows      = 1 << 15
	batchBytes     = 32 << 20
	hotRows        = 1 << 10
)

// question is one with its rows.
type question struct {
	place   document.Place
	rows    [][]byte
	results []document.Result
}

// mapFn answers questions whose rows are in no order.
type mapFn struct {
	worker
	batch       []question
	rows, bytes int // of the batch
}

// ProcessElement takes a question into the batch.
func (f *mapFn) ProcessElement(ctx context.Context, key string, rows func(*[]byte) bool, emit func(int64, []byte)) error {
	place, err := decodeQuestion(key)
	if err != nil {
		return err
	}
	q := question{place: place}
	var row []byte
	for rows(&row) {
		q.rows = append(q.rows, bytes.Clone(row))
		f.bytes += len(row)
		if len(q.rows) < hotRows {
			continue
		}
		return f.stream(ctx, &q, rows, emit)
	}
	f.batch = append(f.batch, q)
	if f.rows += len(q.rows); len(f.batch) >= batchQuestions || f.rows >= batchRows || f.bytes >= batchBytes {
		return f.FinishBundle(ctx, emit)
	}
	return nil
}

// stream answers a question that has too many rows to hold.
func (f *mapFn) stream(ctx context.Context, q *question, rows func(*[]byte) bool, emit func(int64, []byte)) error {
	var stats mapping.Stats
	alone := []question{*q}
	if err := f.resolve(alone, &stats); err != nil {
		return err
	}
	if err := f.emit(alone, &stats, emit); err != nil {
		return err
	}
	var row []byte
	for rows(&row) {
		if err := f.render(row, alone[0].results, &stats, emit); err != nil {
			return err
		}
	}
	countAll(ctx, &stats)
	return nil
}

// FinishBundle answers the batch.
func (f *mapFn) FinishBundle(ctx context.Context, emit func(int64, []byte)) error {
	var stats mapping.Stats
	if err := f.resolve(f.batch, &stats); err != nil {
		return err
	}
	if err := f.emit(f.batch, &stats, emit); err != nil {
		return err
	}
	countAll(ctx, &stats)
	clear(f.batch)
	f.batch, f.rows, f.bytes = f.batch[:0], 0, 0
	return nil
}

func (f *mapFn) emit(batch []question, stats *mapping.Stats, emit func(int64, []byte)) error {
	for i := range batch {
		for _, row := range batch[i].rows {
			if err := f.render(row, batch[i].results, stats, emit); err != nil {
				return err
			}
		}
	}
	return nil
}

// atOnce is how many questions a thread looks up at once.
const atOnce = 256

// resolve answers questions, Job.Threads runs of them at a time.
func (f *mapFn) resolve(batch []question, stats *mapping.Stats) error {
	chunks := slices.Collect(slices.Chunk(batch, atOnce))
	lookups, errs := make([]int, len(chunks)), make([]error, len(chunks))
	parallel.Each(max(1, f.Job.Threads), len(chunks), func(i int) { errs[i] = f.resolveChunk(chunks[i], &lookups[i]) })
	for _, n := range lookups {
		stats.Lookups += n
	}
	return cmp.Or(errs...)
}

func (f *mapFn) resolveChunk(chunk []question, lookups *int) error {
	i := 0
	for results, err := range f.mapper.Resolve(places(chunk), lookups) {
		if err != nil {
			return err
		}
		chunk[i].results = results
		i++
	}
	return nil
}

func places(chunk []question) iter.Seq[document.Place] {
	return func(yield func(document.Place) bool) {
		for i := range chunk {
			if !yield(chunk[i].place) {
				return
			}
		}
	}
}
