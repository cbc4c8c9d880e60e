// Package bench is the command normlet bench.
package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/benchmark"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/train/eval"
)

// New returns the command normlet bench.
func New(std *cli.IO) *cobra.Command {
	var pack, queries string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure speed",
		Long: `Measure look-ups from end to end on one thread, and their stages, by the length of mentions
and by outcome: a name, near one, or nil; and the time to open the pack. Without --queries
the mentions are names of the pack as people write them, the same in every run. No scan can
beat one pass that only reads the codes. Times vary between machines and minutes.

In a clone of the repository, "go -C lab/peers run . --data FOLDER" measures normlet beside
what one would use instead, "go -C lab run . search" the search beside reading memory, and
"go -C lab run ./memory" the memory of an open pack.`,
		Example: `  normlet bench
  normlet bench --pack genes.normpack --queries mentions.tsv.gz --json`,
		Args: cli.ArgCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			rep, err := measure(cmd.Context(), std, pack, queries)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(std.Out).Encode(rep)
			}
			return printReport(std, rep)
		},
	}
	cli.AddPackFlag(cmd, &pack)
	cmd.Flags().StringVar(&queries, "queries", "", "query `file` whose mentions to look up")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	cli.Reads(cmd, "queries")
	cli.Groups(cmd, "Input: pack queries", "Output: json")
	return cmd
}

func measure(ctx context.Context, std *cli.IO, pack, queries string) (*benchmark.Report, error) {
	content, name, err := packfile.Read(std, pack)
	if err != nil {
		return nil, err
	}
	o := core.OpenOptions{Trusted: pack == ""} // as every command does
	n, err := core.OpenBytesWith(content, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	mentions := benchmark.Mentions(n)
	if queries != "" {
		if mentions, err = mentionsOf(queries); err != nil {
			return nil, err
		}
	}
	bar := progress.New(std.Err)
	defer bar.Close()
	rep, err := benchmark.Lookup(ctx, n, mentions, bar.Set)
	if err != nil {
		return nil, err
	}
	opening, err := benchmark.Open(ctx, content, o)
	rep.Rows = append(rep.Rows, opening)
	return rep, err
}

// mentionsOf returns the distinct mentions of a query file.
func mentionsOf(path string) ([]string, error) {
	queries, err := eval.ReadQueries(path)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var out []string
	for _, q := range queries {
		if !seen[q.Mention] {
			seen[q.Mention] = true
			out = append(out, q.Mention)
		}
	}
	return out, nil
}

// printReport writes what was measured, and where the time of look-ups goes, in percent.
func printReport(std *cli.IO, rep *benchmark.Report) error {
	fmt.Fprintf(std.Out, "kernel %s, processor %s\n\n", rep.Kernel, rep.CPU)
	number := func(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	table := [][]string{{"case", "variant", "microseconds", "x limit"}}
	for _, r := range rep.Rows {
		ratio := ""
		if r.RatioToLimit > 0 {
			ratio = number(r.RatioToLimit, 2)
		}
		table = append(table, []string{r.Case, r.Variant, number(r.NS/1000, 1), ratio})
	}
	if err := tabular.Write(std.Out, table, 2, 3); err != nil {
		return err
	}
	fmt.Fprintln(std.Out, "\nwhere the time goes, in percent")
	table = [][]string{{"outcome", "bytes", "mentions", "microseconds"}}
	for part := range score.NumParts {
		table[0] = append(table[0], part.String())
	}
	for _, k := range rep.Kinds {
		row := []string{k.Outcome, k.Length, strconv.Itoa(k.Mentions), number(k.NS/1000, 1)}
		for part := range score.NumParts {
			row = append(row, number(100*k.Parts[part.String()], 0))
		}
		table = append(table, row)
	}
	return tabular.Write(std.Out, table, 2, 3, 4, 5, 6, 7, 8, 9, 10)
}
