package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/lab/internal/experiment"
)

func (a *app) knowledgeCommand() *cobra.Command {
	var labelled []string
	cmd := &cobra.Command{
		Use:   "knowledge",
		Short: "Measure what each table of knowledge gives, on every corpus",
		Long: `Look up the mentions of each corpus with the knowledge that its pack has (section KNOW), and
without each table of it in turn, affixes by their place. Gains are points of H@1, and of
mentions that are answered right. A table that gives nothing on kinds that it was not
written for, or takes something from them, can go.`,
		Example: "  lab knowledge --labelled genes=genes.normpack,dev.tsv.gz",
		Args:    argCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			corpora, err := readLabelled(labelled)
			if err != nil {
				return err
			}
			bar := a.progress()
			defer bar.close()
			w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(w, "corpus\tmentions\tH@1\ttable\trows\tgain of H@1\tof right answers\t")
			for i := range corpora {
				c := &corpora[i]
				at1, gains, err := experiment.KnowledgeGains(cmd.Context(), c, bar.set)
				if err != nil {
					return err
				}
				for _, g := range gains {
					fmt.Fprintf(w, "%s\t%d\t%.2f\t%s\t%d\t%+.2f\t%+.2f\t\n", c.Name, len(c.Queries), at1, g.Table, g.Rows, g.At1, g.Answered)
				}
			}
			bar.close()
			return w.Flush()
		},
	}
	cmd.Flags().StringArrayVar(&labelled, "labelled", nil, "`NAME=PACK,FILE`: a pack and its queries; several times for several")
	return cmd
}
