package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/names"
	learn "github.com/normlet/normlet/train/tag"
)

// judgedLists are lists that nothing is learned from, in DATA, with the type that they should be found to have.
var judgedLists = []listed{
	{of: "Disease", path: "ncbi_disease/reference.tsv.gz"},
	{of: "Disease", path: "bc5cdr_disease/reference.tsv.gz"},
	{of: "Chemical", path: "bc5cdr_chemical/reference.tsv.gz"},
	{of: "Disease", path: "symptom/symp.obo.gz"},
	{of: "Disease", path: "consumer/reference.tsv.gz"},
	{of: "Disease", path: "consumer/psytar_reference.tsv.gz"},
	{of: learn.NoType, path: "occupations/reference.tsv.gz"},
	{of: learn.NoType, path: "mesh/descriptors.tsv.gz"},
}

// judgeLooks prints which part of the names of each list looks like each type, as they are and in small letters, learned from
// lists without these names: of every second tenth of each list. The lists of packs in a folder are judged, too.
func judgeLooks(folder, wordnet, packFile, packs string) error {
	lists, err := looksLists(folder, wordnet, packFile)
	if err != nil {
		return err
	}
	judged := slices.Concat(openLists, judgedLists)
	for i := range judged {
		of, err := judged[i].names(folder)
		if err != nil {
			return err
		}
		if err := judgeList(lists, judged[i].of+" "+judged[i].path, of); err != nil {
			return err
		}
	}
	files, err := filepath.Glob(filepath.Join(packs, "*.normpack"))
	if err != nil {
		return err
	}
	for _, file := range files {
		n, err := core.Open(file, nil)
		if err != nil {
			return err
		}
		for _, list := range packLists(n) {
			if err := judgeList(lists, filepath.Base(file), list.Names); err != nil {
				return err
			}
		}
	}
	return nil
}

func judgeList(lists []named, title string, of []string) error {
	own := map[string]bool{}
	var judged []string
	for i, name := range of {
		if i/(len(of)/10+1)%2 == 0 {
			judged = append(judged, name)
			own[names.Key(name)] = true
		}
	}
	var others []named
	for _, list := range lists {
		left := slices.DeleteFunc(slices.Clone(list.Names), func(name string) bool { return own[names.Key(name)] })
		others = append(others, named{Type: list.Type, Names: left})
	}
	file, err := learnLooks(typeNames(), others, shippedLooks)
	if err != nil {
		return err
	}
	l, err := learn.ReadLooks(file)
	if err != nil {
		return err
	}
	counts, lower := make([]int, len(l.Types)), make([]int, len(l.Types))
	n := min(len(judged), 1000)
	for i := range n {
		name := judged[i*len(judged)/n]
		counts[l.Of(name)]++
		lower[l.Of(strings.ToLower(name))]++
	}
	fmt.Printf("%-50.50s %5d", title, n)
	for t, c := range counts {
		fmt.Printf("  %s %.2f/%.2f", l.Types[t][:4], float64(c)/float64(n), float64(lower[t])/float64(n))
	}
	fmt.Println()
	return nil
}
