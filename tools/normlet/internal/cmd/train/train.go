// Package train is the command normlet train.
package train

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/cost"
	"github.com/normlet/normlet/tools/normlet/internal/inputs"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// The kinds of files that a training writes.
var (
	encoderFile     = output.Begins("an encoder", "NORMENC")
	checkpointFile  = output.Begins("the checkpoint of a run", train.CheckpointMagic[:7])
	trainReportFile = cli.JSONFile("the report of a training", "config", "temperature")
)

type options struct {
	out, report string
	config      train.Config
	read        data.ReadOptions
}

func New(std *cli.IO) *cobra.Command {
	o := options{config: train.Config{}.Defaults()}
	c := &o.config
	c.Hidden = 0 // as --dim
	settings := trainSettings(c)
	cmd := &cobra.Command{
		Use:   "train TERMINOLOGY... --out FILE",
		Short: "Train an encoder on a terminology",
		Long: `Train an encoder on one or more terminology files, so that the names of an
entity lie close and those of others far. Use it with normlet build --encoder
FILE. The same files, flags and number of threads give the same encoder.

Give files of several kinds of names their namespaces (NAMESPACE=FILE). Each then has its
share of the training, however many names it has, and entities of two namespaces that are
the same thing, by cross-reference or by a name of several words, count as one.
tools/encoder.sh trains the default encoder so.

Train writes a checkpoint file at the end of every epoch, every --every steps, and when
you interrupt it. With --resume, the same command continues from there and ends with the
same encoder. The checkpoint is removed at the end.`,
		Example: `  normlet train genes.tsv.gz --out genes.normenc --epochs 10 --report genes.json
  normlet train genes.tsv.gz --out genes.normenc --every 500
  normlet train genes.tsv.gz --out genes.normenc --every 500 --resume`,
		Args: cli.ArgCount(1, -1, "a terminology file"),
		RunE: func(cmd *cobra.Command, files []string) error {
			if err := o.complete(cmd, settings); err != nil {
				return err
			}
			return run(cmd.Context(), std, o, files)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "encoder `file` to write")
	f.StringVar(&o.report, "report", "", "JSON `file` to write: settings, loss and gradient norm of each epoch, seconds, peak memory in bytes")
	for _, s := range settings {
		if s.whole != nil {
			f.IntVar(s.whole, s.name, *s.whole, s.usage)
		} else {
			f.Float64Var(s.real, s.name, *s.real, s.usage)
		}
	}
	f.Lookup("threads").DefValue = cli.AllProcessors
	cli.AddSeedFlag(cmd, &c.Seed)
	f.StringVar(&c.Checkpoint, "checkpoint", "", "`file` for the state of the run; none if empty (default: that of --out with .ckpt)")
	f.BoolVar(&c.Resume, "resume", false, "go on from the checkpoint, if there is one")
	inputs.AddFlags(cmd, &o.read)
	cli.Writes(cmd, "out", "report", "checkpoint")
	cli.Groups(cmd,
		cli.SourcesGroup,
		"Encoder: dim | rows",
		"Loss: | temperature bit-share",
		"Optimization: epochs batch seed threads | steps balance block rate dropout",
		"Checkpoint: every resume | checkpoint",
		"Output: out report force")
	return cli.ReadsArgs(cmd)
}

func (o *options) complete(cmd *cobra.Command, settings []setting) error {
	if o.out == "" {
		return cli.Usagef(cmd, "--out is missing")
	}
	changed := cmd.Flags().Changed
	for _, s := range settings {
		if v := s.number(); changed(s.name) && !(v >= s.least && v <= s.most) { // NaN, too
			return cli.Usagef(cmd, "--%s %v: want %v to %v", s.name, v, s.least, s.most)
		}
	}
	c := &o.config
	for _, share := range []*float64{&c.Dropout, &c.BitShare} {
		if *share == 0 {
			*share = -1 // none, which Config does not write as 0
		}
	}
	if !changed("checkpoint") && o.out != "-" {
		c.Checkpoint = o.out + ".ckpt"
	}
	if err := c.Check(); err != nil {
		return cli.Usagef(cmd, "%v", err)
	}
	return nil
}

// setting is a number of train.Config as a flag, and what it may be.
type setting struct {
	name        string
	whole       *int // or
	real        *float64
	least, most float64
	usage       string
}

func (s *setting) number() float64 {
	if s.whole != nil {
		return float64(*s.whole)
	}
	return *s.real
}

func trainSettings(c *train.Config) []setting {
	return []setting{
		{"epochs", &c.Epochs, nil, 1, 1e6, "passes over the names"},
		{"steps", &c.Steps, nil, 0, 1e9, "steps of an epoch at most; 0: all that its names make"},
		{"rows", &c.Rows, nil, 1, 1 << 20, "height of the feature table"},
		{"dim", &c.Dim, nil, 8, 1024, "length of the vectors"},
		{"batch", &c.Batch, nil, 2, 1 << 20, "pairs a step"},
		{"threads", &c.Threads, nil, 1, 1024, "threads"},
		{"temperature", nil, &c.Temperature, 1e-3, 100, "temperature of the softmax"},
		{"rate", nil, &c.Rate, 1e-9, 1, "learning rate of all but the table"},
		{"dropout", nil, &c.Dropout, 0, 0.95, "share of features dropped"},
		{"bit-share", nil, &c.BitShare, 0, 1, "share of the loss on soft bits, the rest on vectors"},
		{"balance", nil, &c.Balance, 0.01, 1, "several namespaces: the share of one is proportional to its number of names to this power"},
		{"block", &c.Block, nil, 1, 1 << 20, "several namespaces: pairs of one namespace in a row in a batch"},
		{"every", &c.Every, nil, 0, 1e9, "steps after which the checkpoint is written; 0: at ends of epochs only"},
	}
}

type trainReport struct {
	*train.Report
	Sources         []data.SourceReport `json:"sources"`
	Notes           []string            `json:"notes,omitempty"`
	EncoderBytes    int                 `json:"encoder_bytes"`
	Seconds         float64             `json:"seconds"`
	PeakMemoryBytes int64               `json:"peak_memory_bytes,omitempty"` // absent where it is not measured
}

func run(ctx context.Context, std *cli.IO, o options, files []string) error {
	start := time.Now()
	bar := progress.New(std.Err)
	defer bar.Close()
	if err := std.Files.Check(o.out, o.report, o.config.Checkpoint); err != nil {
		return err
	}
	out, err := std.Files.Create(o.out, encoderFile)
	if err != nil {
		return err
	}
	defer out.Close()
	t, found, err := inputs.Read(std, files, o.read)
	if err != nil {
		return err
	}
	w, rep, err := train.Run(ctx, o.config, t, func(done, total int, _ float64) { bar.Set("train", done, total) })
	bar.Close()
	if err != nil {
		out.Close() // first: writing to a closed pipe ends the program
		return keptCheckpoint(ctx, std, o.config.Checkpoint, err)
	}
	content, err := w.AppendBinary(nil)
	if err != nil {
		return err
	}
	if err := finishTraining(ctx, std, out, content, o.config.Checkpoint); err != nil {
		return err
	}
	if rep.Resumed > 0 {
		fmt.Fprintf(std.Err, "resumed after step %d\n", rep.Resumed)
	}
	fmt.Fprintf(std.Err, "trained on %d names of %d entities: %d steps, mean loss %.3f in the first epoch, %.3f in the last\n",
		rep.Names, rep.Entities, rep.Steps, rep.Loss[0], rep.Loss[len(rep.Loss)-1])
	fmt.Fprintf(std.Err, "wrote %s: %d bytes\n%s\n", o.out, len(content), cost.Since(start))
	report, err := std.Create(o.report, trainReportFile)
	if err != nil {
		return err
	}
	defer report.Close()
	return cli.CommitJSON(ctx, report, trainReport{rep, found.Sources, found.Notes, len(content), time.Since(start).Seconds(), cost.PeakMemory()})
}

// keptCheckpoint says, if training was interrupted, how to go on. It returns err.
func keptCheckpoint(ctx context.Context, std *cli.IO, checkpoint string, err error) error {
	if _, missing := os.Stat(checkpoint); ctx.Err() != nil && missing == nil {
		fmt.Fprintf(std.Err, "the state of the run is in %s; the same command with --resume goes on from there\n", checkpoint)
	}
	return err
}

func finishTraining(ctx context.Context, std *cli.IO, out *output.File, content []byte, checkpoint string) error {
	if err := cli.Commit(ctx, out, content); err != nil {
		return err
	}
	if checkpoint == "" {
		return nil
	}
	place, err := std.Files.Reserve(checkpoint, checkpointFile)
	if err != nil {
		return err
	}
	defer place.Close()
	return place.Remove()
}
