package normlet

import (
	"bytes"
	"context"
	"iter"
	"slices"

	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// documentFn resolves the rows of a document jointly, Job.Threads documents at a time.
type documentFn struct {
	worker
	batch []group
	rows  int // of the batch
}

// group is rows of a document, none of which is far from the one before.
type group struct {
	rows    []placed
	results [][]document.Result // of the rows
	lookups int
	err     error
}

// placed is a row with its number in the file.
type placed struct {
	number int64
	code   []byte
	place  document.Place
}

// ProcessElement takes the rows of a group into the batch.
func (f *documentFn) ProcessElement(ctx context.Context, _ string, rows func(*[]byte) bool, emit func(int64, []byte)) error {
	var g group
	var code []byte
	for rows(&code) {
		p := placed{code: bytes.Clone(code)}
		_, number, row, err := decodeRow(p.code)
		if err != nil {
			return err
		}
		if p.place, err = f.mapper.Place(&row); err != nil {
			return err
		}
		p.number = number
		g.rows = append(g.rows, p)
	}
	slices.SortFunc(g.rows, func(a, b placed) int { return bytes.Compare(a.code[:placeBytes], b.code[:placeBytes]) })
	f.batch = append(f.batch, g)
	if f.rows += len(g.rows); f.rows >= batchQuestions {
		return f.FinishBundle(ctx, emit)
	}
	return nil
}

// FinishBundle maps the batch.
func (f *documentFn) FinishBundle(ctx context.Context, emit func(int64, []byte)) error {
	parallel.Each(max(1, f.Job.Threads), len(f.batch), func(i int) { f.batch[i].err = f.batch[i].resolve(f.mapper) })
	var stats mapping.Stats
	for _, g := range f.batch {
		if g.err != nil {
			return g.err
		}
		stats.Lookups += g.lookups
		for i, row := range g.rows {
			if err := f.render(row.code, g.results[i], &stats, emit); err != nil {
				return err
			}
		}
	}
	countAll(ctx, &stats)
	clear(f.batch)
	f.batch, f.rows = f.batch[:0], 0
	return nil
}

// resolve fills in the results.
func (g *group) resolve(m *mapping.Mapper) error {
	next := g.rows[0].number
	for results, err := range m.Resolve(spread(g.rows), &g.lookups) {
		if err != nil {
			return err
		}
		if next == g.rows[len(g.results)].number {
			g.results = append(g.results, results)
		}
		next++
	}
	return nil
}

// spread yields the places of a group, and between them one without mentions for each row of another document, so that
// what is near is as near as in the table.
func spread(group []placed) iter.Seq[document.Place] {
	return func(yield func(document.Place) bool) {
		next := group[0].number
		for i := range group {
			for ; next < group[i].number; next++ {
				if !yield(document.Place{Document: group[i].place.Document + "\x00other"}) {
					return
				}
			}
			if !yield(group[i].place) {
				return
			}
			next++
		}
	}
}
