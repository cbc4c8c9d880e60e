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
	o.config.Hidden = 0 // so that it follows --dim
	settings := trainSettings(&o.config)
	cmd := &cobra.Command{
		Use:   "train TERMINOLOGY... --out FILE",
		Short: "Train an encoder on a terminology",
		Long: `Train an encoder on one or more terminology files, so that the names of an
entity lie close and those of others far. Use it with normlet build --encoder
FILE. The same files, flags and number of threads give the same encoder.`,
		Example: `  normlet train genes.tsv.gz --out genes.normenc --epochs 10 --report genes.json`,
		Args:    argCount(1, -1, "a terminology file"),
		RunE: func(cmd *cobra.Command, files []string) error {
			if o.out == "" {
				return usagef(cmd, "--out is missing")
			}
			for _, s := range settings {
				if v := s.number(); cmd.Flags().Changed(s.name) && !(v >= s.least && v <= s.most) { // NaN, too
					return usagef(cmd, "--%s %v: want %v to %v", s.name, v, s.least, s.most)
				}
			}
			for _, share := range []*float64{&o.config.Dropout, &o.config.BitShare} {
				if *share == 0 {
					*share = -1 // none, which Config does not write as 0
				}
			}
			return a.train(cmd.Context(), o, files)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "encoder `file` to write")
	f.StringVar(&o.report, "report", "", "JSON `file` to write: settings, loss of each epoch, seconds, peak memory in bytes")
	for _, s := range settings {
		if s.whole != nil {
			f.IntVar(s.whole, s.name, *s.whole, s.usage)
		} else {
			f.Float64Var(s.real, s.name, *s.real, s.usage)
		}
	}
	f.Uint64Var(&o.config.Seed, "seed", 0, "seed of everything random")
	addReadFlags(cmd, &o.read)
	return cmd
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
		{"rows", &c.Rows, nil, 1, 1 << 20, "height of the feature table"},
		{"dim", &c.Dim, nil, 8, 1024, "length of the vectors"},
		{"hidden", &c.Hidden, nil, 1, 4096, "width of the hidden layer (default: as --dim)"},
		{"batch", &c.Batch, nil, 2, 1 << 20, "pairs a step"},
		{"threads", &c.Threads, nil, 1, 1024, "threads"},
		{"levels", &c.Levels, nil, 1, 127, "quantization levels of the table, each side of zero"},
		{"clip", nil, &c.Clip, 0.1, 100, "the outermost level, in standard deviations of the table"},
		{"temperature", nil, &c.Temperature, 1e-3, 100, "temperature of the softmax"},
		{"table-rate", nil, &c.TableRate, 1e-9, 1, "learning rate of the table"},
		{"rate", nil, &c.Rate, 1e-9, 1, "learning rate of everything else"},
		{"dropout", nil, &c.Dropout, 0, 0.95, "share of features forgotten"},
		{"bit-share", nil, &c.BitShare, 0, 1, "share of the loss on soft bits, the rest on vectors"},
		{"bit-slope", nil, &c.BitSlope, 1e-3, 1000, "slope of the soft bits"},
	}
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
