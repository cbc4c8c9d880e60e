// Command defaults fits what packs without labelled mentions are given: the
// weights of rank.Default and the numbers of rank.DefaultScalings. Each corpus is
// a pack, built from its terminology alone, and files of labelled mentions; with
// "-" before its name, a file has mentions that no entity is meant by.
//
//	go run ./tools/defaults genes=genes.normpack,dev_gene.tsv.gz,-dev_unlinked.tsv.gz \
//		diseases=medic.normpack,train.tsv.gz,dev.tsv.gz
//
// It prints the values, and how often the most likely outcome, an entity or none,
// is right: with the values of now, with the new ones, and with those that the
// other corpora alone would give.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/rank"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "defaults:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("want arguments of the form NAME=PACK,MENTIONS[,-UNLINKED]...")
	}
	var corpora []rank.Corpus
	for _, arg := range args {
		c, err := read(arg)
		if err != nil {
			return err
		}
		corpora = append(corpora, c)
	}
	r, scalings, standings, err := rank.Together(corpora, rank.Config{})
	if err != nil {
		return err
	}
	fmt.Printf("NIL %.2f\n", r.NIL)
	for f, w := range r.Weights {
		fmt.Printf("%v %.2f\n", core.Feature(f), w)
	}
	for stage, s := range scalings {
		fmt.Printf("%v %+v\n", core.Stage(stage), s)
	}
	for _, s := range standings {
		fmt.Printf("%-24s now %.4f fitted %.4f unseen %.4f\n", s.Corpus, s.Before, s.Fitted, s.Unseen)
	}
	return nil
}

// read reads a corpus.
func read(arg string) (c rank.Corpus, err error) {
	name, files, ok := strings.Cut(arg, "=")
	parts := strings.Split(files, ",")
	if !ok || len(parts) < 2 {
		return c, fmt.Errorf("%q: want NAME=PACK,MENTIONS[,-UNLINKED]", arg)
	}
	n, err := core.Open(parts[0])
	if err != nil {
		return c, err
	}
	c = rank.Corpus{Name: name, Pack: n}
	for _, file := range parts[1:] {
		path, unlinked := strings.CutPrefix(file, "-")
		queries, err := data.ReadQueries(path)
		if err != nil {
			return c, err
		}
		for _, q := range queries {
			x := rank.Example{Mention: q.Mention, Entity: -1}
			if !unlinked {
				x.Entity = find(n, q.Gold)
			}
			c.Examples = append(c.Examples, x)
		}
	}
	return c, nil
}

// find returns the first of the entities that the pack has, or -1.
func find(n *core.Normalizer, gold []string) int32 {
	for _, id := range gold {
		for _, prefix := range append([]string{""}, n.Contents().Namespaces...) {
			if prefix != "" {
				prefix += ":"
			}
			if e, ok := n.Contents().IDs.Find(prefix + id); ok {
				return int32(e)
			}
		}
	}
	return -1
}
