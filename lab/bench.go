package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/lab/internal/benchmark"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
	"github.com/normlet/normlet/train/mentionstest"
)

func (a *app) benchCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench WHAT",
		Short: "Measure speed",
		Long: `Measure speed. Times vary between machines and minutes.

"go -C lab/peers run . --data FOLDER" measures normlet beside what one would use instead,
and "lab search" the search beside reading memory.`,
		Example: `  lab bench lookup
  lab bench open --json`,
		Args: cobra.ArbitraryArgs,
		RunE: choose,
	}
	cmd.PersistentFlags().BoolVar(&asJSON, "json", false, "write one JSON object")
	cmd.AddCommand(a.benchLookupCommand(&asJSON), a.benchOpenCommand(&asJSON))
	return cmd
}

func (a *app) benchLookupCommand(asJSON *bool) *cobra.Command {
	var pack, queries string
	cmd := &cobra.Command{
		Use:   "lookup",
		Short: "Measure lookups from end to end",
		Long: `Measure lookups from end to end on one thread, and their stages, by the length of mentions
and by outcome: a name, near one, or nil. Without --queries the mentions are names of the
pack as people write them, the same in every run. No scan can beat one pass that only
reads the codes.`,
		Example: "  lab bench lookup --queries mentions.tsv.gz",
		Args:    argCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			n, err := a.open(pack)
			if err != nil {
				return err
			}
			mentions := mentionstest.Of(n)
			if queries != "" {
				if mentions, err = mentionsOf(queries); err != nil {
					return err
				}
			}
			bar := a.progress()
			defer bar.close()
			rep, err := benchmark.Lookup(cmd.Context(), n, mentions, bar.set)
			bar.close()
			return a.printBench(*asJSON, rep, err)
		},
	}
	cmd.Flags().StringVar(&pack, "pack", "", "pack `file` (default the built-in pack)")
	cmd.Flags().StringVar(&queries, "queries", "", "query `file` whose mentions to look up")
	reads(cmd, "pack", "queries")
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

func (a *app) printBench(asJSON bool, rep *benchmark.Report, err error) error {
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(a.stdout).Encode(rep)
	}
	fmt.Fprintf(a.stdout, "kernel %s, processor %s\n\n", rep.Kernel, rep.CPU)
	table := [][]string{{"case", "variant", "microseconds", "x limit"}}
	for _, r := range rep.Rows {
		ratio := ""
		if r.RatioToLimit != 0 {
			ratio = strconv.FormatFloat(r.RatioToLimit, 'f', 2, 64)
		}
		table = append(table, []string{r.Case, r.Variant, strconv.FormatFloat(r.NS/1000, 'f', 1, 64), ratio})
	}
	if err := writeTable(a.stdout, table); err != nil {
		return err
	}
	if err := a.printKinds(rep.Kinds); err != nil {
		return err
	}
	if m := rep.Memory; m != nil {
		fmt.Fprintf(a.stdout, "\nafter opening: %.1f MB resident, %.1f MB of them heap; %d allocations\n",
			float64(m.ResidentBytes)/1e6, float64(m.HeapBytes)/1e6, m.Allocations)
	}
	return nil
}

// printKinds writes where the time of look-ups goes, in percent.
func (a *app) printKinds(kinds []benchmark.Kind) error {
	if len(kinds) == 0 {
		return nil
	}
	fmt.Fprintln(a.stdout, "\nwhere the time goes, in percent")
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
	return writeTable(a.stdout, table)
}

func (a *app) benchOpenCommand(asJSON *bool) *cobra.Command {
	var pack string
	var alone bool
	cmd := &cobra.Command{
		Use:     "open",
		Short:   "Measure time and memory of opening a pack",
		Long:    `Measure the time to open a pack, and the memory of a process that does nothing else.`,
		Example: "  lab bench open --pack genes.normpack",
		Args:    argCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if alone { // the process that memoryAlone starts
				m, err := benchmark.MemoryOf(func() (*core.Normalizer, error) { return a.open(pack) })
				if err != nil {
					return err
				}
				return json.NewEncoder(a.stdout).Encode(m)
			}
			if pack == "-" {
				return usagef(cmd, "--pack -: a pack is opened several times, so it has to be a file")
			}
			content := a.defaultPack
			if pack != "" {
				var err error
				if content, err = data.ReadFile(pack); err != nil {
					return err
				}
			}
			rep, err := benchmark.Open(cmd.Context(), content, core.OpenOptions{Trusted: pack == ""}) // as every command does
			if err != nil {
				return fmt.Errorf("%s: %w", cmp.Or(pack, "the default pack"), err)
			}
			rep.Memory, err = a.memoryAlone(cmd, pack)
			return a.printBench(*asJSON, rep, err)
		},
	}
	cmd.Flags().StringVar(&pack, "pack", "", "pack `file` (default the built-in pack)")
	cmd.Flags().BoolVar(&alone, "alone", false, "open once, then write what this process holds")
	_ = cmd.Flags().MarkHidden("alone") // it exists
	reads(cmd, "pack")
	return cmd
}

// memoryAlone measures the memory of a pack in its own process.
func (a *app) memoryAlone(cmd *cobra.Command, pack string) (*benchmark.Memory, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"bench", "open", "--alone"}
	if pack != "" {
		args = append(args, "--pack", pack)
	}
	child := exec.CommandContext(cmd.Context(), self, args...)
	child.Stderr = a.stderr
	out, err := child.Output()
	if err != nil {
		return nil, fmt.Errorf("measuring the memory in a process of its own: %w", err)
	}
	m := new(benchmark.Memory)
	return m, json.Unmarshal(out, m)
}
