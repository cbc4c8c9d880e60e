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

// judgeLooks prints how many names of each list look like each type, learned from lists without these names. PACKS has lists
// that have no type, by the names of files, too.
func judgeLooks(folder, wordnet, packFile, packs string) error {
	lists, err := looksLists(folder, wordnet, packFile)
	if err != nil {
		return err
	}
	judged := slices.Clone(openLists)
	judged = append(judged, judgedLists...)
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
		n, err := core.Open(file)
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

func judgeList(lists []learn.Named, title string, of []string) error {
	own := map[string]bool{}
	var half []string
	for i, name := range of {
		if i/(len(of)/10+1)%2 == 0 {
			half = append(half, name)
			own[names.Key(name)] = true
		}
	}
	of = half
	var others []learn.Named
	for _, list := range lists {
		others = append(others, learn.Named{Type: list.Type, Names: slices.DeleteFunc(slices.Clone(list.Names), func(name string) bool { return own[names.Key(name)] })})
	}
	l, err := learn.LearnLooks(typeNames(), others, learn.DefaultLooksConfig)
	if err != nil {
		return err
	}
	counts, lower := make([]int, len(l.Types)), make([]int, len(l.Types))
	n := min(len(of), 1000)
	for i := range n {
		name := of[i*len(of)/n]
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
