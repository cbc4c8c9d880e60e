// Command scalings fits rank.DefaultScalings, which packs without labelled mentions are given:
// those of terminologies with weights, or, with --estimated, of those without. Each corpus is a
// pack, built from its terminology alone, and files of labelled mentions; with "-" before its name,
// a file has mentions that no entity is meant by.
//
//	go run ./tools/scalings --estimated chemicals=chebi.normpack,dev_craft.tsv.gz \
//		diseases=medic.normpack,train.tsv.gz,dev.tsv.gz
//
// It prints the scalings in the order of score.Evidence, and the expected calibration error of each
// corpus with the scalings of now, with the new ones, and with those that the other corpora alone
// would give.
package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
	"github.com/normlet/normlet/train/rank"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "scalings:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	estimated := len(args) > 0 && args[0] == "--estimated"
	if estimated {
		args = args[1:]
	}
	if len(args) == 0 {
		return fmt.Errorf("want one argument NAME=PACK,MENTIONS[,-UNLINKED] for each corpus")
	}
	var corpora []rank.Corpus
	for _, arg := range args {
		c, err := read(arg)
		if err != nil {
			return err
		}
		corpora = append(corpora, c)
	}
	scalings, errors, err := rank.FitScalings(corpora, rank.DefaultScalings(estimated), cost(estimated))
	if err != nil {
		return err
	}
	for _, s := range scalings {
		fmt.Printf("{Rivals: %.2f, NIL: %.2f, Shift: %.2f, Ceiling: %.3f},\n", s.Rivals, s.NIL, s.Shift, s.Ceiling)
	}
	fmt.Printf("\n%-24s %8s %8s %8s\n", "ECE", "now", "fitted", "unseen")
	for _, e := range errors {
		fmt.Printf("%-24s %8.4f %8.4f %8.4f\n", e.Corpus, e.Before, e.After, e.Unseen)
	}
	return nil
}

// cost is that of the square of a calibration error. Where weights are estimated, corpora
// agree less with each other, so that those that agree least need more.
func cost(estimated bool) float64 {
	if estimated {
		return 500
	}
	return 50
}

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
	resolver := eval.NewResolver(n.Contents())
	for _, file := range parts[1:] {
		path, unlinked := strings.CutPrefix(file, "-")
		queries, err := data.ReadQueries(path)
		if err != nil {
			return c, err
		}
		for _, q := range queries {
			m := rank.Mention{Text: q.Mention, Count: 1}
			if !unlinked {
				m.Entities = resolver.Entities(q.Gold)
			}
			c.Mentions = append(c.Mentions, m)
		}
	}
	c.Mentions = count(c.Mentions)
	return c, nil
}

func count(ms []rank.Mention) []rank.Mention {
	slices.SortStableFunc(ms, compare)
	out := ms[:1]
	for _, m := range ms[1:] {
		if last := &out[len(out)-1]; compare(*last, m) == 0 {
			last.Count++
		} else {
			out = append(out, m)
		}
	}
	return out
}

func compare(a, b rank.Mention) int {
	return cmp.Or(cmp.Compare(a.Text, b.Text), slices.Compare(a.Entities, b.Entities))
}
