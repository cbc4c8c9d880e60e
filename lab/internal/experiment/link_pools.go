package experiment

import (
	"context"
	"strings"

	"github.com/normlet/normlet/lab/internal/link"
)

// The sizes of pools, how many candidates of them are by the graph, in tables and in figures, and the size that
// contexts are compared at.
var (
	poolSizes = []int{15, 30, 60}
	poolGraph = []int{0, 1, 5}
	poolCurve = []int{0, 1, 2, 5, 10, 15, 20, 30, 50}
)

const comparedPool = 30

// The sources that rank by 3-grams and as a look-up does.
const (
	byText   = "3-grams"
	byLookup = "look-up"
)

// source ranks entities by their names.
type source struct {
	name string
	rank func(mention string, k int) *link.Ranking
}

type poolTables struct {
	pools, kinds Table
	curves       []Figure // recall and Hits@1 by X

	// Differences, one a pool: of recall, of all and of new mentions, and of Hits@1 by candidates of the graph; of Hits@1 by
	// context; of Hits@1 of new mentions between the link score and the order of the look-up.
	recall, recallNew, first, words, lookupNew []float64
}

// pools measures pools of candidates, with the linker that is best on the part to fit.
func (l *linkRun) pools(ctx context.Context) error {
	k := l.best()
	t := &poolTables{
		pools: Table{Title: "Pools of candidates, context: " + k.Config.Context, Columns: []string{"names by", "X+Y", "X", "mean size", "recall", "names alone Hits@1", "Hits@5", "Hits@10", "with context Hits@1", "Hits@5", "Hits@10", "p", "q"}},
		kinds: Table{Title: "Hits@1 by kind of mention, X+Y = 30", Columns: []string{"names by", "mentions", "occurrences", "names alone", "mention, X = 0", "mention and " + k.Config.Context + ", X = 0", "X = 1", "X = 5"}},
	}
	t.curves = newPoolCurves(k.Config.Context)
	for i, s := range []source{{byText, l.names.ByText}, {"codes", l.names.ByCode}, {byLookup, l.names.ByLookup}} {
		l.p("pools", i, 3)
		if err := l.source(ctx, t, s, k); err != nil {
			return err
		}
	}
	l.r.Tables, l.r.Figures = append(l.r.Tables, t.pools, t.kinds), append(l.r.Figures, t.curves...)
	for _, f := range []Finding{
		paired("candidates of the graph raise the recall of pools", "recall, X = 5 minus X = 0", t.recall),
		paired("they do so for mentions new to training", "recall, X = 5 minus X = 0", t.recallNew),
		paired("candidates of the graph raise Hits@1 of the link score", "Hits@1, X = 5 minus X = 0", t.first),
		paired("the sentence raises Hits@1 beyond what the mention alone says in the graph space", "Hits@1 in pools of 30, X = 0, "+k.Config.Context+" minus none", t.words),
		paired("on mentions new to training, the link score is better than the look-up alone", "Hits@1 in pools of 30, with context minus names alone", t.lookupNew),
	} {
		f.Evidence = strings.Replace(f.Evidence, "pairs of runs", "pairs of pools", 1)
		l.r.Findings = append(l.r.Findings, f)
	}
	return nil
}

// source adds the rows of a source of names.
func (l *linkRun) source(ctx context.Context, t *poolTables, s source, k *link.Linker) error {
	rank := func(mention string) *link.Ranking { return s.rank(mention, poolSizes[len(poolSizes)-1]) }
	fit, test, err := l.cases(ctx, k, rank)
	if err != nil {
		return err
	}
	mentionFit, mentionTest, err := l.cases(ctx, l.linker[link.None], rank)
	if err != nil {
		return err
	}
	weights := link.Fit(mentionFit.Pools(comparedPool, 0))
	mention := link.Measure(mentionTest.Pools(comparedPool, 0), weights)
	names := link.Measure(test.Pools(comparedPool, 0), link.Weights{P: 1})
	rights := [][]bool{names.Right, mention.Right}
	t.draw(s.name, fit, test)
	for _, total := range poolSizes {
		var base link.Measures
		for i, x := range poolGraph {
			w := link.Fit(fit.Pools(total, x))
			pools := test.Pools(total, x)
			alone, with := link.Measure(pools, link.Weights{P: 1}), link.Measure(pools, w)
			t.pools.add(s.name, total, x, with.Pool, with.Recall, alone.At1, alone.At5, alone.At10, with.At1, with.At5, with.At10, w.P, w.Q)
			if i == 0 {
				base = with
			} else if i == len(poolGraph)-1 {
				t.recall, t.first = append(t.recall, with.Recall-base.Recall), append(t.first, with.At1-base.At1)
				t.recallNew = append(t.recallNew, l.share(with.Found, l.isNew)-l.share(base.Found, l.isNew))
			}
			if total == comparedPool {
				rights = append(rights, with.Right)
				if s.name == byLookup {
					t.lookupNew = append(t.lookupNew, l.share(with.Right, l.isNew)-l.share(names.Right, l.isNew))
				}
				if x == 0 {
					t.words = append(t.words, with.At1-mention.At1)
				}
			}
		}
	}
	l.kinds(&t.kinds, s.name, rights)
	return nil
}

// cases prepares the part to fit and that to measure.
func (l *linkRun) cases(ctx context.Context, k *link.Linker, rank func(mention string) *link.Ranking) (fit, test *link.Cases, err error) {
	if fit, err = link.NewCases(ctx, l.space, k, l.data.Fit, rank); err != nil {
		return nil, nil, err
	}
	test, err = link.NewCases(ctx, l.space, k, l.data.Test, rank)
	return fit, test, err
}

// isNew reports whether training has not seen the mention of e.
func (l *linkRun) isNew(e *link.Example) bool { return !l.known[e.Mention] }

// share returns the share of occurrences of some mentions that have a flag.
func (l *linkRun) share(flags []bool, is func(e *link.Example) bool) float64 {
	all, have := l.occurrences(is), 0
	for i := range flags {
		if e := &l.data.Test[i]; flags[i] && is(e) {
			have += e.Count
		}
	}
	return float64(have) / max(1, float64(all))
}

func (l *linkRun) occurrences(is func(e *link.Example) bool) int {
	n := 0
	for i := range l.data.Test {
		if e := &l.data.Test[i]; is(e) {
			n += e.Count
		}
	}
	return n
}

// kinds adds the shares of mentions that are right, by kind of mention: rights has them for each column.
func (l *linkRun) kinds(t *Table, name string, rights [][]bool) {
	ambiguous := map[string]bool{}
	for _, e := range l.data.Test {
		ambiguous[e.Mention] = len(l.o.Pack.Lookup(e.Mention, 1).Ambiguous) > 1
	}
	for _, kind := range []struct {
		name string
		is   func(e *link.Example) bool
	}{
		{"all", func(*link.Example) bool { return true }},
		{"ambiguous to the look-up", func(e *link.Example) bool { return ambiguous[e.Mention] }},
		{"new to training", l.isNew},
	} {
		row := []any{name, kind.name, l.occurrences(kind.is)}
		for _, right := range rights {
			row = append(row, l.share(right, kind.is))
		}
		t.add(row...)
	}
}
