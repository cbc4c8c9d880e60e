// Package bench is the command normlet bench.
package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

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

// outputGroup is a group of all commands that measure.
const outputGroup = "Output: json"

func New(std *cli.IO) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench WHAT",
		Short: "Measure speed",
		Long: `Measure speed. Times vary between machines and minutes.

In a clone of the repository, "go -C lab/peers run . --data FOLDER" measures normlet beside
what one would use instead, and "go -C lab run . search" the search beside reading memory.`,
		Example: `  normlet bench lookup
  normlet bench open --json`,
		Args: cobra.ArbitraryArgs,
		RunE: cli.Choose,
	}
	cmd.PersistentFlags().BoolVar(&asJSON, "json", false, "write one JSON object")
	cmd.AddCommand(benchLookupCommand(std, &asJSON), benchOpenCommand(std, &asJSON))
	cli.Groups(cmd, outputGroup)
	return cmd
}

func benchLookupCommand(std *cli.IO, asJSON *bool) *cobra.Command {
	var pack, queries string
	cmd := &cobra.Command{
		Use:   "lookup",
		Short: "Measure lookups from end to end",
		Long: `Measure lookups from end to end on one thread, and their stages, by the length of mentions
and by outcome: a name, near one, or nil. Without --queries the mentions are names of the
pack as people write them, the same in every run. No scan can beat one pass that only
reads the codes.`,
		Example: "  normlet bench lookup --queries mentions.tsv.gz",
		Args:    cli.ArgCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			n, err := packfile.Open(std, pack)
			if err != nil {
				return err
			}
			mentions := benchmark.Mentions(n)
			if queries != "" {
				if mentions, err = mentionsOf(queries); err != nil {
					return err
				}
			}
			bar := progress.New(std.Err)
			defer bar.Close()
			rep, err := benchmark.Lookup(cmd.Context(), n, mentions, bar.Set)
			bar.Close()
			return printBench(std, *asJSON, rep, err)
		},
	}
	cli.AddPackFlag(cmd, &pack)
	cmd.Flags().StringVar(&queries, "queries", "", "query `file` whose mentions to look up")
	cli.Reads(cmd, "queries")
	cli.Groups(cmd, "Input: pack queries", outputGroup)
	return cmd
}

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

func printBench(std *cli.IO, asJSON bool, rep *benchmark.Report, err error) error {
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(std.Out).Encode(rep)
	}
	fmt.Fprintf(std.Out, "kernel %s, processor %s\n\n", rep.Kernel, rep.CPU)
	table := [][]string{{"case", "variant", "microseconds", "x limit"}}
	for _, r := range rep.Rows {
		ratio := ""
		if r.RatioToLimit != 0 {
			ratio = strconv.FormatFloat(r.RatioToLimit, 'f', 2, 64)
		}
		table = append(table, []string{r.Case, r.Variant, strconv.FormatFloat(r.NS/1000, 'f', 1, 64), ratio})
	}
	if err := tabular.Write(std.Out, table, 2, 3); err != nil {
		return err
	}
	if err := printKinds(std, rep.Kinds); err != nil {
		return err
	}
	if m := rep.Memory; m != nil {
		fmt.Fprintf(std.Out, "\nafter opening: %.1f MB resident, %.1f MB of them heap; %d allocations\n",
			float64(m.ResidentBytes)/1e6, float64(m.HeapBytes)/1e6, m.Allocations)
	}
	return nil
}

// printKinds writes where the time of look-ups goes, in percent.
func printKinds(std *cli.IO, kinds []benchmark.Kind) error {
	if len(kinds) == 0 {
		return nil
	}
	fmt.Fprintln(std.Out, "\nwhere the time goes, in percent")
	table := [][]string{{"outcome", "bytes", "mentions", "microseconds"}}
	for part := range score.NumParts {
		table[0] = append(table[0], part.String())
	}
	for _, k := range kinds {
		row := []string{k.Outcome, k.Length, strconv.Itoa(k.Mentions), strconv.FormatFloat(k.NS/1000, 'f', 1, 64)}
		for part := range score.NumParts {
			row = append(row, strconv.FormatFloat(100*k.Parts[part.String()], 'f', 0, 64))
		}
		table = append(table, row)
	}
	return tabular.Write(std.Out, table, 2, 3, 4, 5, 6, 7, 8, 9, 10)
}

func benchOpenCommand(std *cli.IO, asJSON *bool) *cobra.Command {
	var pack string
	var alone bool
	cmd := &cobra.Command{
		Use:     "open",
		Short:   "Measure time and memory of opening a pack",
		Long:    `Measure the time to open a pack, and the memory of a process that does nothing else.`,
		Example: "  normlet bench open --pack genes.normpack",
		Args:    cli.ArgCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if alone { // the process that memoryAlone starts
				m, err := benchmark.MemoryOf(func() (*core.Normalizer, error) { return packfile.Open(std, pack) })
				if err != nil {
					return err
				}
				return json.NewEncoder(std.Out).Encode(m)
			}
			if pack == "-" {
				return cli.Usagef(cmd, "--pack -: a pack is opened several times, so it has to be a file")
			}
			content, name, err := packfile.Read(std, pack)
			if err != nil {
				return err
			}
			rep, err := benchmark.Open(cmd.Context(), content, core.OpenOptions{Trusted: pack == ""}) // as every command does
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			rep.Memory, err = memoryAlone(std, cmd, pack)
			return printBench(std, *asJSON, rep, err)
		},
	}
	cli.AddPackFlag(cmd, &pack)
	cmd.Flags().BoolVar(&alone, "alone", false, "open once, then write what this process holds")
	_ = cmd.Flags().MarkHidden("alone") // it exists
	cli.Groups(cmd, "Input: pack", outputGroup)
	return cmd
}

// memoryAlone measures the memory of a pack in its own process.
func memoryAlone(std *cli.IO, cmd *cobra.Command, pack string) (*benchmark.Memory, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"bench", "open", "--alone"}
	if pack != "" {
		args = append(args, "--pack", pack)
	}
	child := exec.CommandContext(cmd.Context(), self, args...)
	child.Stderr = std.Err
	child.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, cli.VariablePrefix) })
	out, err := child.Output()
	if err != nil {
		return nil, fmt.Errorf("measuring the memory in a process of its own: %w", err)
	}
	m := new(benchmark.Memory)
	return m, json.Unmarshal(out, m)
}
