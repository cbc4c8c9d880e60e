package main

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

func (a *app) hitsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "hits DATA PACKS FIELDS",
		Short: "Measure H@1 and answers of every development list, quickly",
		Long: `Look the mentions of each development list up one by one: H@1, and the shares that are answered
right and wrong, the rest being NIL, and right but marked broader. Of mentions that mean nothing
in the list (unlinked), all answers are wrong. PACKS has the packs of tools/accuracy.sh, FIELDS
the lists of ./fields.`,
		Example: "  lab hits DATA PACKS FIELDS",
		Args:    argCount(3, 3, "DATA PACKS FIELDS"),
		RunE: func(cmd *cobra.Command, args []string) error {
			table := [][]string{{"list", "mentions", "H@1", "right", "wrong", "broader"}}
			sources, _ := corpora.WithFields(true)
			slices.SortStableFunc(sources, func(x, y corpora.Source) int { return cmp.Compare(x.Pack, y.Pack) })
			var mean [4]float64
			var opened string
			var n *core.Normalizer
			linked := 0
			for _, s := range sources {
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				if s.Pack != opened {
					var err error
					if n, err = a.open(filepath.Join(args[1], s.Pack+".normpack")); err != nil {
						return err
					}
					opened = s.Pack
				}
				folder := args[0]
				if corpora.IsMade(s.Pack) {
					folder = args[2]
				}
				queries, err := eval.ReadQueries(filepath.Join(folder, filepath.FromSlash(corpora.QueryFile(s.Mentions))))
				if err != nil {
					return err
				}
				if strings.Contains(s.Mentions, "unlinked") {
					queries = forest.WithoutEntities(queries)
					table = append(table, shareRow(s.Pack+", "+s.Mentions, len(queries), answersOf(n, queries)))
					continue
				}
				queries = eval.Scored(queries)
				shares := answersOf(n, queries)
				table = append(table, shareRow(s.Pack+", "+s.Mentions, len(queries), shares))
				linked++
				for i := range mean {
					mean[i] += shares[i]
				}
			}
			for i := range mean {
				mean[i] /= float64(max(1, linked))
			}
			return writeTable(a.stdout, append(table, shareRow("mean of lists without unlinked", linked, mean)))
		},
	}
}

func shareRow(name string, n int, shares [4]float64) []string {
	row := []string{name, strconv.Itoa(n)}
	for _, x := range shares {
		row = append(row, strconv.FormatFloat(x, 'f', 4, 64))
	}
	return row
}

// answersOf returns the shares of queries whose first match is right, that are answered right and wrong, and
// right but as broader than what is meant.
func answersOf(n *core.Normalizer, queries []data.Query) (shares [4]float64) {
	at := map[string]int{}
	var mentions []string
	for _, q := range queries {
		if _, ok := at[q.Mention]; !ok {
			at[q.Mention] = len(mentions)
			mentions = append(mentions, q.Mention)
		}
	}
	answers := make([]core.Answer, len(mentions))
	parallel.Each(0, len(mentions), func(i int) { answers[i] = n.Lookup(mentions[i], 1) })
	contents := engine.Of(n).Contents()
	gold := eval.NewResolver(contents)
	share := 1 / float64(max(1, len(queries)))
	for _, q := range queries {
		answer, right := &answers[at[q.Mention]], false
		if len(answer.Matches) > 0 && len(q.Gold) > 0 {
			e, ok := contents.IDs.Find(answer.Matches[0].ID)
			right = ok && slices.Contains(gold.Entities(q.Gold), int32(e))
		}
		if right {
			shares[0] += share
		}
		switch {
		case answer.NIL:
		case right:
			shares[1] += share
			if answer.Matches[0].Broader != "" {
				shares[3] += share
			}
		default:
			shares[2] += share
		}
	}
	return shares
}
