package experiment

import (
	"context"
	"fmt"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// Labelled is a pack with labelled mentions of its entities.
type Labelled struct {
	Name    string
	Pack    []byte
	Queries []data.Query
}

// figures are those by which rules are judged, in percent of the queries.
type figures struct {
	at1, at10 float64
	answered  float64 // the first entity is right, and the answer is not NIL
}

func (a figures) less(b figures) figures {
	return figures{a.at1 - b.at1, a.at10 - b.at10, a.answered - b.answered}
}

func (a figures) String() string {
	return fmt.Sprintf("%+.2f / %+.2f / %+.2f", a.at1, a.at10, a.answered)
}

// rules switches every rule of package names off in turn, and compares what each
// corpus then gives with what it gives with all of them. Packs stay as they were built.
func rules(ctx context.Context, o Options, r *Result, p Progress) error {
	r.Setting = []string{
		"Mentions are looked up one by one (plain protocol), with every linguistic rule of internal/core/names switched off in turn; packs stay as they were built.",
		"A loss is in points of H@1, H@10, and the share of mentions that are answered right, not NIL. Positive losses say that the rule helps.",
	}
	all := make([]figures, len(o.Labelled))
	with := Table{Title: "All rules", Columns: []string{"corpus", "mentions", "H@1", "H@10", "answered right"}}
	done, total := 0, len(o.Labelled)*(int(names.NumRules)+1)
	measure := func(i int, off names.RuleSet) (f figures, err error) {
		if f, err = measureWithout(&o.Labelled[i], off); err == nil {
			err = ctx.Err()
		}
		done++
		p("rules", done, total)
		return f, err
	}
	var err error
	for i, c := range o.Labelled {
		if all[i], err = measure(i, 0); err != nil {
			return err
		}
		with.add(c.Name, len(c.Queries), all[i].at1, all[i].at10, all[i].answered)
	}
	mean := Table{Title: "Mean loss without a rule", Columns: []string{"rule", "does", "H@1", "H@10", "answered right"}}
	each := Table{Title: "Losses of each corpus", Columns: []string{"rule", "corpus", "H@1 / H@10 / answered right"}}
	for rule := range names.NumRules {
		var sum figures
		for i, c := range o.Labelled {
			f, err := measure(i, names.RuleSet(0).With(rule))
			if err != nil {
				return err
			}
			lost, n := all[i].less(f), float64(len(o.Labelled))
			sum = figures{sum.at1 + lost.at1/n, sum.at10 + lost.at10/n, sum.answered + lost.answered/n}
			if lost != (figures{}) {
				each.add(names.Rules[rule].Name, c.Name, lost.String())
			}
		}
		mean.add(names.Rules[rule].Name, names.Rules[rule].Does, sum.at1, sum.at10, sum.answered)
	}
	r.Tables = append(r.Tables, with, mean, each)
	return nil
}

// measureWithout measures a corpus with some rules off.
func measureWithout(c *Labelled, off names.RuleSet) (f figures, err error) {
	n, err := core.OpenBytes(c.Pack, nil)
	if err != nil {
		return f, fmt.Errorf("%s: %w", c.Name, err)
	}
	defer n.Close()
	engine.Of(n).Off = off
	return lookedUp(n, c)
}

// lookedUp returns the figures of a corpus.
func lookedUp(n *core.Normalizer, c *Labelled) (f figures, err error) {
	const k = 10
	var queries []core.Query
	numbers := map[string]int{} // of mentions, which occur again and again
	for _, q := range c.Queries {
		if _, ok := numbers[q.Mention]; !ok {
			numbers[q.Mention] = len(queries)
			queries = append(queries, core.Query{Mention: q.Mention})
		}
	}
	answers, err := n.LookupMany(queries, core.Options{K: k, Near: true})
	if err != nil {
		return f, err
	}
	gold, ids := eval.NewResolver(engine.Of(n).Contents()), engine.Of(n).Contents().IDs
	point := 100 / float64(len(c.Queries))
	for _, q := range c.Queries {
		a, right := &answers[numbers[q.Mention]], gold.Entities(q.Gold)
		at := slices.IndexFunc(a.Matches, func(m core.Match) bool {
			e, _ := ids.Find(m.ID)
			return slices.Contains(right, int32(e))
		})
		if at < 0 {
			continue
		}
		f.at10 += point
		if at == 0 {
			f.at1 += point
			if !a.NIL {
				f.answered += point
			}
		}
	}
	return f, nil
}
