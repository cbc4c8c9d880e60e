package mapping

import (
	"context"
	"fmt"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/resolve"
)

// aheadRows is how many rows have their mentions looked up together; the cache
// holds more.
const aheadRows = 256

// cell is a mention and what it means; without Answers it is empty.
type cell struct {
	text string
	resolve.Result
}

// asked is what a row asks.
type asked struct {
	cells   []cell
	context string
	err     error // about the row
}

func (a *asked) query(i int) core.Query {
	return core.Query{Mention: a.cells[i].text, Context: a.context}
}

// answer answers rows and appends them, rendered, to out, until the end of ctx.
func (r *run) answer(ctx context.Context, out []byte, rows []row, stats *Stats) ([]byte, error) {
	all := make([]asked, len(rows))
	for i := range rows {
		all[i] = r.ask(&rows[i])
	}
	if r.config.ResolveMany != nil {
		r.lookAhead(all, stats)
	}
	for i := range rows {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		err := r.answerRow(&all[i], rows[i].line, stats)
		if err == nil {
			out, err = r.render.row(out, &rows[i], all[i].cells)
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// ask reads the mentions of a row.
func (r *run) ask(w *row) (a asked) {
	columns := r.columns
	if r.context != nil {
		columns = append(columns[:len(columns):len(columns)], *r.context)
	}
	texts, err := r.table.cells(w, columns)
	if err != nil {
		return asked{err: err}
	}
	if r.context != nil {
		a.context = texts[len(r.columns)]
	}
	for _, text := range texts[:len(r.columns)] {
		a.cells = append(a.cells, cell{text: text})
	}
	return a
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// lookAhead fills the cache with the answers that rows need. What fails is left to
// answerRow, which knows the row.
func (r *run) lookAhead(all []asked, stats *Stats) {
	var queries []core.Query
	seen := map[core.Query]bool{}
	for i := range all {
		for j := range all[i].cells {
			q := all[i].query(j)
			if blank(q.Mention) || seen[q] {
				continue
			}
			seen[q] = true
			if _, ok := r.cache.get(q); !ok {
				queries = append(queries, q)
			}
		}
	}
	results, err := r.config.ResolveMany(queries)
	if err != nil {
		return
	}
	for i, res := range results {
		stats.Lookups++
		r.remember(queries[i], res)
	}
}

// answerRow answers the mentions of a row.
func (r *run) answerRow(a *asked, line int, stats *Stats) (err error) {
	if a.err != nil {
		return a.err
	}
	for i := range a.cells {
		c := &a.cells[i]
		if blank(c.text) {
			stats.Empty++
			continue
		}
		if c.Result, err = r.resolve(a.query(i), stats); err != nil {
			return fmt.Errorf("%s:%d: %w", r.table.name, line, err)
		}
		stats.count(&c.Answers[0])
	}
	return nil
}

// resolve answers a mention, from memory if it can.
func (r *run) resolve(q core.Query, stats *Stats) (resolve.Result, error) {
	if res, ok := r.cache.get(q); ok {
		return res, nil
	}
	res, err := r.config.Resolve(q)
	if err == nil {
		stats.Lookups++
		r.remember(q, res)
	}
	return res, err
}

func (r *run) remember(q core.Query, res resolve.Result) {
	q.Mention, q.Context = strings.Clone(q.Mention), strings.Clone(q.Context) // a row is one string
	r.cache.put(q, res)
}
