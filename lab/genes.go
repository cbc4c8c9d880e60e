package main

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// genesNamespace is what mentions of genes are looked for among.
const genesNamespace = "NCBIGene"

func (a *app) genesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "genes DATA PACK",
		Short: "Measure human genes in documents, as map resolves them",
		Long: `Resolve the gene mentions of documents jointly, in a pack of human genes: H@1 of those whose
entity it has, of all and of the ambiguous ones, whose best match alone has a margin below
.5; and the shares that are answered right and wrong. The pack should know nothing of these
documents: leave their publications out of those that build --relations reads.`,
		Example: "  lab genes DATA default.normpack",
		Args:    argCount(2, 2, "DATA PACK"),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := a.open(args[1])
			if err != nil {
				return err
			}
			table := [][]string{{"documents", "mentions", "H@1", "ambiguous", "H@1", "right", "wrong"}}
			for _, name := range []string{"GNormPlus_Train", "NLMgene_Train", "tmVar3_Train"} {
				queries, err := eval.ReadQueries(filepath.Join(args[0], "documents", name+".pubtator.gz"))
				if err != nil {
					return err
				}
				queries = slices.DeleteFunc(queries, func(q data.Query) bool { return q.Type != "Gene" })
				c, err := resolveGenes(cmd.Context(), n, queries)
				if err != nil {
					return err
				}
				table = append(table, c.row(name))
			}
			return writeTable(a.stdout, table)
		},
	}
}

// geneCounts counts mentions, those whose first match is right, the same of ambiguous ones, and answers.
type geneCounts struct{ all, first, ambiguous, ambiguousFirst, right, wrong int }

func (c *geneCounts) row(name string) []string {
	share := func(n, of int) string { return strconv.FormatFloat(float64(n)/float64(max(1, of)), 'f', 4, 64) }
	return []string{
		name, strconv.Itoa(c.all), share(c.first, c.all), strconv.Itoa(c.ambiguous), share(c.ambiguousFirst, c.ambiguous),
		share(c.right, c.all), share(c.wrong, c.all),
	}
}

func resolveGenes(ctx context.Context, n *core.Normalizer, queries []data.Query) (*geneCounts, error) {
	res, err := eval.Run(ctx, n, queries, nil, eval.Options{
		Protocol: eval.Document, Namespaces: []string{genesNamespace}, MinP: document.MarkedMinP,
		Coverage: func(asked []core.Query) (*core.Coverage, error) { return n.EstimateCoverage(asked, core.Options{}) },
	}, nil)
	if err != nil {
		return nil, err
	}
	contents, counts := engine.Of(n).Contents(), &geneCounts{}
	gold := eval.NewResolver(contents)
	for i, q := range queries {
		right := slices.DeleteFunc(gold.Entities(q.Gold), func(e int32) bool { return contents.NamespaceOf(int(e)) != genesNamespace })
		if len(right) == 0 {
			continue
		}
		alone, err := n.LookupWith(q.Mention, core.Options{K: 1, Namespaces: []string{genesNamespace}})
		if err != nil {
			return nil, err
		}
		counts.add(res.Results[i].Answers, len(alone.Matches) > 0 && alone.Matches[0].Margin < ambiguousMargin, func(id string) bool {
			e, ok := contents.IDs.Find(id)
			return ok && slices.Contains(right, int32(e))
		})
	}
	return counts, nil
}

// ambiguousMargin is the margin below which a mention alone is ambiguous.
const ambiguousMargin = 0.5

// add counts the answers for a mention, which are right if one of them is.
func (c *geneCounts) add(answers []core.Answer, ambiguous bool, isRight func(id string) bool) {
	one := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	first, answered := false, false
	for i := range answers {
		first = first || len(answers[i].Matches) > 0 && isRight(answers[i].Matches[0].ID)
		answered = answered || !answers[i].NIL
	}
	c.all, c.first = c.all+1, c.first+one(first)
	c.ambiguous, c.ambiguousFirst = c.ambiguous+one(ambiguous), c.ambiguousFirst+one(ambiguous && first)
	c.right, c.wrong = c.right+one(answered && first), c.wrong+one(answered && !first)
}
