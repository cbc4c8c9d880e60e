package mapping

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/mention"
	"github.com/normlet/normlet/core/resolve"
)

// aheadRows is how many rows have their mentions looked up together; the cache
// holds more.
const aheadRows = 256

// cell is a mention and what it means; without Answers it is empty.
type cell struct {
	text      string
	explained mention.Definition // as in Query
	resolve.Result
}

// asked is what a row asks.
type asked struct {
	row      *row
	cells    []cell
	context  string
	document string
	err      error // about the row
}

func (a *asked) query(i int) Query {
	return Query{core.Query{Mention: a.cells[i].text, Context: a.context}, a.cells[i].explained}
}

// answer answers the mentions of rows, until the end of ctx. What is wrong with a row
// is left in it.
func (r *run) answer(ctx context.Context, all []asked, stats *Stats) error {
	if r.config.ResolveMany != nil {
		r.lookAhead(all, stats)
	}
	for i := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.answerRow(&all[i], stats)
	}
	return nil
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
		var texts []string
		a.row = &rows[i]
		if texts, a.err = r.table.cells(a.row, columns); a.err != nil {
			continue
		}
		for _, text := range texts[:len(r.columns)] {
			a.cells = append(a.cells, cell{text: text})
		}
		texts = texts[len(r.columns):]
		if r.context != nil {
			a.context, texts = texts[0], texts[1:]
		}
		if r.document != nil {
			a.document = texts[0]
		}
	}
	return all
}

// explain finds what the mentions around rows say of the abbreviations in them.
func explain(rows []asked) {
	for i := range rows {
		neighbours := mentionsAround(rows, i)
		for j := range rows[i].cells {
			c := &rows[i].cells[j]
			c.explained, _ = mention.Neighbours(c.text, neighbours)
		}
	}
}

// mentionsAround returns the mentions of the rows around row i, of the same document.
func mentionsAround(rows []asked, i int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := range mention.Nearby(i, len(rows)) {
			if rows[at].document != rows[i].document {
				continue
			}
			for _, c := range rows[at].cells {
				if !yield(c.text) {
					return
				}
			}
		}
	}
}

// cohere returns the rows from first to before end with their answers looked at once
// more, in the light of those around them.
func (r *run) cohere(rows []asked, first, end int) []asked {
	places := make([]resolve.Place, len(rows))
	for i := range rows {
		places[i].Document = rows[i].document
		for _, c := range rows[i].cells {
			places[i].Answers = append(places[i].Answers, c.Answers...)
		}
	}
	for i := first; i < end; i++ {
		answers := resolve.Cohere(places, i, r.config.MinP)
		for k := range answers {
			a := &answers[k]
			a.Matches = a.Matches[:min(len(a.Matches), max(1, r.config.K))]
		}
		for j := range rows[i].cells {
			c := &rows[i].cells[j]
			n := len(c.Answers)
			c.Answers, answers = answers[:n:n], answers[n:]
		}
	}
	return rows[first:end]
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// lookAhead fills the cache with the answers that rows need. What fails is left to
// answerRow, which knows the row.
func (r *run) lookAhead(all []asked, stats *Stats) {
	var queries []Query
	seen := map[Query]bool{}
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
func (r *run) answerRow(a *asked, stats *Stats) {
	for i := range a.cells {
		c := &a.cells[i]
		if a.err != nil || blank(c.text) {
			continue
		}
		var err error
		if c.Result, err = r.resolve(a.query(i), stats); err != nil {
			a.err = fmt.Errorf("%s:%d: %w", r.table.name, a.row.line, err)
		}
	}
}

// resolve answers a mention, from memory if it can.
func (r *run) resolve(q Query, stats *Stats) (resolve.Result, error) {
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

func (r *run) remember(q Query, res resolve.Result) {
	for _, text := range [...]*string{&q.Mention, &q.Context, &q.Explained.Short, &q.Explained.Long} {
		*text = strings.Clone(*text) // a row is one string
	}
	r.cache.put(q, res)
}
