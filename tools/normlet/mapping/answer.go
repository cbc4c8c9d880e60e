package mapping

import (
	"cmp"
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
			if t, ok := r.render.(*tableRenderer); ok && t.verbatim && err == nil && rows[i].row.Text != "" && rows[i].row.End == "" {
				out = out[:len(out)-1] // the last row, as it came
			}
			r.Count(&b.stats, results)
			r.see(b, &rows[i], results)
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

// see takes note of the mentions that Unmapped and Doubtful are to have.
func (r *run) see(b *block, row *asked, results []document.Result) {
	for i := range results {
		result := &results[i]
		if r.config.Decisions.of(result.Mention) != nil {
			continue
		}
		one := row.place
		one.Namespace = cmp.Or(r.kinds[i], one.Namespace)
		if r.config.Unmapped != nil && r.cut.isNIL(result) {
			b.unmapped.see(row.row.Line, 1, result, &one)
		}
		if r.config.Doubtful == nil {
			continue
		}
		if weight, doubtful := r.cut.loss(result); doubtful {
			b.doubtful.see(row.row.Line, weight, result, &one)
		}
	}
}
