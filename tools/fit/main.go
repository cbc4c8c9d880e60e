// Command fit fits the forest that says how likely an answer is right, which every pack is given, on
// labelled mentions of many terminologies, and judges it on kinds of names that the fit has left out.
// Consumer language only judges.
//
//	go run ./tools/fit DATA PACKS [FILE]
//	go run ./tools/fit ties DATA PACKS
//
// DATA is the folder of evaluation data. PACKS has a pack of each reference file, built from the
// terminology alone, as tools/accuracy.sh keeps them: genes, uniprot, chebi, bc5cdr_chemical,
// ncbi_disease, bc5cdr_disease, species, cell_line and consumer.normpack. FILE is train/rank/forest.go,
// to be written; packs built from then on have the new forest.
//
// It prints the expected calibration error of each corpus: with the packs as they are, with the new
// forest, with that of the other kinds alone, and what chance makes of one that is perfect. With ties it
// prints how often rivals of the best entity are right instead.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/rank"
)

// source is a file of mentions, and the pack that they are asked of.
type source struct{ kind, pack, mentions string }

const genes, proteins, consumer = "genes", "proteins", "consumer"

var sources = []source{
	{genes, "genes", "gnormplus/train"},
	{genes, "genes", "bioid/dev_gene"},
	{proteins, "uniprot", "bioid/dev_uniprot"},
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
		return errors.New("want DATA PACKS [FILE], or ties DATA PACKS")
	}
	corpora, err := readAll(args[0], args[1])
	if err != nil {
		return err
	}
	var answers []rank.Answers
	for i := range corpora {
		answers = append(answers, corpora[i].Answers())
	}
	forest, errs := rank.FitForest(answers)
	fmt.Printf("%-24s %8s %8s %8s %8s\n", "ECE", "now", "fitted", "unseen", "chance")
	for _, e := range errs {
		fmt.Printf("%-24s %8.4f %8.4f %8.4f %8.4f\n", e.Corpus, e.Before, e.After, e.Unseen, e.Chance)
	}
	if len(args) == 3 {
		return write(args[2], &forest)
	}
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
		queries, err := data.ReadQueries(filepath.Join(folder, filepath.FromSlash(s.mentions)+".tsv.gz"))
		if err != nil {
			return nil, err
		}
		mentions := rank.Mentions(opened[s.pack], queries)
		corpora = append(corpora, rank.Corpus{Name: s.mentions, Kind: s.kind, Judge: s.kind == consumer, Pack: opened[s.pack], Mentions: mentions})
	}
	return corpora, nil
}
