package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/train/kg"
)

type kgEvalOptions struct {
	splitFiles
	json bool
}

func (a *app) kgEvalCommand() *cobra.Command {
	var o kgEvalOptions
	cmd := &cobra.Command{
		Use:   "eval MODEL [DIR]",
		Short: "Measure how well vectors of a knowledge graph predict triples",
		Long: `Measure how well vectors of normlet kg train predict the tails and heads of triples: mean
reciprocal rank (MRR) and the share of ranks up to 1, 3 and 10, for --valid and --test, or
for the splits of a folder. Ranks are filtered: entities that complete a triple of any
split do not compete, so --train is required. Equal scores share the mean of their ranks.

Triples with an unknown entity or relation are counted and left out. "MRR, all" counts them
as misses, much as published figures do.`,
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
	reads(cmd, "train", "valid", "test")
	return readsArgs(cmd)
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
