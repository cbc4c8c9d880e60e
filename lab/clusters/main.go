// Command clusters measures map --cluster beside what OpenRefine clusters cells by:
//
//	go -C lab run ./clusters DATA PACKS
//
// DATA is the folder of labelled mentions, PACKS that of the packs of their lists. Half of the entities are taken out of
// each pack; their mentions are clustered. Each line has the precision, recall and F1 of pairs that mean the same, of
// fingerprint, of ngram-fingerprint of 2 and of 1, and of map: mentions with an id are a cluster, too.
package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/tools/normlet/cluster"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "clusters:", err)
		os.Exit(1)
	}
}

// lists are the packs, and the mentions of their entities.
var lists = []struct{ pack, mentions string }{
	{"ncbi_disease", "ncbi_disease/train.tsv.gz"}, {"species", "species/dev_s800.tsv.gz"}, {"occupations", "occupations/dev.tsv.gz"},
	{"genes", "bioid/dev_gene.tsv.gz"}, {"bc5cdr_chemical", "bc5cdr_chemical/train.tsv.gz"}, {"cell_line", "cell_line/dev.tsv.gz"}, {"consumer", "consumer/train.tsv.gz"},
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("want DATA and PACKS; the package comment says more")
	}
	fmt.Println("| list | cells | things | fingerprint | 2-gram | 1-gram | map |\n|---|--:|--:|--:|--:|--:|--:|")
	for _, l := range lists {
		cells, err := read(filepath.Join(args[0], l.mentions))
		if err != nil {
			return err
		}
		n, err := half(filepath.Join(args[1], l.pack+".normpack"))
		if err != nil {
			return err
		}
		var gold []string
		for _, c := range cells {
			gold = append(gold, c.gold)
		}
		fmt.Printf("| %s | %d | %d |", l.pack, len(cells), len(slices.Compact(slices.Sorted(slices.Values(gold)))))
		for _, key := range []func(string) string{fingerprint, ngrams(2), ngrams(1)} {
			var labels []string
			for _, c := range cells {
				labels = append(labels, key(c.text))
			}
			print(labels, gold)
		}
		labels, err := mapped(n, cells)
		if err != nil {
			return err
		}
		print(labels, gold)
		fmt.Println()
	}
	return nil
}

// mapped returns the clusters of map: an entity, or what stands for mentions without one.
func mapped(n *core.Normalizer, cells []cell) (labels []string, err error) {
	var queries []core.Query
	for _, c := range cells {
		queries = append(queries, core.Query{Mention: c.text})
	}
	o := core.Options{K: 1, MinP: mapping.DefaultMinP}
	if o.Coverage, err = n.EstimateCoverage(queries, o); err != nil {
		return nil, err
	}
	answers, err := n.LookupMany(queries, o)
	if err != nil {
		return nil, err
	}
	labels = make([]string, len(cells))
	var at []int
	var texts []string
	for i, a := range answers {
		if !a.NIL && len(a.Matches) > 0 {
			labels[i] = a.Matches[0].ID
		} else {
			at, texts = append(at, i), append(texts, a.Mention)
		}
	}
	of, err := cluster.Of(n, texts)
	for i, first := range of {
		labels[at[i]] = "without an id: " + texts[first]
	}
	return labels, err
}

// out reports whether an entity is among those that are taken out.
func out(id string) bool {
	h := fnv.New32a()
	h.Write([]byte(id[strings.LastIndexByte(id, ':')+1:]))
	return h.Sum32()>>7&1 == 0
}

// half opens a pack without the entities that are taken out.
func half(path string) (*core.Normalizer, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n, err := core.OpenBytes(data, nil)
	if err != nil {
		return nil, err
	}
	var changes []edit.Change
	ids := engine.Of(n).Contents().IDs
	for e := range ids.Len() {
		if id := ids.At(e); out(id) {
			changes = append(changes, edit.Change{Remove: true, ID: id})
		}
	}
	if data, err = edit.Apply(data, changes); err != nil {
		return nil, err
	}
	return core.OpenBytes(data, nil)
}

// cell is a mention, how often it is there, and what it means.
type cell struct {
	text  string
	count int
	gold  string
}

// read returns the mentions of entities that are taken out, the most frequent first. Those that mean several things are left
// out.
func read(path string) (cells []cell, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		row := strings.Split(lines.Text(), "\t")
		i, ok := at[row[0]]
		if !ok {
			i = len(cells)
			at[row[0]], cells = i, append(cells, cell{text: row[0], gold: row[1]})
		}
		if cells[i].count++; cells[i].gold != row[1] {
			cells[i].gold = "|"
		}
	}
	cells = slices.DeleteFunc(cells, func(c cell) bool { return strings.Contains(c.gold, "|") || !out(c.gold) })
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(b.count, a.count) })
	return cells, lines.Err()
}

// print prints the precision, recall and F1 of the pairs of one label.
func print(labels, gold []string) {
	pairs := func(key func(i int) string) (n int) {
		count := map[string]int{}
		for i := range labels {
			k := key(i)
			n += count[k]
			count[k]++
		}
		return n
	}
	both := float64(pairs(func(i int) string { return labels[i] + "\x00" + gold[i] }))
	p, r := both/max(1, float64(pairs(func(i int) string { return labels[i] }))), both/float64(pairs(func(i int) string { return gold[i] }))
	fmt.Printf(" %.3f, %.3f, **%.3f** |", p, r, 2*p*r/max(1e-9, p+r)) // no pair is right with no pair
}
