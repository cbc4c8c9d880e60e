package mapping

import (
	"cmp"
	"context"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// contenders is how many entities of a row are considered with Config.OneToOne.
const contenders = 8

// Together reports whether rows are rendered when all are read.
func (c *Config) Together() bool { return c.OneToOne || c.Cluster != nil }

// together waits for all blocks, compares their rows, and returns them rendered.
func (r *run) together(ctx context.Context, queue <-chan *block, name string, progress func(Stats)) (chan *block, error) {
	var blocks []*block
	rows := 0
	for b := range queue {
		select {
		case <-b.done:
		case <-ctx.Done():
			return nil, ctx.Err() // b is still at work
		}
		if b.err != nil {
			return nil, b.err
		}
		blocks, rows = append(blocks, b), rows+len(b.rows)
		progress(Stats{Rows: rows})
	}
	squeeze, err := newSqueezer(name)
	if err != nil {
		return nil, err
	}
	if r.config.OneToOne {
		r.oneToOne(blocks)
	}
	if r.config.Cluster != nil {
		if err := r.cluster(blocks); err != nil {
			return nil, err
		}
	}
	out := make(chan *block, len(blocks))
	for _, b := range blocks {
		r.finish(b, squeeze)
		out <- b
	}
	close(out)
	return out, ctx.Err()
}

// oneToOne gives each entity to one of all rows at most. A row that a person has decided keeps its entities.
func (r *run) oneToOne(blocks []*block) {
	var rows [][]core.Match
	var of []*document.Result // nil for what is decided
	for _, b := range blocks {
		for i := range b.results {
			result := &b.results[i][0]
			if r.config.Decisions.of(result.Mention) != nil {
				result = nil
			}
			for _, a := range b.results[i][0].Answers {
				rows, of = append(rows, slices.Clone(a.Matches)), append(of, result) // others may have the same answer
			}
		}
	}
	kept := assign(rows)
	owned := map[string]float64{} // entities that a row has, with their P there
	for i, at := range kept {
		if at >= 0 {
			owned[rows[i][at].ID] = rows[i][at].P
		}
	}
	for i, result := range of {
		if row := rows[i]; result != nil && len(row) > 0 {
			if best := row[0].ID; r.cut.found(&result.Answers[0]) && kept[i] != 0 && owned[best] > 0 {
				result.Taken = best
			}
			result.Answers = []core.Answer{settled(&result.Answers[0], row, kept[i], owned)}
			result.Answers[0].Matches = row[:min(len(row), r.shown)]
		}
	}
}

// settled returns an answer with the matches of a row, of which it has the one at kept. It is put first, the others follow
// by falling P. A row without one is NIL.
func settled(a *core.Answer, row []core.Match, kept int, owned map[string]float64) core.Answer {
	out, before, after := *a, 1.0, 1.0 // probability of none, and of entities that are no matches
	for i := range row {
		before, after = before-a.Matches[i].P, after-row[i].P
	}
	out.PNIL = min(1, a.PNIL*max(0, after)/max(before, 1/maxOdds))
	others, id := row, ""
	if kept >= 0 {
		m := row[kept]
		copy(row[1:], row[:kept])
		row[0], others, id = m, row[1:], m.ID
	}
	slices.SortStableFunc(others, func(x, y core.Match) int { return cmp.Compare(y.P, x.P) })
	for i := range row {
		if row[i].Margin = row[i].P; i+1 < len(row) {
			row[i].Margin -= row[i+1].P
		}
	}
	out.NIL = kept < 0 || (a.NIL || kept > 0) && out.PNIL > row[0].P
	out.Ambiguous = slices.DeleteFunc(slices.Clone(a.Ambiguous), func(tied string) bool { return tied != id && owned[tied] >= sureP })
	if out.NIL || len(out.Ambiguous) < 2 || !slices.Contains(out.Ambiguous, id) {
		out.Ambiguous = nil
	}
	return out
}
