package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/lab/internal/parents"
)

func (a *app) parentsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "parents DATA PACKS",
		Short: "Fit and judge p of what unsure answers are kinds of",
		Long: `Fit p of the parents of unsure answers on mentions of NCBI Disease (train): asked of the whole
list, of one that lacks half of what is meant, and mentions of chemicals. Judge it on those of
BC5CDR (dev) and BioRED, asked of MEDIC and of the default pack. Parents are those of MeSH's
tree. PACKS has the packs of tools/accuracy.sh.`,
		Example: "  lab parents DATA PACKS",
		Args:    argCount(2, 2, "DATA PACKS"),
		RunE: func(cmd *cobra.Command, args []string) error {
			tree, err := parents.ReadTree(filepath.Join(args[0], "mesh", "tree_numbers.tsv.gz"))
			if err != nil {
				return err
			}
			var worlds []*parents.World
			for _, of := range parents.Worlds {
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				w, err := of.Ask(args[0], args[1], tree)
				if err != nil {
					return err
				}
				worlds = append(worlds, w)
			}
			weights := parents.Fit(worlds)
			fmt.Fprintf(a.stdout, "weights %.2f; bytes of the section in the default pack: %d\n", weights, worlds[len(worlds)-1].Bytes)
			number := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
			table := [][]string{{"mentions", "pack", "", "mentions", "unsure", "with a parent", "right", "mean p"}}
			for _, w := range worlds {
				right, p, n := w.Judge()
				table = append(table, slices.Concat([]string{w.Mentions, w.Pack, w.How()},
					[]string{strconv.Itoa(w.Asked), strconv.Itoa(w.Unsure), strconv.Itoa(n), number(right), number(p)}))
			}
			return writeTable(a.stdout, table)
		},
	}
}
