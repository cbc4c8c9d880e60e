package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/data"
	learn "github.com/normlet/normlet/train/tag"
)

// listed is a list of names in DATA.
type listed struct {
	of, path string   // type, file
	trees    []string // of MeSH, whose headings alone count; of all: none
}

// openLists are what names look like is learned from, beside the default pack and WordNet. All of them may ship.
var openLists = []listed{
	{of: "Disease", path: "disease_ontology/HumanDO.obo.gz"},
	{of: "Disease", path: "disease_ontology/doid_2026_labels.tsv.gz"},
	{of: "Chemical", path: "chebi/reference.tsv.gz"},
	{of: "Chemical", path: "drugs/drugbank_vocabulary.tsv.gz"},
	{of: "Gene", path: "genes/Mus_musculus.gene_info.gz"},
	{of: "Gene", path: "genes/Danio_rerio.gene_info.gz"},
	{of: "Gene", path: "genes/Drosophila_melanogaster.gene_info.gz"},
	{of: "Gene", path: "ncbigene_human/reference.tsv.gz"},
	{of: "Gene", path: "uniprot_human/reference.tsv.gz"},
	{of: "Species", path: "species/reference.tsv.gz"},
	{of: "CellLine", path: "cell_line/reference.tsv.gz"},
	{of: "Anatomy", path: "anatomy/uberon.tsv.gz"},
	{of: "CellType", path: "anatomy/cell_types.tsv.gz"},
	{"Disease", "mesh/descriptors.tsv.gz", []string{"C", "F03"}},
	{"Species", "mesh/descriptors.tsv.gz", []string{"B"}},
	{learn.NoType, "mesh/descriptors.tsv.gz", []string{"E", "F01", "F02", "F04", "H", "I", "J", "K", "L", "M", "N", "V", "Z"}},
}

// looksLists reads the lists that what names look like is learned from.
func looksLists(folder, wordnet, packFile string) ([]named, error) {
	n, err := core.Open(packFile, nil)
	if err != nil {
		return nil, err
	}
	lists := packLists(n)
	for i := range openLists {
		names, err := openLists[i].names(folder)
		if err != nil {
			return nil, err
		}
		lists = append(lists, named{Type: openLists[i].of, Names: names})
	}
	plain, err := nouns(wordnet)
	return append(lists, named{Type: learn.NoType, Names: plain}), err
}

// looks writes what names look like.
func looks(folder, wordnet, packFile, file string) error {
	lists, err := looksLists(folder, wordnet, packFile)
	if err != nil {
		return err
	}
	b, err := learnLooks(typeNames(), lists, shippedLooks)
	if err != nil {
		return err
	}
	fmt.Println(len(b), "bytes")
	set := &output.Set{Command: "tag"}
	return set.Write(file, output.Begins("what names look like", string(b[:2])), b)
}

func typeNames() (out []string) {
	for _, k := range kinds {
		out = append(out, k.name)
	}
	return out
}

// packLists returns the names of each namespace of a pack.
func packLists(n *core.Normalizer) (out []named) {
	c := engine.Of(n).Contents()
	for i, ns := range c.Namespaces {
		list := named{Type: learn.NoType}
		for _, k := range kinds {
			if slices.Contains(k.namespaces, strings.ToLower(ns)) {
				list.Type = k.name
			}
		}
		for row, name := range c.Names.Range(0, c.Names.Len()) {
			if int(c.EntityNamespace[c.RowEntity[row]]) == i {
				list.Names = append(list.Names, string(name))
			}
		}
		out = append(out, list)
	}
	return out
}

// names returns the names of a list.
func (o *listed) names(folder string) (out []string, err error) {
	t, _, err := data.ReadSources([]data.Source{{Path: filepath.Join(folder, o.path)}}, data.ReadOptions{SkipBad: true})
	if err != nil {
		return nil, err
	}
	wanted := func(string) bool { return true }
	if o.trees != nil {
		if wanted, err = within(folder, o.trees); err != nil {
			return nil, err
		}
	}
	for i := range t.Entities {
		if wanted(t.Entities[i].ID) {
			for _, n := range t.Entities[i].Names {
				out = append(out, n.Text)
			}
		}
	}
	return out, nil
}

// within returns what tells whether a heading of MeSH is in trees, and in no other.
func within(folder string, trees []string) (func(id string) bool, error) {
	f, err := data.Open(filepath.Join(folder, "mesh/tree_numbers.tsv.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := map[string]bool{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		ok := slices.ContainsFunc(trees, func(t string) bool { return strings.HasPrefix(cells[2], t) })
		if before, seen := in[cells[0]]; seen {
			ok = ok && before
		}
		in[cells[0]] = ok
	}
	return func(id string) bool { return in[id] }, lines.Err()
}

// ofTypes are lexicographer files of WordNet whose nouns may be of a type: animals, body, plants, states, substances.
var ofTypes = []string{"05", "20", "26", "27"}

// nouns returns nouns of WordNet that are of no type.
func nouns(folder string) (out []string, err error) {
	b, err := os.ReadFile(filepath.Join(folder, "data.noun"))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(b)) {
		cells := strings.Split(line, " ")
		if len(cells[0]) == 8 && !slices.Contains(ofTypes, cells[1]) {
			out = append(out, strings.ReplaceAll(cells[4], "_", " "))
		}
	}
	return out, nil
}
