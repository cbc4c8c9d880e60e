package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/experiment"
	"github.com/normlet/normlet/train/kg"
)

func (a *app) kgCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "kg",
		Short: "Learn and measure vectors of a knowledge graph",
		Long: `Learn vectors of the entities of a knowledge graph (ComplEx), and measure how well
they predict triples that were not learned.`,
		Example: `  normlet kg train umls --out umls.normkg
  normlet kg eval umls.normkg --train umls/train.txt.gz --test umls/test.txt.gz`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef(cmd, "there is no command %q; want train or eval", args[0])
			}
			return usagef(cmd, "train or eval is missing")
		},
	}
	cmd.AddCommand(a.kgTrainCommand(), a.kgEvalCommand())
	return cmd
}

// splitFiles are the files of a graph: the training split, and others by name.
type splitFiles struct{ train, valid, test string }

// others returns the files of valid and test that there are, with their names.
func (s *splitFiles) others() (names, paths []string) {
	for _, f := range []struct{ name, path string }{{"valid", s.valid}, {"test", s.test}} {
		if f.path != "" {
			names, paths = append(names, f.name), append(paths, f.path)
		}
	}
	return names, paths
}

// take sets the files that are in a folder, where no flag has named them.
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

type kgTrainOptions struct {
	splitFiles
	out     string
	report  string
	command string // as it was called, files without their folders
	preset  string
	measure int
	config  kg.Config
}

func (a *app) kgTrainCommand() *cobra.Command {
	o := kgTrainOptions{config: kg.Config{}.Defaults()}
	c := &o.config
	c.Rate = 0 // its default depends on the optimizer
	cmd := &cobra.Command{
		Use:   "train DIR|TRAIN --out FILE",
		Short: "Learn vectors of a knowledge graph",
		Long: `Learn vectors of the entities and relations of a knowledge graph by ComplEx. The
argument is a file of triples, head TAB relation TAB tail, or a folder of
train.txt, valid.txt and test.txt (.gz, .zst). The splits valid and test, if
there are any, are measured at the end, as normlet kg eval does; nothing is
chosen by them.

The same triples, flags and seed give the same vectors, for any number of threads.
While it trains, the state of the run is kept in a checkpoint file, written at
every end of an epoch, every --every steps, and when you interrupt the command.
With --resume, the same command goes on from there, and ends with the same vectors
as if nothing had happened. The checkpoint is removed at the end.`,
		Example: `  normlet kg train umls --out umls.normkg --preset umls
  normlet kg train triples.tsv.gz --out go.normkg --loss sampled --negatives 4000
  normlet kg train triples.tsv.gz --out go.normkg --loss sampled --negatives 4000 --resume`,
		Args: argCount(1, 1, "a file of triples or a folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.complete(cmd); err != nil {
				return err
			}
			o.command = commandLine(cmd, args...)
			return a.kgTrain(cmd.Context(), o, args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "`file` of vectors to write")
	f.StringVar(&o.report, "report", "", "JSON `file` to write: settings, counts, loss of each epoch, measures, seconds")
	f.StringVar(&o.valid, "valid", "", "`file` of triples to measure (default: valid.txt of the folder)")
	f.StringVar(&o.test, "test", "", "`file` of triples to measure (default: test.txt of the folder)")
	f.StringVar(&o.preset, "preset", "", "settings found for a public `graph`, where no flag says otherwise: "+strings.Join(kg.Presets(), ", "))
	f.IntVar(&o.measure, "measure", 0, "epochs after which valid is measured; 0: at the end only")
	f.IntVar(&c.Rank, "rank", c.Rank, "complex numbers in a vector")
	f.IntVar(&c.Epochs, "epochs", c.Epochs, "passes over the triples")
	f.IntVar(&c.Batch, "batch", c.Batch, "queries a step: pairs of head and relation, or of relation and tail")
	f.IntVar(&c.MaxTails, "max-tails", c.MaxTails, "answers of a query that a step learns at once")
	f.Float64Var(&c.Rate, "lr", 0, "learning rate (default: adagrad 0.1, adam 0.001)")
	f.StringVar(&c.Optimizer, "optimizer", c.Optimizer, "`name` of the optimizer: adagrad or adam")
	f.StringVar(&c.Regularizer, "reg", c.Regularizer, "`name` of the regularizer: n3 or l2")
	f.Float64Var(&c.Weight, "weight", c.Weight, "weight of the regularizer; 0: none")
	f.StringVar(&c.Loss, "loss", c.Loss, "`name` of the loss: 1vsall, a softmax over all entities, or sampled")
	f.IntVar(&c.Negatives, "negatives", c.Negatives, "sampled: entities drawn a step")
	f.Float64Var(&c.Init, "init", c.Init, "standard deviation of the vectors' numbers at the start")
	f.Uint64Var(&c.Seed, "seed", 0, "seed of everything random")
	f.IntVar(&c.Threads, "threads", c.Threads, "threads")
	f.StringVar(&c.Checkpoint, "checkpoint", "", "`file` for the state of the run; none if empty (default: that of --out with .ckpt)")
	f.IntVar(&c.Every, "every", 0, "steps after which the checkpoint is written; 0: at ends of epochs only")
	f.BoolVar(&c.Resume, "resume", false, "go on from the checkpoint, if there is one")
	return cmd
}

// complete checks the flags and fills in what follows from them.
func (o *kgTrainOptions) complete(cmd *cobra.Command) error {
	if o.out == "" {
		return usagef(cmd, "--out is missing")
	}
	if err := o.takePreset(cmd); err != nil {
		return err
	}
	c := &o.config
	if cmd.Flags().Changed("lr") && c.Rate == 0 || c.Rate < 0 {
		return usagef(cmd, "--lr %v: want more than 0", c.Rate)
	}
	if c.Weight == 0 {
		c.Weight = -1 // none, which Config does not write as 0
	} else if c.Weight < 0 {
		return usagef(cmd, "--weight %v: want 0 or more", c.Weight)
	}
	if !cmd.Flags().Changed("checkpoint") && o.out != "-" {
		c.Checkpoint = o.out + ".ckpt"
	}
	if o.measure < 0 {
		return usagef(cmd, "--measure %d: want 0 or more", o.measure)
	}
	for _, f := range []struct {
		name string
		have int
	}{{"rank", c.Rank}, {"epochs", c.Epochs}, {"batch", c.Batch}, {"max-tails", c.MaxTails}, {"negatives", c.Negatives}, {"threads", c.Threads}} {
		if f.have < 1 {
			return usagef(cmd, "--%s %d: want 1 or more", f.name, f.have)
		}
	}
	if err := c.Defaults().Check(); err != nil {
		return usagef(cmd, "%v", err)
	}
	return nil
}

// takePreset replaces settings that no flag has set by those of the preset.
func (o *kgTrainOptions) takePreset(cmd *cobra.Command) error {
	if o.preset == "" {
		return nil
	}
	preset, err := kg.Preset(o.preset)
	if err != nil {
		return usagef(cmd, "--%v", err)
	}
	given := map[string]string{}
	cmd.Flags().Visit(func(f *pflag.Flag) { given[f.Name] = f.Value.String() })
	o.config = preset.Defaults()
	o.config.Rate = preset.Rate
	for name, value := range given {
		if err := cmd.Flags().Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) kgTrain(ctx context.Context, o kgTrainOptions, path string) error {
	start := time.Now()
	o.train = path
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		o.train = ""
		if err := o.take(path); err != nil {
			return err
		}
	}
	out, err := data.Create(o.out)
	if err != nil {
		return err
	}
	defer out.Close()
	g, err := kg.ReadGraph(o.train)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "read %s: %v; %d entities, %d relations\n", o.train, g.Report, len(g.Entities), len(g.Relations))
	splits, err := a.readSplits(g.Names, &o.splitFiles)
	if err != nil {
		return err
	}
	m, err := a.kgLearn(ctx, g, splits, o)
	if err != nil {
		out.Close() // first: writing to a closed pipe ends the program
		return a.keptCheckpoint(ctx, o.config.Checkpoint, err)
	}
	content, err := m.AppendBinary(nil)
	if err != nil {
		return err
	}
	if err := commit(ctx, out, content); err != nil {
		return err
	}
	if err := os.Remove(o.config.Checkpoint); o.config.Checkpoint != "" && err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	fmt.Fprintf(a.stderr, "loss %.3f in the first epoch, %.3f in the last\nwrote %s: %d bytes\n%s\n", m.Loss[0], m.Loss[len(m.Loss)-1], o.out, len(content), cost(start))
	results, err := a.kgMeasure(ctx, m, g.Triples, splits, false)
	if err != nil || o.report == "" {
		return err
	}
	return writeJSON(ctx, o.report, experiment.GraphRun{
		Graph: strings.TrimSuffix(filepath.Base(filepath.Clean(path)), filepath.Ext(path)), Entities: len(g.Entities), Relations: len(g.Relations),
		Train: g.Report, Config: m.Config, Loss: m.Loss, Valid: results["valid"], Test: results["test"],
		Seconds: time.Since(start).Seconds(), UserSeconds: userSeconds(), Resumed: o.config.Resume,
		Command: o.command, Commit: commitName(ctx), Machine: machine(),
	})
}

// kgLearn trains, with progress and with measures of valid on the way.
func (a *app) kgLearn(ctx context.Context, g *kg.Graph, splits []namedSplit, o kgTrainOptions) (*kg.Model, error) {
	bar := a.progress()
	defer bar.close()
	c := o.config
	c.Progress = func(step, steps int, _ float64) { bar.set("training", step, steps) }
	if o.measure > 0 && len(splits) > 0 && splits[0].name == "valid" {
		c.EndEpoch = func(epoch int, m *kg.Model) error {
			if epoch%o.measure != 0 {
				return nil
			}
			r, err := kg.Evaluate(ctx, m, splits[0].Split, kg.EvalConfig{Known: known(g.Triples, splits), Threads: c.Threads})
			if err == nil {
				bar.close()
				fmt.Fprintf(a.stderr, "epoch %d: loss %.4f, valid MRR %.4f, with unknown triples %.4f\n", epoch, m.Loss[epoch-1], r.MRR, r.MRRAll)
			}
			return err
		}
	}
	return kg.Train(ctx, g, c)
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
		Long: `Measure how well the vectors of normlet kg train predict the tails and the heads of
triples: mean reciprocal rank (MRR) and the share of ranks of at most 1, 3 and 10,
for --valid and --test, or for those of a folder. Ranks are filtered: entities that
make a triple of any of the splits are no competitors, so that --train has to be
given. Equal scores share the mean of their ranks.

Triples with an entity or relation that was not trained are counted and left out.
"MRR, all" counts them as misses; published figures do about the same.`,
		Example: `  normlet kg eval umls.normkg --train umls/train.txt.gz --valid umls/valid.txt.gz --test umls/test.txt.gz
  normlet kg eval umls.normkg umls --json`,
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

type namedSplit struct {
	name string
	*kg.Split
}

func (a *app) readSplits(names *kg.Names, files *splitFiles) (splits []namedSplit, err error) {
	list, paths := files.others()
	for i, path := range paths {
		s, err := names.ReadSplit(path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(a.stderr, "read %s: %v\n", path, s.Report)
		splits = append(splits, namedSplit{list[i], s})
	}
	return splits, nil
}

// known returns all triples that are right.
func known(train []kg.Triple, splits []namedSplit) [][]kg.Triple {
	all := [][]kg.Triple{train}
	for _, s := range splits {
		all = append(all, s.Triples)
	}
	return all
}

// kgMeasure writes the measures of splits, and returns them by name.
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
	return results, writeTable(a.stdout, rows, 1, 2, 3, 4, 5, 6, 7, 8, 9)
}

// kgRow returns the measures of a split, none if it has no triples.
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
