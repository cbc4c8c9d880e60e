package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// This file measures packs of many kinds on texts whose mentions are of many types, as users of map have them. A pack
// of one kind cannot take a disease for a gene; these can.

const (
	mixedDocuments = "documents/BioRED_TrainDev.pubtator.gz" // mentions of all mixedTypes in each text
	mixedGenes     = "bioid/dev_gene"                        // mentions of human genes
	humanGenes     = "ncbigene_human"                        // the terminology that has all of these
	geneNamespace  = "NCBIGene"                              // and the prefix of its ids
)

// mixedType is a type of mentions. Variants are left out: no pack has them.
type mixedType struct {
	name, title, namespace string
	prefixes               []string // of its ids, where they have one
}

var mixedTypes = []mixedType{
	{"Gene", "genes", geneNamespace, []string{geneNamespace}},
	{"Disease", "diseases", "disease", []string{"MESH", "OMIM"}},
	{"Chemical", "chemicals", "chemical", []string{"MESH"}},
	{"Species", "species", "species", []string{"NCBITaxon"}},
	{"CellLine", "cell lines", "cell_line", nil},
}

// The columns of the table, beside the titles of types.
const (
	allTypes  = "all"
	humanOnly = "human genes"
)

var mixedColumns = []string{allTypes, "genes", humanOnly, "diseases", "chemicals", "species", "cell lines"}

// widePack is a pack of many kinds.
type widePack struct {
	name   string
	open   func() (*core.Normalizer, error)
	prefer []string // prefixes of the ids that annotators use, where the pack has several of one thing
}

// widePacks returns the default pack and, if the suite has it, that of the recipe bio.
func (a *accuracies) widePacks() []widePack {
	out := []widePack{{name: "default", open: func() (*core.Normalizer, error) { return a.defaultPack, nil }}}
	if a.Bio != nil {
		out = append(out, widePack{"bio", a.Bio, []string{"NCBIGene", "MESH"}})
	}
	return out
}

// mixedFigures is what was found of a pack of many kinds.
type mixedFigures struct {
	columns map[string]*tally // by their titles, without types that the pack has not
	genes   [2]*listFigures   // mixedGenes, looked for among genes (nil: the pack has none) and among all
}

// tally counts mentions: all, those whose ids are all in the pack, and those that are right with types unknown and known.
type tally struct {
	mentions, listed float64
	right            [2]float64
}

// mixed measures a pack of many kinds.
func (a *accuracies) mixed(w *widePack) error {
	n, err := w.open()
	if err != nil {
		return err
	}
	if n != a.defaultPack {
		defer n.Close()
	}
	m := &mixedFigures{}
	if m.columns, err = a.mixedDocuments(n, w.prefer); err != nil {
		return err
	}
	if m.genes, err = a.mixedGenes(n); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.wide[w.name] = m
	return nil
}

// mixedDocuments resolves all mentions of each text jointly, without and with the namespaces of their types.
func (a *accuracies) mixedDocuments(n *core.Normalizer, prefer []string) (map[string]*tally, error) {
	all, err := a.Read(mixedDocuments)
	if err != nil {
		return nil, err
	}
	queries := ofTypes(all, mixedNames())
	if len(queries) == 0 {
		return nil, fmt.Errorf("%s: no mention is of the types %q", mixedDocuments, mixedNames())
	}
	human, err := a.humanGenes()
	if err != nil {
		return nil, err
	}
	has := namespacesOf(n)
	o := asMap(n, eval.Options{Protocol: eval.Document, Prefer: preferred(n, prefer)})
	var results [2][]document.Result
	for i, types := range []map[string]string{nil, has} {
		o.Types = types
		res, err := eval.Run(a.ctx, n, queries, nil, o, nil)
		if err != nil {
			return nil, err
		}
		results[i] = res.Results
	}
	columns := map[string]*tally{}
	for i := range mixedTypes {
		if t := &mixedTypes[i]; has[t.name] != "" {
			a.tally(columns, t, n, queries, results, human)
		}
	}
	return columns, nil
}

// tally counts the mentions of a type.
func (a *accuracies) tally(columns map[string]*tally, t *mixedType, n *core.Normalizer, queries []data.Query, results [2][]document.Result, human map[string]bool) {
	key := func(id string) string { return a.idOf(t, id) }
	known := knownIDs(n, key)
	for i, q := range queries {
		if q.Type != t.name || len(q.Gold) == 0 {
			continue
		}
		gold := map[string]bool{}
		for _, id := range q.Gold {
			gold[key(id)] = true
		}
		titles := []string{allTypes, t.title}
		if t.namespace == geneNamespace && allIn(gold, human) {
			titles = append(titles, humanOnly)
		}
		for _, title := range titles {
			if columns[title] == nil {
				columns[title] = &tally{}
			}
			c := columns[title]
			c.mentions++
			c.listed += count(allIn(gold, known))
			for j := range results {
				c.right[j] += count(maps.Equal(gold, answered(&results[j][i], key)))
			}
		}
	}
}

// idOf returns the id that stands for all those of an entity of a type, without its prefix. An id of another prefix,
// whose rest may be that of an entity of the type, stays as it is.
func (a *accuracies) idOf(t *mixedType, id string) string {
	if p := pack.Prefix(id); p != "" && !slices.Contains(t.prefixes, p) {
		return id
	}
	return a.same(id)
}

// mixedGenes looks mixedGenes up one by one.
func (a *accuracies) mixedGenes(n *core.Normalizer) (out [2]*listFigures, err error) {
	queries, err := a.Read(corpora.QueryFile(mixedGenes))
	if err != nil {
		return out, err
	}
	queries = slices.Clone(queries)
	for i := range queries {
		queries[i].Gold = slices.Clone(queries[i].Gold)
		for j, id := range queries[i].Gold {
			if !strings.Contains(id, ":") { // alone it would also be that of a species
				queries[i].Gold[j] = geneNamespace + ":" + id
			}
		}
	}
	for i, namespaces := range [][]string{{geneNamespace}, nil} {
		if namespaces != nil && !slices.Contains(engine.Of(n).Contents().Namespaces, geneNamespace) {
			continue
		}
		res, err := eval.Run(a.ctx, n, queries, nil, eval.Options{Namespaces: namespaces}, nil)
		if err != nil {
			return out, err
		}
		out[i] = figuresOf(res)
	}
	return out, nil
}

// humanGenes returns the ids of human genes, without prefixes.
func (a *accuracies) humanGenes() (map[string]bool, error) {
	t, err := a.Terminology(humanGenes)
	if err != nil || t == nil {
		return nil, err
	}
	ids := map[string]bool{}
	for i := range t.Entities {
		ids[local(t.Entities[i].ID)] = true
	}
	return ids, nil
}

func mixedNames() (out []string) {
	for i := range mixedTypes {
		out = append(out, mixedTypes[i].name)
	}
	return out
}

// namespacesOf returns the namespaces of types, of those that a pack has.
func namespacesOf(n *core.Normalizer) map[string]string {
	out := map[string]string{}
	for _, t := range mixedTypes {
		if slices.Contains(engine.Of(n).Contents().Namespaces, t.namespace) {
			out[t.name] = t.namespace
		}
	}
	return out
}

// preferred returns the prefixes that a pack has.
func preferred(n *core.Normalizer, prefixes []string) (out []string) {
	ids := engine.Of(n).Contents().IDs
	has := map[string]bool{}
	for e := range ids.Len() {
		has[pack.Prefix(ids.At(e))] = true
	}
	for _, p := range prefixes {
		if has[p] {
			out = append(out, p)
		}
	}
	return out
}

// mixedTable has a row for each figure of a pack and a column for each type.
func (a *accuracies) mixedTable() Table {
	t := Table{Title: "Packs of many kinds: documents", Columns: append([]string{"pack", "what"}, mixedColumns...)}
	for _, w := range a.widePacks() {
		for _, figure := range []struct {
			title string
			of    func(*tally) any
		}{
			{"mentions", func(c *tally) any { return int(c.mentions) }},
			{"right, types unknown", func(c *tally) any { return c.share(c.right[0]) }},
			{"right, types known", func(c *tally) any { return c.share(c.right[1]) }},
			{"in list", func(c *tally) any { return c.share(c.listed) }},
			{"right of these, types unknown", func(c *tally) any { return c.shareOfListed(c.right[0]) }},
			{"right of these, types known", func(c *tally) any { return c.shareOfListed(c.right[1]) }},
		} {
			row := []any{w.name, figure.title}
			for _, title := range mixedColumns {
				if c := a.wide[w.name].columns[title]; c != nil {
					row = append(row, figure.of(c))
				} else {
					row = append(row, missing)
				}
			}
			t.add(row...)
		}
	}
	return t
}

func (c *tally) share(n float64) float64 { return n / c.mentions }

// shareOfListed returns the share of the mentions in the list: a right answer has all ids of its mention.
func (c *tally) shareOfListed(n float64) any {
	if c.listed == 0 {
		return missing
	}
	return n / c.listed
}

// missing is the cell of what a pack has not.
const missing = "-"

// mixedGeneTable shows what the other kinds of a pack cost its genes.
func (a *accuracies) mixedGeneTable() Table {
	t := Table{Title: "Packs of many kinds: Bio-ID genes", Columns: []string{"pack", "looked for among", "H@1", "H@10", "ECE", "0.95"}}
	for _, w := range a.widePacks() {
		for i, among := range []string{"genes", "all"} {
			row := []any{w.name, among, missing, missing, missing, missing}
			if m := a.wide[w.name].genes[i]; m != nil {
				row = []any{w.name, among, m.hits[0], m.hits[1], m.ece, m.covered}
			}
			t.add(row...)
		}
	}
	return t
}
