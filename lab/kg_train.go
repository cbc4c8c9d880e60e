package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/lab/internal/experiment"
	"github.com/normlet/normlet/lab/internal/kg"
)

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
	o.config.Rate = 0 // its default depends on the optimizer
	cmd := &cobra.Command{
		Use:   "train DIR|TRAIN --out FILE",
		Short: "Learn vectors of a knowledge graph",
		Long: `Learn ComplEx vectors of the entities and relations of a knowledge graph. The argument is a
file of triples, head TAB relation TAB tail, or a folder of train.txt, valid.txt and
test.txt (.gz, .zst). Valid and test are measured at the end, as lab kg eval does;
nothing is tuned on them.

The same triples, flags and seed give the same vectors, for any number of threads. A
checkpoint file keeps the state of the run: it is written after each epoch, every --every
steps, and on an interruption, and removed at the end. With --resume the same command
continues from it to the same vectors.`,
		Example: `  lab kg train umls --out umls.normkg --preset umls
  lab kg train triples.tsv.gz --out go.normkg --loss sampled --negatives 4000
  lab kg train triples.tsv.gz --out go.normkg --loss sampled --negatives 4000 --resume`,
		Args: argCount(1, 1, "a file of triples or a folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.complete(cmd); err != nil {
				return err
			}
			o.command = commandLine(cmd, args...)
			return a.kgTrain(cmd.Context(), o, args[0])
		},
	}
	o.addFlags(cmd)
	reads(cmd, "valid", "test")
	writes(cmd, "out", "report", "checkpoint")
	return cmd
}

func (o *kgTrainOptions) addFlags(cmd *cobra.Command) {
	f, c := cmd.Flags(), &o.config
	f.StringVar(&o.out, "out", "", "`file` of vectors to write")
	f.StringVar(&o.report, "report", "", "JSON `file` to write: settings, counts, loss of each epoch, measures, seconds")
	f.StringVar(&o.valid, "valid", "", "`file` of triples to measure (default: valid.txt of the folder)")
	f.StringVar(&o.test, "test", "", "`file` of triples to measure (default: test.txt of the folder)")
	wordFlag(cmd, &o.preset, "preset", kg.Presets(), "settings found for a public `graph`, where no flag says otherwise: "+strings.Join(kg.Presets(), ", "))
	f.IntVar(&o.measure, "measure", 0, "epochs after which valid is measured; 0: at the end only")
	f.IntVar(&c.Rank, "rank", c.Rank, "complex numbers in a vector")
	f.IntVar(&c.Epochs, "epochs", c.Epochs, "passes over the triples")
	f.IntVar(&c.Batch, "batch", c.Batch, "queries a step: pairs of head and relation, or of relation and tail")
	f.IntVar(&c.MaxTails, "max-tails", c.MaxTails, "answers of a query that a step learns at once")
	f.Float64Var(&c.Rate, "rate", 0, "learning rate (default: adagrad 0.1, adam 0.001)")
	wordFlag(cmd, &c.Optimizer, "optimizer", []string{kg.Adagrad, kg.Adam}, "`name` of the optimizer: adagrad or adam")
	wordFlag(cmd, &c.Regularizer, "reg", []string{kg.N3, kg.L2, kg.DURA}, "`name` of the regularizer: n3, l2 or dura")
	f.Float64Var(&c.Weight, "weight", c.Weight, "weight of the regularizer; 0: none")
	wordFlag(cmd, &c.Loss, "loss", []string{kg.OneVsAll, kg.Sampled}, "`name` of the loss: 1vsall, a softmax over all entities, or sampled")
	f.IntVar(&c.Negatives, "negatives", c.Negatives, "sampled: entities drawn a step")
	f.Float64Var(&c.Init, "init", c.Init, "standard deviation of the vectors' numbers at the start")
	addSeedFlag(cmd, &c.Seed)
	f.IntVar(&c.Threads, "threads", c.Threads, "threads")
	f.StringVar(&c.Checkpoint, "checkpoint", "", "`file` for the state of the run; none if empty (default: that of --out with .ckpt)")
	f.IntVar(&c.Every, "every", 0, "steps after which the checkpoint is written; 0: at ends of epochs only")
	f.BoolVar(&c.Resume, "resume", false, "continue from the checkpoint if it exists")
}

// complete checks the flags and sets what depends on others.
func (o *kgTrainOptions) complete(cmd *cobra.Command) error {
	if o.out == "" {
		return usagef(cmd, "--out is missing")
	}
	if err := o.takePreset(cmd); err != nil {
		return err
	}
	c := &o.config
	if cmd.Flags().Changed("rate") && c.Rate == 0 || c.Rate < 0 {
		return usagef(cmd, "--rate %v: want more than 0", c.Rate)
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

// takePreset takes the settings of the preset that no flag sets.
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
	run := experiment.GraphRun{
		Graph: strings.TrimSuffix(filepath.Base(filepath.Clean(path)), filepath.Ext(path)), Resumed: o.config.Resume,
		Command: o.command, Commit: commitName(ctx), Machine: machine(), // of now, not of when the work is done
	}
	if err := a.files.Check(o.out, o.report, o.config.Checkpoint); err != nil {
		return err
	}
	out, err := a.files.Create(o.out, graphFile)
	if err != nil {
		return err
	}
	defer out.Close()
	g, splits, err := a.readGraphFiles(&o.splitFiles, path)
	if err != nil {
		return err
	}
	m, err := a.kgLearn(ctx, g, splits, o)
	if err != nil {
		out.Close() // first: writing to a closed pipe ends the program
		return a.kept(ctx, o.config.Checkpoint, err)
	}
	content, err := m.AppendBinary(nil)
	if err != nil {
		return err
	}
	if err := a.finishTraining(ctx, out, content, o.config.Checkpoint); err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "loss %.3f in the first epoch, %.3f in the last\nwrote %s: %d bytes\n%s\n", m.Loss[0], m.Loss[len(m.Loss)-1], o.out, len(content), cost(start))
	results, err := a.kgMeasure(ctx, m, g.Triples, splits, false)
	if err != nil || o.report == "" {
		return err
	}
	run.Entities, run.Relations, run.Train = len(g.Entities), len(g.Relations), g.Report
	run.Config, run.Loss, run.Valid, run.Test = m.Config, m.Loss, results["valid"], results["test"]
	run.Seconds = time.Since(start).Seconds()
	run.UserSeconds = userSeconds()
	return a.writeJSON(ctx, o.report, graphReportFile, run)
}

// readGraphFiles reads the training split, a file or in a folder, and the others.
func (a *app) readGraphFiles(files *splitFiles, path string) (*kg.Graph, []namedSplit, error) {
	files.train = path
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		files.train = ""
		if err := files.take(path); err != nil {
			return nil, nil, err
		}
	}
	g, err := kg.ReadGraph(files.train)
	if err != nil {
		return nil, nil, err
	}
	fmt.Fprintf(a.stderr, "read %s: %v; %d entities, %d relations\n", files.train, g.Report, len(g.Entities), len(g.Relations))
	splits, err := a.readSplits(g.Names, files)
	return g, splits, err
}

// kgLearn trains and measures valid along the way.
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
