package experiment

import (
	"context"
	"fmt"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/hits"
	"github.com/normlet/normlet/train/eval"
)

// stages measures what each stage of a look-up finds.
func stages(ctx context.Context, o Options, r *Result, p Progress) error {
	c := engine.Of(o.Pack).Contents()
	r.Setting = []string{
		fmt.Sprintf("A pack of %d names of %d entities, codes of %d bits; %d labelled mentions, all of them, also those of entities that the pack has not.", c.Names.Len(), c.IDs.Len(), c.Bits, len(o.Queries)),
		"exact: entities with the mention as a name; normalized: or a name of the same letters and digits; hamming: by the distance of codes alone; float: by the cosine of vectors, before they are cut to bits; full: the whole cascade with its ranker. exact and normalized keep the ranker's order.",
	}
	tables := []Table{{Title: "Share of mentions whose entity is among the first k"}, {Title: "The same over unique pairs of mention and entity"}}
	f := Figure{Name: "recall", Title: "Recall of each stage", X: "k", Y: "recall@k", LogX: true}
	list := []string{"exact", "normalized", eval.Hamming, eval.Float, eval.Full}
	for i, stage := range list {
		p("stages", i, len(list))
		var res *eval.Result
		var err error
		switch stage {
		case "exact":
			res, err = hits.Of(ctx, o.Pack, o.Queries, nameRanks(o.Pack, core.StageExact, nil))
		case "normalized":
			res, err = hits.Of(ctx, o.Pack, o.Queries, nameRanks(o.Pack, core.StageNormalized, nil))
		default:
			res, err = eval.Run(ctx, o.Pack, o.Queries, nil, eval.Options{Stage: stage}, nil)
		}
		if err != nil {
			return err
		}
		s := Series{Name: stage}
		for j, of := range []eval.Hits{res.Hits, res.HitsUnique} {
			row, columns := []any{stage}, []string{"stage"}
			of.Each(func(k int, v float64) {
				columns, row = append(columns, fmt.Sprintf("recall@%d", k)), append(row, v)
				if j == 0 {
					s.add(float64(k), v)
				}
			})
			tables[j].Columns = columns
			tables[j].add(row...)
		}
		f.Series = append(f.Series, s)
	}
	r.Tables, r.Figures = tables, []Figure{f}
	return nil
}

// nameRanks ranks the entities that the cascade finds no later than in a stage, by their names alone.
func nameRanks(n *core.Normalizer, last core.Stage, namespaces []string) func(mention string) []int32 {
	ids := engine.Of(n).Contents().IDs
	return func(mention string) (found []int32) {
		a, _ := n.LookupWith(mention, core.Options{K: 64, Near: true, Namespaces: namespaces}) // fails on unknown namespaces, which are known here
		for _, m := range a.Matches {
			if e, ok := ids.Find(m.ID); ok && m.Stage <= last {
				found = append(found, int32(e))
			}
		}
		return found
	}
}
