package mapping

import (
	"context"
	"iter"
	"slices"

	"github.com/normlet/normlet/core/document"
)

// asked is what a row asks.
type asked struct {
	row   *row
	place document.Place
	err   error // about the row
}

// ask reads the mentions of rows.
func (r *run) ask(rows []row) []asked {
	columns := slices.Clone(r.columns)
	for _, c := range []*column{r.context, r.document} {
		if c != nil {
			columns = append(columns, *c)
		}
	}
	all := make([]asked, len(rows))
	for i := range rows {
		a := &all[i]
		a.row = &rows[i]
		var texts []string
		if texts, a.err = r.table.cells(a.row, columns); a.err != nil {
			continue
		}
		a.place.Mentions, texts = texts[:len(r.columns):len(r.columns)], texts[len(r.columns):]
		if r.context != nil {
			a.place.Text, texts = texts[0], texts[1:]
		}
		if r.document != nil {
			a.place.Document = texts[0]
		}
	}
	return all
}

// answer renders the rows of a block with what they mean, and counts them.
func (r *run) answer(ctx context.Context, b *block) ([]byte, error) {
	rows := slices.Concat(r.ask(b.before), r.ask(b.rows), r.ask(b.after))
	first, end := len(b.before), len(b.before)+len(b.rows)
	resolver := document.New(r.cache.lookup(r.config.Lookup, &b.stats.Lookups), r.options)
	var out []byte
	i := 0
	for results, err := range resolver.Resolve(places(rows)) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && i >= first {
			if err = rows[i].err; err == nil {
				out, err = r.render.row(out, rows[i].row, results)
			}
			b.stats.count(results)
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
