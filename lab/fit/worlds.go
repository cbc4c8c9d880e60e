package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// For how many mentions the worlds of a kind count: those of whole lists together, their unlinked ones, those of a list
// that lacks what is meant, and those of other kinds asked of a list. docs/decisions/calibration.md has what others gave.
const (
	massWhole    = 4000
	massUnlinked = 100
	massAbsent   = 150
	massForeign  = 400
	massShort    = 300   // of what a list of one entity in twenty has half of
	massNames    = 600   // names of the default pack as they stand
	massHeldOut  = 900   // names that were taken out of a list
	massGroups   = 150   // of families and complexes
	massSlips    = 400   // of names that a list has, and of those that it lacks
	massSiblings = 120   // of what a list lacks but for one word, made up and taken out
	massNear     = 150   // of English words that are a letter or two from a name
	partFields   = 0.3   // of what a kind counts for, a list outside biomedicine does
	perKind      = 1500  // foreign mentions of a kind
	perWorld     = 12000 // mentions of an open world
)

// massGeneral is that of general terms of which a list of a kind has special ones. People shorten names of diseases, too.
var massGeneral = map[string]float64{"diseases": 100, "things": 1000}

func readWorlds(folder, packs, fields string) (out []forest.World, err error) {
	o := &opener{packs, map[string]*core.Normalizer{}}
	files, byKind := map[string]int{}, map[string][]data.Query{}
	sources, lists := corpora.WithFields(fields != "")
	for _, s := range sources {
		if !unlinked(s) {
			files[s.Kind]++
		}
	}
	for _, s := range sources {
		n, err := o.open(s.Pack)
		if err != nil {
			return nil, err
		}
		from := folder
		if corpora.IsMade(s.Pack) {
			from = fields
		}
		queries, err := eval.ReadQueries(filepath.Join(from, filepath.FromSlash(s.Mentions)+".tsv.gz"))
		if err != nil {
			return nil, err
		}
		w := forest.World{Name: s.Mentions, Kind: s.Kind, Mass: massUnlinked, Pack: n}
		if unlinked(s) {
			w.Mentions = forest.Mentions(n, forest.WithoutEntities(queries))
			out = append(out, w)
			continue
		}
		queries = slices.DeleteFunc(queries, func(q data.Query) bool { return len(q.Gold) == 0 })
		byKind[s.Kind] = append(byKind[s.Kind], queries...)
		w.Mentions, w.Mass = forest.Mentions(n, queries), mass(s.Kind, massWhole/float64(files[s.Kind]))
		out = append(out, w)
		w.Name, w.Absent, w.Mass = s.Mentions+", absent", true, mass(s.Kind, massAbsent/float64(files[s.Kind]))
		out = append(out, w)
		w.Name, w.Absent, w.Short, w.Mass = s.Mentions+", short list", false, true, mass(s.Kind, massShort/float64(files[s.Kind]))
		out = append(out, w)
	}
	rows, err := readRows(filepath.Join(folder, "open_world", "english.tsv.gz"))
	if err != nil {
		return nil, err
	}
	words := ordinary(english(rows))
	for _, p := range lists {
		n, err := o.open(p.Name)
		if err != nil {
			return nil, err
		}
		out = append(out, forest.World{Name: "other kinds in " + p.Name, Kind: p.Kind, Mass: mass(p.Kind, massForeign), Pack: n, Mentions: forest.Mentions(n, foreign(byKind, p.Kind))})
		out = append(out, withSlips(p.Name, p.Kind, mass(p.Kind, massSlips), n)...)
		out = append(out, siblingWorlds(p.Name, p.Kind, mass(p.Kind, massSiblings), n)...)
		out = append(out, nearWords(p.Name, p.Kind, mass(p.Kind, massNear), n, words))
		from := folder
		if corpora.IsMade(p.Name) {
			from = fields
		}
		held, err := heldOutWorld(o, from, p, mass(p.Kind, massHeldOut))
		if err != nil {
			return nil, err
		}
		if forest.Has(&held) { // else the list has one name for each entity
			out = append(out, held)
		}
		if m := massGeneral[p.Kind]; m > 0 {
			out = append(out, forest.World{Name: "general terms of " + p.Name, Kind: p.Kind, Mass: m, General: true, Pack: n, Mentions: generalTerms(n)})
		}
	}
	n, err := o.open("default")
	if err != nil {
		return nil, err
	}
	out = append(out, withSlips("the default pack", "slips", 2*massSlips, n)...)
	out = append(out, nearWords("the default pack", "slips", 2*massNear, n, words))
	out = append(out, forest.World{Name: "names of the default pack", Kind: "names", Mass: massNames, Pack: n, Mentions: itsNames(n)})
	families, err := groups(n)
	if err != nil {
		return nil, err
	}
	out = append(out, forest.World{Name: "groups in the default pack", Kind: "names", Mass: massGroups, Pack: n, Mentions: families})
	for _, w := range corpora.OpenWorlds {
		mentions, err := readOpen(n, folder, w.File)
		if err != nil {
			return nil, err
		}
		world := forest.World{Name: nameOf(w), Kind: w.Kind, Mass: w.Mass, Pack: n, Mentions: mentions}
		if w.Fresh { // what a list of yesterday lacks of it, today's has
			world.Mass /= 2
			lacking := world
			lacking.Name, lacking.Absent = world.Name+", absent", true
			out = append(out, lacking)
		}
		out = append(out, world)
	}
	return out, nil
}

func unlinked(s corpora.Source) bool { return strings.Contains(s.Mentions, "unlinked") }

// mass is 0 for what only judges.
func mass(kind string, of float64) float64 {
	i := slices.IndexFunc(corpora.Fields, func(f corpora.Field) bool { return f.Folder == kind })
	switch {
	case kind == corpora.Consumer, i >= 0 && corpora.Fields[i].Judge:
		return 0
	case i >= 0:
		return partFields * of
	}
	return of
}

// foreign returns mentions of all kinds but one, as that one's lists have them: not at all. Genes name proteins.
func foreign(byKind map[string][]data.Query, kind string) (out []data.Query) {
	named := func(kind string) string {
		if kind == "proteins" {
			return "genes"
		}
		return kind
	}
	for _, k := range corpora.Kinds {
		if named(k.Name) != named(kind) && k.Name != corpora.Consumer {
			out = append(out, sampled(byKind[k.Name], perKind)...)
		}
	}
	return forest.WithoutEntities(out)
}

// sampled returns n of all, evenly.
func sampled[T any](all []T, n int) []T {
	if len(all) <= n {
		return slices.Clone(all)
	}
	out := make([]T, 0, n)
	for i := range n {
		out = append(out, all[i*len(all)/n])
	}
	return out
}

// readOpen reads the mentions of an open world.
func readOpen(n *core.Normalizer, folder, file string) ([]forest.Mention, error) {
	path := filepath.Join(folder, filepath.FromSlash(file))
	if !strings.HasSuffix(file, ".gz") {
		path += ".tsv.gz"
	}
	if !strings.HasPrefix(file, "open_world/") && !strings.HasPrefix(file, "documents/") {
		queries, err := eval.ReadQueries(path)
		return forest.Mentions(n, queries), err
	}
	rows, err := readRows(path)
	if err != nil {
		return nil, err
	}
	var queries []data.Query
	if strings.HasPrefix(file, "documents/") {
		return forest.Mentions(n, marked(rows)), nil
	}
	rows = sampled(rows, perWorld)
	if strings.HasSuffix(file, "english") {
		return english(rows), nil
	}
	for _, c := range rows {
		q := data.Query{Mention: c[0]}
		if !strings.HasSuffix(file, "places") {
			q.Gold = strings.Split(c[1], "|")
		}
		switch { // the list that it is from, which the pack may have
		case strings.HasSuffix(file, "drugs"):
			q.Gold = append(q.Gold, "DrugBank:"+c[2])
		case strings.HasSuffix(file, "diseases"):
			q.Gold = append(q.Gold, c[2])
		}
		queries = append(queries, q)
	}
	return forest.Mentions(n, queries), nil
}

func readRows(path string) (rows [][]string, err error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	err = data.EachLine(f, path, func(line string, _ int) error {
		rows = append(rows, strings.Split(line, "\t"))
		return nil
	})
	return rows, err
}

// numbered are the lists of the ids of types that PubTator writes without their prefix.
var numbered = map[string]string{"Gene": "NCBIGene", "Species": "NCBITaxon"}

// marked returns the mentions of PubTator's rows; variants have no entity.
func marked(rows [][]string) (out []data.Query) {
	for _, c := range rows {
		if len(c) < 6 {
			continue
		}
		q := data.Query{Mention: c[3]}
		if !strings.Contains(c[4], "Variant") {
			q.Gold = strings.FieldsFunc(c[5], func(r rune) bool { return strings.ContainsRune("|;,", r) })
		}
		if list := numbered[c[4]]; list != "" { // else 16171, a gene, would be a chemical
			for i := range q.Gold {
				q.Gold[i] = list + ":" + q.Gold[i]
			}
		}
		out = append(out, q)
	}
	return out
}

// english returns words; an answer is right if its name is the word, in any number, or a synonym.
func english(rows [][]string) (out []forest.Mention) {
	for _, c := range rows {
		m := forest.Mention{Text: c[0], Count: 1}
		for _, word := range append([]string{c[0]}, strings.Split(c[1], "|")...) {
			if key := names.Key(word); key != "" {
				m.Named = append(m.Named, key, key+"s", key+"es", strings.TrimSuffix(key, "s"))
			}
		}
		out = append(out, m)
	}
	return out
}

// ordinary returns the mentions of one word that a dictionary has, every other one with a capital, as sentences begin.
func ordinary(all []forest.Mention) (out []forest.Mention) {
	for _, m := range all {
		if names.Ordinary(names.HashWord(m.Text)) == 0 {
			continue
		}
		if len(out)%2 == 1 {
			m.Text = strings.ToUpper(m.Text[:1]) + m.Text[1:]
		}
		out = append(out, m)
	}
	return out
}

// nearWords returns the world of words that look like a slip in a name of a pack: whoever types them means the word.
func nearWords(pack, kind string, mass float64, n *core.Normalizer, words []forest.Mention) forest.World {
	return forest.World{Name: "English near names of " + pack, Kind: kind, Mass: mass, Near: true, Pack: n, Mentions: words}
}
