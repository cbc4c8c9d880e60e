// Command fit fits rank.DefaultScalings, which packs without labelled mentions are given, on those
// of other terminologies, and judges it on kinds of names that the fit has left out. Consumer
// language only judges.
//
//	go run ./tools/fit DATA PACKS [COST]
//	go run ./tools/fit ties DATA PACKS
//
// DATA is the folder of evaluation data. PACKS has a pack of each reference file, built from the
// terminology alone: genes, uniprot, chebi, bc5cdr_chemical, ncbi_disease, bc5cdr_disease, species,
// cell_line and consumer.normpack. COST is that of the square of a calibration error: without it
// the fit takes seconds, with it minutes.
//
// It prints the scalings in the order of score.Evidence, for terminologies without weights and with
// weights, and the expected calibration error of each corpus: with the scalings of now, with the new
// ones, and with those that the other kinds alone would give. With ties it prints how often rivals of the best entity
// are right instead.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
	"github.com/normlet/normlet/train/rank"
)

// source is a file of mentions, and the pack that they are asked of.
type source struct{ kind, pack, mentions string }

const genes, consumer = "genes", "consumer"

var sources = []source{
	{genes, "genes", "gnormplus/train"},
	{genes, "genes", "bioid/dev_gene"},
	{genes, "uniprot", "bioid/dev_uniprot"},
	{"chemicals", "chebi", "chebi/dev_craft"},
	{"chemicals", "chebi", "chebi/dev_alzdem"},
	{"chemicals", "bc5cdr_chemical", "bc5cdr_chemical/dev"},
	{"chemicals", "bc5cdr_chemical", "bc5cdr_chemical/train"},
	{"diseases", "ncbi_disease", "ncbi_disease/dev"},
	{"diseases", "ncbi_disease", "ncbi_disease/train"},
	{"diseases", "bc5cdr_disease", "bc5cdr_disease/dev"},
	{"diseases", "bc5cdr_disease", "bc5cdr_disease/train"},
	{"species", "species", "species/dev_s800"},
	{"species", "species", "species/dev_linnaeus"},
	{"cell lines", "cell_line", "cell_line/dev"},
	{consumer, "consumer", "consumer/dev"},
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 3 && args[0] == "ties" {
		corpora, err := readAll(args[1], args[2])
		if err == nil {
			reportTies(corpora)
		}
		return err
	}
	if len(args) < 2 || len(args) > 3 {
		return errors.New("want DATA PACKS [COST], or ties DATA PACKS")
	}
	cost := 0.0
	if len(args) == 3 {
		var err error
		if cost, err = strconv.ParseFloat(args[2], 64); err != nil || !(cost >= 0) {
			return fmt.Errorf("%q is no cost: want a number of at least 0", args[2])
		}
	}
	corpora, err := readAll(args[0], args[1])
	if err != nil {
		return err
	}
	for _, estimated := range []bool{true, false} {
		if err := report(corpora, estimated, cost); err != nil {
			return err
		}
	}
	return nil
}

// report fits on corpora with weights or on those without. All but consumer language of those with
// weights are genes, so each of these is a kind of its own.
func report(corpora []rank.Corpus, estimated bool, cost float64) error {
	var chosen []rank.Corpus
	for _, c := range corpora {
		c.Judge = c.Kind == consumer || estimated && c.Kind == genes
		if !estimated && c.Kind == genes {
			c.Kind = c.Name
		}
		if estimated || c.Kind == c.Name {
			chosen = append(chosen, c)
		}
	}
	scalings, errs, err := rank.FitScalings(chosen, rank.DefaultScalings(estimated), cost)
	if err != nil {
		return err
	}
	fmt.Printf("weights estimated: %t\n", estimated)
	for _, s := range scalings {
		fmt.Printf("{Rivals: %.2f, NIL: %.2f, Shift: %.2f, Ceiling: %.3f},\n", s.Rivals, s.NIL, s.Shift, s.Ceiling)
	}
	fmt.Printf("\n%-24s %8s %8s %8s\n", "ECE", "now", "fitted", "unseen")
	for _, e := range errs {
		fmt.Printf("%-24s %8.4f %8.4f %8.4f\n", e.Corpus, e.Before, e.After, e.Unseen)
	}
	fmt.Println()
	return nil
}

func readAll(folder, packs string) ([]rank.Corpus, error) {
	opened := map[string]*core.Normalizer{}
	var corpora []rank.Corpus
	for _, s := range sources {
		if opened[s.pack] == nil {
			n, err := core.Open(filepath.Join(packs, s.pack+".normpack"))
			if err != nil {
				return nil, err
			}
			opened[s.pack] = n
		}
		mentions, err := read(opened[s.pack], filepath.Join(folder, filepath.FromSlash(s.mentions)+".tsv.gz"))
		if err != nil {
			return nil, err
		}
		corpora = append(corpora, rank.Corpus{Name: s.mentions, Kind: s.kind, Pack: opened[s.pack], Mentions: mentions})
	}
	return corpora, nil
}

func read(n *core.Normalizer, file string) ([]rank.Mention, error) {
	queries, err := data.ReadQueries(file)
	if err != nil {
		return nil, err
	}
	resolver := eval.NewResolver(n.Contents())
	var mentions []rank.Mention
	for _, q := range queries {
		mentions = append(mentions, rank.Mention{Text: q.Mention, Entities: resolver.Entities(q.Gold), Count: 1})
	}
	return rank.Together(mentions), nil
}
