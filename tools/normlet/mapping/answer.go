package mapping

import (
	"context"
	"iter"
	"slices"

	"github.com/normlet/normlet/core/document"
)

// asked is what a row asks.
type asked struct {
	row   *Row
	place document.Place
	err   error // about the row
}

// ask reads the mentions of rows.
func (m *Mapper) ask(rows []Row) []asked {
	all := make([]asked, len(rows))
	for i := range rows {
		all[i].row = &rows[i]
		all[i].place, all[i].err = m.Place(&rows[i])
	}
	return all
}

// answer renders the rows of a block with what they mean, and counts them.
func (r *run) answer(ctx context.Context, b *block) ([]byte, error) {
	rows := slices.Concat(r.ask(b.before), r.ask(b.rows), r.ask(b.after))
	first, end := len(b.before), len(b.before)+len(b.rows)
	var out []byte
	i := 0
	for results, err := range r.Resolve(places(rows), &b.stats.Lookups) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && i >= first {
			if err = rows[i].err; err == nil {
				out, err = r.Render(out, rows[i].row, results)
			}
			b.stats.Count(results)
		}
		if i++; err != nil || i == end {
			return out, err
		}
	}
	return out, nil // there were no rows
}

func places(rows []asked) iter.Seq[document.Place] {
	return func(yield func(document.Place) bool) {
		for i := range rows {
			if !yield(rows[i].place) {
				return
			}
		}
	}
}
