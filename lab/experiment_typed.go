package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/lab/internal/experiment"
	"github.com/normlet/normlet/lab/internal/link/zeroshot"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// typedFiles returns the paths of the files of experiment proxies.
func (o *suiteOptions) typedFiles() []string {
	f := experiment.TypedFiles
	out := []string{o.file(f.Terminology), o.file(f.Trees), o.file(f.Definitions)}
	for _, d := range f.Documents {
		out = append(out, o.file(d))
	}
	return out
}

// typed reads the diseases and chemicals of MeSH, and documents that mention them.
func (o *suiteOptions) typed() (*experiment.Typed, error) {
	f := experiment.TypedFiles
	types, err := readTrees(o.file(f.Trees))
	if err != nil {
		return nil, err
	}
	terminology, _, err := data.ReadSources([]data.Source{{Path: o.file(f.Terminology)}}, data.ReadOptions{SkipBad: true}) // some names stand twice
	if err != nil {
		return nil, err
	}
	definitions, err := readMeSHDefinitions(o.file(f.Definitions))
	if err != nil {
		return nil, err
	}
	t := &experiment.Typed{}
	for i := range terminology.Entities {
		e := &terminology.Entities[i]
		if len(types[e.ID]) == 0 {
			continue
		}
		z := zeroshot.Entity{ID: e.ID, Name: e.Names[0].Text, Types: types[e.ID], Definition: definitions[e.ID]}
		for _, n := range e.Names[1:] {
			z.Synonyms = append(z.Synonyms, n.Text)
		}
		t.Entities = append(t.Entities, z)
	}
	for _, d := range f.Documents {
		queries, err := eval.ReadQueries(o.file(d))
		if err != nil {
			return nil, err
		}
		for i := range queries { // an article may be in both corpora
			queries[i].Document, _, _ = strings.Cut(queries[i].Sentence, "\n")
		}
		t.Queries = append(t.Queries, queries...)
	}
	return t, nil
}

// topmost is how long the number of the topmost place in a tree is, such as C04.
const topmost = 3

// readTrees returns the types of diseases and chemicals: the headings of the topmost places above them. Lines are
// id TAB heading TAB tree number, below a header.
func readTrees(path string) (map[string][]string, error) {
	file, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	heading, places := map[string]string{}, map[string][]string{} // of a topmost place; of an id
	err = data.EachLine(file, path, func(line string, number int) error {
		cells := strings.Split(line, "\t")
		if len(cells) != 3 {
			return fmt.Errorf("%d columns, want 3: id, heading and tree number", len(cells))
		}
		id, tree := cells[0], cells[2]
		if number == 1 || len(tree) < topmost || tree[0] != 'C' && tree[0] != 'D' {
			return nil
		}
		if len(tree) == topmost {
			heading[tree] = cells[1]
		}
		if top := tree[:topmost]; !slices.Contains(places[id], top) {
			places[id] = append(places[id], top)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := map[string][]string{}
	for id, tops := range places {
		slices.Sort(tops)
		for _, top := range tops {
			if heading[top] == "" {
				return nil, fmt.Errorf("%s: the tree number %s of %s has no heading", path, top, id)
			}
			out[id] = append(out[id], heading[top])
		}
	}
	return out, nil
}

// readMeSHDefinitions returns the definitions of an ontology by the ids of MeSH that its terms refer to, the first of
// several.
func readMeSHDefinitions(path string) (map[string]string, error) {
	ontology, _, err := data.ReadSources([]data.Source{{Path: path}}, data.ReadOptions{})
	if err != nil {
		return nil, err
	}
	of, out := map[string]string{}, map[string]string{}
	for i := range ontology.Entities {
		of[ontology.Entities[i].ID] = ontology.Entities[i].Definition
	}
	for _, x := range ontology.XRefs {
		if id, ok := strings.CutPrefix(x.Other, "MESH:"); ok && out[id] == "" {
			out[id] = of[x.ID]
		}
	}
	return out, nil
}
