package experiment

import (
	"context"
	"fmt"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/names"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// Labelled is a pack with labelled mentions of its entities.
type Labelled struct {
	Name    string
	Pack    []byte
	Queries []data.Query
}

// hits are the two figures by which rules are judged.
type hits struct{ at1, at10 float64 }

// rules switches every rule of package names off in turn, and compares what each
// corpus then gives with what it gives with all of them. Packs stay as they were built.
func rules(ctx context.Context, o Options, r *Result, p Progress) error {
	r.Setting = []string{
		"Every linguistic rule of core/names is switched off in turn when mentions are looked up (plain protocol); packs stay as they were built.",
		"Figures are points of Hits@1 / Hits@10 that are lost without the rule: positive ones mean that the rule helps.",
	}
	with := Table{Title: "All rules", Columns: []string{"corpus", "mentions", "H@1", "H@10"}}
	base := make([]hits, len(o.Labelled))
	done, total := 0, len(o.Labelled)*(int(names.NumRules)+1)
	measure := func(i int, off names.RuleSet) (hits, error) {
		h, err := hitsWithout(ctx, &o.Labelled[i], off)
		done++
		p("rules", done, total)
		return h, err
	}
	var err error
	for i, c := range o.Labelled {
		if base[i], err = measure(i, 0); err != nil {
			return err
		}
		with.add(c.Name, len(c.Queries), base[i].at1, base[i].at10)
	}
	r.Tables = append(r.Tables, with)
	mean := Table{Title: "Without one rule", Columns: []string{"rule", "does", "mean H@1 lost", "mean H@10 lost", "most gained by", "most lost by"}}
	for rule := range names.NumRules {
		t := Table{Title: "Without " + names.Rules[rule].Name, Columns: []string{"corpus", "H@1 lost", "H@10 lost"}}
		var sum, best, worst hits
		bestOf, worstOf := "-", "-"
		for i, c := range o.Labelled {
			h, err := measure(i, names.RuleSet(0).With(rule))
			if err != nil {
				return err
			}
			lost := hits{100 * (base[i].at1 - h.at1), 100 * (base[i].at10 - h.at10)}
			sum.at1, sum.at10 = sum.at1+lost.at1/float64(len(o.Labelled)), sum.at10+lost.at10/float64(len(o.Labelled))
			if lost.at1+lost.at10 > best.at1+best.at10 {
				best, bestOf = lost, fmt.Sprintf("%s %+.2f / %+.2f", c.Name, lost.at1, lost.at10)
			}
			if lost.at1+lost.at10 < worst.at1+worst.at10 {
				worst, worstOf = lost, fmt.Sprintf("%s %+.2f / %+.2f", c.Name, lost.at1, lost.at10)
			}
			if lost != (hits{}) {
				t.add(c.Name, lost.at1, lost.at10)
			}
		}
		mean.add(names.Rules[rule].Name, names.Rules[rule].Does, sum.at1, sum.at10, bestOf, worstOf)
		if len(t.Rows) > 0 {
			r.Tables = append(r.Tables, t)
		}
	}
	r.Tables = append(r.Tables[:1], append([]Table{mean}, r.Tables[1:]...)...)
	return nil
}

// hitsWithout measures a corpus with some rules off.
func hitsWithout(ctx context.Context, c *Labelled, off names.RuleSet) (hits, error) {
	n, err := core.OpenBytesWith(c.Pack, core.OpenOptions{Without: off})
	if err != nil {
		return hits{}, fmt.Errorf("%s: %w", c.Name, err)
	}
	defer n.Close()
	res, err := eval.Run(ctx, n, c.Queries, nil, eval.Options{}, nil)
	if err != nil {
		return hits{}, fmt.Errorf("%s: %w", c.Name, err)
	}
	return hits{res.Hits.At1, res.Hits.At10}, nil
}
