package mapping

import (
	"cmp"
	"context"
	"slices"

	"github.com/normlet/normlet/core/document"
)

// resolve finds what the rows of a block mean.
func (r *run) resolve(ctx context.Context, b *block) error {
	rows := slices.Concat(b.before, b.rows, b.after)
	places, errs := make([]document.Place, len(rows)), make([]error, len(rows))
	for i := range rows {
		places[i], errs[i] = r.Place(&rows[i])
	}
	first, end := len(b.before), len(b.before)+len(b.rows)
	b.places = places[first:end]
	i := 0
	for results, err := range r.Resolve(slices.Values(places), &b.stats.Lookups) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && i >= first {
			err = errs[i]
			b.results = append(b.results, results)
		}
		if i++; err != nil || i == end {
			return err
		}
	}
	return nil // there were no rows
}

// show renders the rows of a block with what they mean, and counts them.
func (r *run) show(b *block) (out []byte, err error) {
	for i, results := range b.results {
		row := &b.rows[i]
		if out, err = r.Render(out, row, results); err != nil {
			return nil, err
		}
		if t, ok := r.render.(*tableRenderer); ok && t.verbatim && row.Text != "" && row.End == "" {
			out = out[:len(out)-1] // the last row of IN has no line end
		}
		r.Count(&b.stats, results)
		r.see(b, row.Line, &b.places[i], results)
	}
	return out, nil
}

// see adds the mentions of a row to those without an entity and to the doubtful ones.
func (r *run) see(b *block, line int, asked *document.Place, results []document.Result) {
	for i := range results {
		result := &results[i]
		if r.config.Decisions.of(result.Mention) != nil {
			continue
		}
		one := *asked
		one.Namespace = cmp.Or(r.kinds[i], one.Namespace)
		if r.config.Unmapped != nil && r.cut.isNIL(result) {
			b.unmapped.see(line, 1, result, &one)
		}
		if r.config.Doubtful == nil {
			continue
		}
		if weight, doubtful := r.cut.loss(result); doubtful {
			b.doubtful.see(line, weight, result, &one)
		}
	}
}
