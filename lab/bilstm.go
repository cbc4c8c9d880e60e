package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/lab/internal/bilstm"
	"github.com/normlet/normlet/lab/internal/objective"
	"github.com/normlet/normlet/train/data"
)

type bilstmOptions struct {
	out, teacher, relations string
	config                  bilstm.Config
}

func (a *app) bilstmCommand() *cobra.Command {
	o := bilstmOptions{config: bilstm.Config{}.Defaults()}
	c := &o.config
	c.Batch = 0 // its default depends on other settings
	cmd := &cobra.Command{
		Use:   "bilstm TERMINOLOGY --out FILE",
		Short: "Train NSEEN's encoder, or a student of it",
		Long: `Train a BiLSTM over the characters of names, which experiment nseen measures by --encoders.
With --teacher, train the n-gram encoder of normlet train instead, which learns from that
BiLSTM; normlet build --encoder takes it. Settings have the meaning that they have in
normlet train. The state of the run is in FILE.ckpt, from which --resume goes on.`,
		Example: `  lab bilstm names.tsv --out full.bilstm --loss contrastive --in-batch --epochs 1 --steps 2000
  lab bilstm names.tsv --out student.normenc --teacher full.bilstm --epochs 3`,
		Args: argCount(1, 1, "a terminology file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.out == "" {
				return usagef(cmd, "--out is missing")
			}
			c.Checkpoint = o.out + ".ckpt"
			if c.BitShare == 0 {
				c.BitShare = -1 // none, which Config does not write as 0
			}
			a.files.Reads(args...)
			return a.bilstm(cmd.Context(), o, args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "`file` to write")
	f.StringVar(&o.teacher, "teacher", "", "`file` of a BiLSTM to learn from")
	f.IntVar(&c.Layers, "layers", c.Layers, "layers")
	f.IntVar(&c.Embedding, "embedding", c.Embedding, "length of a character's vector")
	f.IntVar(&c.Hidden, "hidden", c.Hidden, "units of a layer, each direction")
	f.IntVar(&c.Dim, "dim", c.Dim, "length of the vectors")
	wordFlag(cmd, &c.Loss, "loss", objective.Losses, "`name` of the loss")
	f.BoolVar(&c.InBatch, "in-batch", false, "contrastive: the names of a batch are each other's random pairs")
	f.StringVar(&o.relations, "relations", "", "contrastive: `file` of lines id TAB relation TAB parent; entities with a common parent are a family, like those with a common symbol root")
	f.Float64Var(&c.BitShare, "bit-share", c.BitShare, "share of the loss on soft bits")
	f.Float64Var(&c.Rate, "rate", c.Rate, "learning rate")
	f.Float64Var(&c.TableRate, "table-rate", c.TableRate, "learning rate of the characters")
	f.IntVar(&c.Epochs, "epochs", c.Epochs, "passes over the names")
	f.IntVar(&c.Steps, "steps", 0, "steps of an epoch at most; 0: all")
	f.IntVar(&c.Batch, "batch", 0, "pairs a step (default 128, with --teacher 512)")
	f.IntVar(&c.Threads, "threads", c.Threads, "threads")
	f.IntVar(&c.Until, "until", 0, "stop after this step; 0: after the last")
	f.IntVar(&c.Every, "every", 0, "steps after which the checkpoint is written; 0: at ends of epochs only")
	f.BoolVar(&c.Resume, "resume", false, "go on from the checkpoint, if there is one")
	addSeedFlag(cmd, &c.Seed)
	reads(cmd, "teacher", "relations")
	writes(cmd, "out")
	return cmd
}

func (a *app) bilstm(ctx context.Context, o bilstmOptions, path string) error {
	start := time.Now()
	out, err := a.files.Create(o.out, bilstmFile)
	if err != nil {
		return err
	}
	defer out.Close()
	t, err := a.readTerminology(path)
	if err != nil {
		return err
	}
	if o.relations != "" {
		if o.config.Relations, err = data.ReadRelations(o.relations); err != nil {
			return err
		}
	}
	content, err := a.bilstmContent(ctx, o, t)
	if err != nil {
		out.Close() // first: writing to a closed pipe ends the program
		return a.kept(ctx, o.config.Checkpoint, err)
	}
	if err := a.finishTraining(ctx, out, content, o.config.Checkpoint); err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "wrote %s: %d bytes\n%s\n", o.out, len(content), cost(start))
	return nil
}

// bilstmContent trains and returns the file of the encoder.
func (a *app) bilstmContent(ctx context.Context, o bilstmOptions, t *data.Terminology) ([]byte, error) {
	bar := a.progress()
	defer bar.close()
	show := func(step, steps int, _ float64) { bar.set("training", step, steps) }
	if o.teacher == "" {
		e, _, err := bilstm.Train(ctx, o.config, t, show)
		if err != nil {
			return nil, err
		}
		return e.AppendBinary(nil)
	}
	content, err := data.ReadFile(o.teacher)
	if err != nil {
		return nil, err
	}
	c := o.config.Config
	if c.Teacher, err = bilstm.Parse(content); err != nil {
		return nil, fmt.Errorf("%s: %w", o.teacher, err)
	}
	c.Hidden = 0 // that of the n-gram encoder
	w, _, err := objective.Run(ctx, c, t, show)
	if err != nil {
		return nil, err
	}
	return w.AppendBinary(nil)
}

// kept says, if training was interrupted, how to go on. It returns err.
func (a *app) kept(ctx context.Context, checkpoint string, err error) error {
	if _, missing := os.Stat(checkpoint); ctx.Err() != nil && missing == nil {
		fmt.Fprintf(a.stderr, "the state of the run is in %s; the same command with --resume goes on from there\n", checkpoint)
	}
	return err
}

var bilstmFile = output.Begins("an encoder", bilstm.Magic, "NORMENC")
