package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/lab/internal/codesearch"
)

func (a *app) searchCommand() *cobra.Command {
	var s codesearch.SearchOptions
	cmd := &cobra.Command{
		Use:   "search",
		Short: "Measure the search of codes beside reading them, and beside other ways",
		Long: `Measure the search for the ten nearest codes: each kernel that runs here, the index alone,
filtered and in batches, a general bit set library, and float32 vectors.
The limit is one pass that only reads the codes. A loop in plain Go checks every variant
first; a difference ends the run.

All sizes together take minutes and up to 8 GB of memory.`,
		Example: "  lab search --n 123590 --bits 128,256",
		Args:    argCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			bar := a.progress()
			defer bar.close()
			s.Progress = bar.set
			s.Note = func(text string) { bar.close(); fmt.Fprintln(a.stderr, text) }
			rep, err := codesearch.Search(cmd.Context(), s)
			bar.close()
			if err != nil {
				return err
			}
			fmt.Fprintf(a.stdout, "kernel %s\n\n", rep.Kernel)
			w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(w, "case\tvariant\tmicroseconds\tx limit\tx scan\t")
			for _, r := range rep.Rows {
				fmt.Fprintf(w, "%s\t%s\t%.1f\t%.2f\t%.2f\t\n", r.Case, r.Variant, r.NS/1000, r.RatioToLimit, r.RatioToScan)
			}
			return w.Flush()
		},
	}
	f := cmd.Flags()
	f.IntSliceVar(&s.Rows, "n", codesearch.DefaultRows, "numbers of codes")
	f.IntSliceVar(&s.Bits, "bits", codesearch.DefaultBits, "widths of a code")
	f.BoolVar(&s.Quick, "quick", false, "three rounds only")
	return cmd
}
