package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

type trainOptions struct {
	out, report string
	config      train.Config
	read        data.ReadOptions
}

func (a *app) trainCommand() *cobra.Command {
	o := trainOptions{config: train.Config{}.Defaults()}
	c := &o.config
	cmd := &cobra.Command{
		Use:   "train TERMINOLOGY... --out FILE",
		Short: "Train an encoder on a terminology",
		Long: `Train an encoder on one or more terminology files, so that the names of an entity lie close and those of others far.
Use it with normlet build --encoder FILE. The same files, flags and number of threads give the same encoder.`,
		Example: `  normlet train genes.tsv.gz --out genes.normenc --epochs 10 --report genes.json`,
		Args:    argCount(1, -1, "a terminology file"),
	}
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "encoder `file` to write")
	f.StringVar(&o.report, "report", "", "JSON `file` to write: settings, loss of each epoch, seconds, peak memory in bytes")
	limits := []intFlag{
		{"rows", &c.Rows, 1, 1 << 20, "height of the feature table"},
		{"dim", &c.Dim, 8, 1024, "length of the vectors"},
		{"hidden", &c.Hidden, 1, 4096, "width of the hidden layer (default: that of --dim)"},
		{"epochs", &c.Epochs, 1, 1 << 20, "passes over the names"},
		{"batch", &c.Batch, 2, 1 << 20, "pairs a step"},
		{"levels", &c.Levels, 1, 127, "quantization levels of the table, each side of zero"},
		{"threads", &c.Threads, 1, 1 << 10, "threads"},
	}
	for _, l := range limits {
		f.IntVar(l.value, l.name, *l.value, l.usage)
	}
	f.Lookup("hidden").DefValue = "0" // it follows --dim, and is not shown
	floats := []floatFlag{
		{"temperature", &c.Temperature, "temperature of the softmax"},
		{"table-rate", &c.TableRate, "learning rate of the table"},
		{"rate", &c.Rate, "learning rate of everything else"},
		{"bit-slope", &c.BitSlope, "slope of the soft bits"},
		{"clip", &c.Clip, "outermost level, in standard deviations of the table"},
	}
	for _, l := range floats {
		f.Float64Var(l.value, l.name, *l.value, l.usage)
	}
	f.Float64Var(&c.BitShare, "bit-share", c.BitShare, "share of the loss on soft bits, 0 to 1")
	f.Uint64Var(&c.Seed, "seed", 0, "seed of everything random")
	addReadFlags(cmd, &o.read)
	cmd.RunE = func(cmd *cobra.Command, files []string) error {
		if o.out == "" {
			return usagef(cmd, "--out is missing")
		}
		for _, l := range limits {
			if v := *l.value; f.Changed(l.name) && (v < l.least || v > l.most) {
				return usagef(cmd, "--%s %d: want %d to %d", l.name, v, l.least, l.most)
			}
		}
		for _, l := range floats {
			if v := *l.value; !(v > 0 && v <= 1e6) {
				return usagef(cmd, "--%s %v: want a number above 0", l.name, v)
			}
		}
		if !(c.BitShare >= 0 && c.BitShare <= 1) {
			return usagef(cmd, "--bit-share %v: want 0 to 1", c.BitShare)
		}
		if !f.Changed("hidden") {
			c.Hidden = 0
		}
		if c.BitShare == 0 {
			c.BitShare = -1 // which is how Config says none
		}
		return a.train(cmd.Context(), o, files)
	}
	return cmd
}

// intFlag and floatFlag are flags of train.Config, with what they may be.
type intFlag struct {
	name        string
	value       *int
	least, most int
	usage       string
}

type floatFlag struct {
	name  string
	value *float64
	usage string
}

// trainReport is what --report writes.
type trainReport struct {
	*train.Report
	EncoderBytes    int     `json:"encoder_bytes"`
	Seconds         float64 `json:"seconds"`
	PeakMemoryBytes int64   `json:"peak_memory_bytes,omitempty"` // absent where it is not measured
}

func (a *app) train(ctx context.Context, o trainOptions, files []string) error {
	start := time.Now()
	bar := a.progress()
	defer bar.close()
	out, err := data.Create(o.out)
	if err != nil {
		return err
	}
	defer out.Close()
	t, err := a.readTerminology(files, o.read)
	if err != nil {
		return err
	}
	w, rep, err := train.Run(ctx, o.config, t, bar.training())
	if err != nil {
		return err
	}
	content, err := w.AppendBinary(nil)
	if err != nil {
		return err
	}
	if err := commit(ctx, out, content); err != nil {
		return err
	}
	bar.close()
	fmt.Fprintf(a.stderr, "trained on %d names of %d entities: %d steps, mean loss %.3f in the first epoch, %.3f in the last\n",
		rep.Names, rep.Entities, rep.Steps, rep.Loss[0], rep.Loss[len(rep.Loss)-1])
	fmt.Fprintf(a.stderr, "wrote %s: %d bytes\n%s\n", o.out, len(content), cost(start))
	if o.report == "" {
		return nil
	}
	peak, _ := peakMemory()
	return writeJSON(ctx, o.report, trainReport{rep, len(content), time.Since(start).Seconds(), peak})
}

func writeJSON(ctx context.Context, path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	out, err := data.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	return commit(ctx, out, append(text, '\n'))
}
