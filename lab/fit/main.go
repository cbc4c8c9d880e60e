// Command fit fits the forest that tells every pack how likely an answer is right, on labelled
// mentions of many terminologies, and judges it on kinds of names outside the fit. Consumer language
// only judges.
//
//	go -C lab run ./fit DATA PACKS [FILE]
//	go -C lab run ./fit ties DATA PACKS
//
// DATA is the folder of evaluation data. PACKS has a pack of each reference file, built from the
// terminology alone, as tools/accuracy.sh keeps them: genes, uniprot, chebi, bc5cdr_chemical,
// ncbi_disease, bc5cdr_disease, species, cell_line and consumer.normpack. FILE is train/rank/forest.go,
// to be written; packs built from then on have the new forest.
//
// It prints, of each corpus, the expected calibration error, the share of mentions that are answered right
// and the share that is answered at all: with the packs as they are, with the new forest, and with that of
// the other kinds alone; and what chance makes of an error that is perfect. Of mentions without an entity,
// those that are answered are wrong. With ties it
// prints how often rivals of the best entity are right instead.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/train/data"
)

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
	var answers []forest.Answers
	for i := range corpora {
		answers = append(answers, corpora[i].Answers())
	}
	fittest, fitted := forest.Fit(answers)
	fmt.Printf("%-28s | %-31s | %-20s | %-20s\n", "", "ECE", "right", "answered")
	fmt.Printf("%-28s | now    fitted unseen  chance  | now    fitted unseen | now    fitted unseen\n", "")
	for _, f := range fitted {
		b, a, u := f.Before, f.After, f.Unseen
		fmt.Printf("%-28s | %.4f %.4f %.4f  %.4f  | %.4f %.4f %.4f | %.4f %.4f %.4f\n", f.Corpus,
			b.Error, a.Error, u.Error, f.Chance, b.Right, a.Right, u.Right, b.Answered, a.Answered, u.Answered)
	}
	if len(args) == 3 {
		return write(args[2], &fittest)
	}
	return nil
}

func readAll(folder, packs string) ([]forest.Corpus, error) {
	opened := map[string]*core.Normalizer{}
	var read []forest.Corpus
	for _, s := range corpora.Fit {
		if opened[s.Pack] == nil {
			n, err := core.Open(filepath.Join(packs, s.Pack+".normpack"))
			if err != nil {
				return nil, err
			}
			opened[s.Pack] = n
		}
		queries, err := data.ReadQueries(filepath.Join(folder, filepath.FromSlash(s.Mentions)+".tsv.gz"))
		if err != nil {
			return nil, err
		}
		c := forest.Corpus{Name: s.Mentions, Kind: s.Kind, Judge: s.Judge(), Unlinked: strings.Contains(s.Mentions, "unlinked"), Pack: opened[s.Pack]}
		if c.Mentions = forest.Mentions(c.Pack, queries); c.Unlinked {
			c.Mentions = forest.Unlinked(queries)
		}
		read = append(read, c)
	}
	return read, nil
}
