package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/lab/internal/kg"
)

func (a *app) kgCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "kg",
		Short: "Learn and measure vectors of a knowledge graph",
		Long: `Learn vectors of the entities of a knowledge graph (ComplEx), and measure how well they
predict other triples.`,
		Example: `  lab kg train umls --out umls.normkg
  lab kg eval umls.normkg --train umls/train.txt.gz --test umls/test.txt.gz`,
		Args: cobra.ArbitraryArgs,
		RunE: choose,
	}
	cmd.AddCommand(a.kgTrainCommand(), a.kgEvalCommand())
	return cmd
}

// splitFiles are the files of a graph by split.
type splitFiles struct{ train, valid, test string }

// take finds the splits in a folder that no flag names.
func (s *splitFiles) take(dir string) error {
	for _, f := range []struct {
		name string
		path *string
	}{{"train", &s.train}, {"valid", &s.valid}, {"test", &s.test}} {
		for _, end := range []string{".txt", ".txt.gz", ".txt.zst"} {
			path := filepath.Join(dir, f.name+end)
			if _, err := os.Stat(path); *f.path == "" && err == nil {
				*f.path = path
			}
		}
	}
	if s.train == "" {
		return fmt.Errorf("%s: no train.txt, train.txt.gz or train.txt.zst in this folder", dir)
	}
	return nil
}

type namedSplit struct {
	name string
	*kg.Split
}

func (a *app) readSplits(names *kg.Names, files *splitFiles) (splits []namedSplit, err error) {
	for _, f := range []struct{ name, path string }{{"valid", files.valid}, {"test", files.test}} {
		if f.path == "" {
			continue
		}
		s, err := names.ReadSplit(f.path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(a.stderr, "read %s: %v\n", f.path, s.Report)
		splits = append(splits, namedSplit{f.name, s})
	}
	return splits, nil
}

// known returns all true triples.
func known(train []kg.Triple, splits []namedSplit) [][]kg.Triple {
	all := [][]kg.Triple{train}
	for _, s := range splits {
		all = append(all, s.Triples)
	}
	return all
}

// kgMeasure measures splits, prints the measures and returns them by name.
func (a *app) kgMeasure(ctx context.Context, m *kg.Model, train []kg.Triple, splits []namedSplit, asJSON bool) (map[string]*kg.Result, error) {
	if len(splits) == 0 {
		return nil, nil
	}
	bar := a.progress()
	defer bar.close()
	results := map[string]*kg.Result{}
	rows := [][]string{{"", "triples", "unknown", "MRR", "MRR, all", "Hits@1", "@3", "@10", "tails, MRR", "heads, MRR"}}
	for _, s := range splits {
		c := kg.EvalConfig{Known: known(train, splits), Progress: func(done, total int) { bar.set("measuring "+s.name, done, total) }}
		r, err := kg.Evaluate(ctx, m, s.Split, c)
		if err != nil {
			return nil, err
		}
		results[s.name] = r
		rows = append(rows, kgRow(s.name, r))
	}
	bar.close()
	if asJSON {
		return results, json.NewEncoder(a.stdout).Encode(results)
	}
	return results, writeTable(a.stdout, rows)
}

// kgRow returns the measures of a split, dashes if it has no triples.
func kgRow(name string, r *kg.Result) []string {
	row := []string{name, strconv.Itoa(r.Triples), strconv.Itoa(r.Unknown)}
	for _, x := range []float64{r.MRR, r.MRRAll, r.Hits1, r.Hits3, r.Hits10, r.Tail.MRR, r.Head.MRR} {
		text := "-"
		if r.Triples > 0 {
			text = strconv.FormatFloat(x, 'f', 4, 64)
		}
		row = append(row, text)
	}
	return row
}

type kgEvalOptions struct {
	splitFiles
	json bool
}

func (a *app) kgEvalCommand() *cobra.Command {
	var o kgEvalOptions
	cmd := &cobra.Command{
		Use:   "eval MODEL [DIR]",
		Short: "Measure how well vectors of a knowledge graph predict triples",
		Long: `Measure how well vectors of lab kg train predict the tails and heads of triples: mean
reciprocal rank (MRR) and the share of ranks up to 1, 3 and 10, for --valid and --test, or
for the splits of a folder. Ranks are filtered: entities that complete a triple of any
split do not compete, so --train is required. Equal scores share the mean of their ranks.

Triples with an unknown entity or relation are counted and left out. "MRR, all" counts them
as misses, much as published figures do.`,
		Example: `  lab kg eval umls.normkg --train umls/train.txt.gz --valid umls/valid.txt.gz --test umls/test.txt.gz
  lab kg eval umls.normkg umls --json`,
		Args: argCount(1, 2, "a file of vectors and perhaps a folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				if err := o.take(args[1]); err != nil {
					return err
				}
			}
			if o.train == "" {
				return usagef(cmd, "--train is missing: its triples are no competitors")
			}
			if o.valid+o.test == "" {
				return usagef(cmd, "--valid or --test is missing")
			}
			return a.kgEval(cmd.Context(), o, args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.train, "train", "", "`file` of the triples that were trained on")
	f.StringVar(&o.valid, "valid", "", "`file` of triples to measure")
	f.StringVar(&o.test, "test", "", "`file` of triples to measure")
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	reads(cmd, "train", "valid", "test")
	return cmd
}

func (a *app) kgEval(ctx context.Context, o kgEvalOptions, path string) error {
	m, err := kg.Load(path)
	if err != nil {
		return err
	}
	train, err := m.ReadSplit(o.train)
	if err != nil {
		return err
	}
	splits, err := a.readSplits(m.Names, &o.splitFiles)
	if err != nil {
		return err
	}
	_, err = a.kgMeasure(ctx, m, train.Triples, splits, o.json)
	return err
}
