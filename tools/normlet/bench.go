package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/pprof"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/internal/benchmark"
	"github.com/normlet/normlet/train/data"
)

type benchOptions struct {
	json       bool
	cpuProfile string
}

func (a *app) benchCommand() *cobra.Command {
	var o benchOptions
	cmd := &cobra.Command{
		Use:   "bench WHAT",
		Short: "Measure speed, as ratios within one run",
		Long: `Measure speed. Times vary between machines and minutes; ratios from one run, whose variants
take turns, hardly do.`,
		Example: `  normlet bench lookup
  normlet bench open --json`,
		Args: cobra.ArbitraryArgs,
		RunE: choose,
	}
	f := cmd.PersistentFlags()
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	f.StringVar(&o.cpuProfile, "cpuprofile", "", "write a profile for go tool pprof to `file`")
	writes(cmd, "cpuprofile")
	cmd.AddCommand(a.benchSearchCommand(&o), a.benchLookupCommand(&o), a.benchOpenCommand(&o))
	return cmd
}

func (a *app) benchSearchCommand(o *benchOptions) *cobra.Command {
	var s benchmark.SearchOptions
	cmd := &cobra.Command{
		Use:   "search",
		Short: "Measure the search against memory speed and other libraries",
		Long: `Measure the search for the ten nearest codes: each kernel that runs here, the index alone,
filtered, in batches and with hash tables, a general bit set library, and float32 vectors.
The limit is one pass that only reads the codes. A loop in plain Go checks every variant
first; a difference ends the run.

All sizes together take minutes and up to 8 GB of memory.`,
		Example: "  normlet bench search --n 123590 --bits 128,256 --json",
		Args:    argCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			bar := a.progress()
			defer bar.close()
			s.Progress = bar.set
			s.Note = func(text string) { bar.close(); fmt.Fprintln(a.stderr, text) }
			return a.bench(o, func() (*benchmark.Report, error) {
				defer bar.close()
				return benchmark.Search(cmd.Context(), s)
			})
		},
	}
	f := cmd.Flags()
	f.IntSliceVar(&s.Rows, "n", benchmark.DefaultRows, "numbers of codes")
	f.IntSliceVar(&s.Bits, "bits", benchmark.DefaultBits, "widths of a code")
	f.BoolVar(&s.Quick, "quick", false, "three rounds only")
	return cmd
}

func (a *app) benchLookupCommand(o *benchOptions) *cobra.Command {
	var pack, queries string
	cmd := &cobra.Command{
		Use:   "lookup",
		Short: "Measure lookups from end to end",
		Long: `Measure lookups from end to end on one thread, and their stages. Without --queries the
mentions are names of the pack as people write them, the same in every run. The limit is
one pass that only reads the codes.`,
		Example: "  normlet bench lookup --queries mentions.tsv.gz",
		Args:    argCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			n, err := a.open(pack)
			if err != nil {
				return err
			}
			mentions := benchmark.Mentions(n)
			if queries != "" {
				if mentions, err = mentionsOf(queries); err != nil {
					return err
				}
			}
			bar := a.progress()
			defer bar.close()
			return a.bench(o, func() (*benchmark.Report, error) {
				defer bar.close()
				return benchmark.Lookup(cmd.Context(), n, mentions, bar.set)
			})
		},
	}
	addPackFlag(cmd, &pack)
	cmd.Flags().StringVar(&queries, "queries", "", "query `file` whose mentions to look up")
	reads(cmd, "queries")
	return cmd
}

// mentionsOf returns the distinct mentions of a query file.
func mentionsOf(path string) ([]string, error) {
	queries, err := data.ReadQueries(path)
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

func (a *app) bench(o *benchOptions, measure func() (*benchmark.Report, error)) error {
	if o.cpuProfile != "" {
		f, err := a.files.Create(o.cpuProfile, profileFile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		measured := measure
		measure = func() (*benchmark.Report, error) {
			rep, err := measured()
			pprof.StopCPUProfile()
			return rep, errors.Join(err, f.Commit())
		}
	}
	rep, err := measure()
	if err != nil {
		return err
	}
	if o.json {
		return json.NewEncoder(a.stdout).Encode(rep)
	}
	return a.printBench(rep)
}

func (a *app) printBench(rep *benchmark.Report) error {
	fmt.Fprintf(a.stdout, "kernel %s, processor %s\n\n", rep.Kernel, rep.CPU)
	table := [][]string{{"case", "variant", "microseconds", "x limit", "x scan"}}
	for _, r := range rep.Rows {
		table = append(table, []string{r.Case, r.Variant, strconv.FormatFloat(r.NS/1000, 'f', 1, 64),
			ratioCell(r.RatioToLimit), ratioCell(r.RatioToScan)})
	}
	if err := writeTable(a.stdout, table, 2, 3, 4); err != nil {
		return err
	}
	if m := rep.Memory; m != nil {
		fmt.Fprintf(a.stdout, "\nafter opening: %.1f MB resident, %.1f MB of them heap; %d allocations\n",
			float64(m.ResidentBytes)/1e6, float64(m.HeapBytes)/1e6, m.Allocations)
	}
	return nil
}

// ratioCell returns a ratio, blank for none.
func ratioCell(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}
