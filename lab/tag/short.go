package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/train/data/document"
)

// longText is the size from which a text is long for annotate.
const longText = 8192

// craftKinds is as how many corpora the articles of CRAFT count: there are no others.
const craftKinds = 3

// fewForms is how many a corpus needs to count.
const fewForms = 100

var capitals = regexp.MustCompile("^[A-Z]{2,5}s?$")

// fitShort prints weights of tag.ShortP: of capitals that texts do not explain, and that the tagger of half of the documents
// finds in the other half and in the articles of CRAFT, what is marked as an entity of the type.
func fitShort(folder, wordnet, packFile string) error {
	tag.Short = tag.Traits{100} // the tagger's p stays
	lib, err := newLibrary(folder, wordnet)
	if err != nil {
		return err
	}
	n, err := core.Open(packFile, nil)
	if err != nil {
		return err
	}
	judged, err := lib.halve()
	if err != nil {
		return err
	}
	c := *engine.Of(n).Contents()
	models, err := taggers(lib, n)
	if err != nil {
		return err
	}
	_, whole, err := tag.ParseModels(c.Tagger)
	if err != nil {
		return err
	}
	for i := range models {
		if at := slices.IndexFunc(whole, func(m tag.Model) bool { return m.Type == models[i].Type }); at >= 0 {
			models[i].Namespaces = whole[at].Namespaces
		}
	}
	bits, _, _ := tag.ParseModels(c.Tagger)
	c.Tagger = tag.AppendBinary(nil, bits, models)
	if n, err = core.New(&c); err != nil {
		return err
	}
	articles, err := readArticles(filepath.Join(folder, "craft"))
	if err != nil {
		return err
	}
	all, err := shortForms(n, append(judged, articles...))
	if err != nil {
		return err
	}
	count := map[int]int{}
	for _, s := range all {
		count[s.kind]++
	}
	all = slices.DeleteFunc(all, func(s spelled) bool { return count[s.kind] < fewForms })
	fmt.Printf("%d short forms, weights %.2f\n", len(all), fitTraits(all))
	return nil
}

// judgedText is a text with the places of marked entities of each type that is marked.
type judgedText struct {
	kind   int
	text   string
	marked map[string]map[[2]int]bool
}

// halve removes half of the documents from a library, and returns them.
func (l *library) halve() (out []judgedText, err error) {
	number := map[string]int{}
	for _, k := range kinds {
		for i := range k.corpora {
			name := k.corpora[i].name
			if _, done := number[name]; done {
				continue
			}
			number[name] = craftKinds + len(number)
			docs, err := l.of(name)
			if err != nil {
				return nil, err
			}
			odd := func(d *document.Document) bool { return d.ID != "" && d.ID[len(d.ID)-1]%2 == 1 }
			for _, d := range docs {
				if odd(d) {
					out = append(out, judgedText{number[name], d.Text, marksOf(name, d)})
				}
			}
			l.read[name] = slices.DeleteFunc(docs, odd)
		}
	}
	return out, nil
}

// marksOf returns the marked places of a document by type.
func marksOf(corpus string, d *document.Document) map[string]map[[2]int]bool {
	marked := map[string]map[[2]int]bool{}
	for _, k := range kinds {
		for i := range k.corpora {
			if c := &k.corpora[i]; c.name == corpus && !c.wider {
				marked[k.name] = map[[2]int]bool{}
				for _, m := range c.document(d).Marks {
					marked[k.name][[2]int{m.Start, m.End}] = true
				}
			}
		}
	}
	return marked
}

// shortForms annotates texts, and returns the answered capitals that these do not explain.
func shortForms(n *core.Normalizer, texts []judgedText) (out []spelled, err error) {
	a, err := annotate.New(n)
	if err != nil {
		return nil, err
	}
	c := engine.Of(n).Contents()
	for _, t := range texts {
		spans, err := a.Annotate(t.text, annotate.Options{})
		if err != nil {
			return nil, err
		}
		defined := abbreviation.Definitions(t.text)
		for i := range spans {
			s := &spans[i]
			short := t.text[s.Start:s.End]
			marked, ok := t.marked[s.Type]
			if !ok || len(s.IDs()) != 1 || !capitals.MatchString(short) || slices.ContainsFunc(defined, func(d abbreviation.Definition) bool { return d.Short == short }) {
				continue
			}
			m := &s.Answers[0].Matches[0]
			e, _ := c.IDs.Find(m.ID)
			x := tag.ShortTraits(s.P, m.P, float64(c.Prior[e])/255, len(t.text) > longText)
			out = append(out, spelled{kind: t.kind, traits: x, meant: marked[[2]int{s.Start, s.End}]})
		}
	}
	return out, nil
}

// readArticles reads the articles of CRAFT with the kinds that the taggers find.
func readArticles(folder string) (out []judgedText, err error) {
	texts, err := readLines[struct{ ID, Text string }](filepath.Join(folder, "texts.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	gold, err := readLines[struct {
		ID    string
		Spans []struct {
			Start, End int
			Kind       string
		}
	}](filepath.Join(folder, "gold.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	for i, t := range texts {
		marked := map[string]map[[2]int]bool{"Gene": {}, "Chemical": {}, "Disease": {}, "Species": {}}
		var at []int // of characters, in bytes
		for b := range t.Text {
			at = append(at, b)
		}
		at = append(at, len(t.Text))
		for _, g := range gold {
			for _, s := range g.Spans {
				if of := marked[strings.ToUpper(s.Kind[:1])+s.Kind[1:]]; g.ID == t.ID && of != nil {
					of[[2]int{at[s.Start], at[s.End]}] = true
				}
			}
		}
		out = append(out, judgedText{i % craftKinds, t.Text, marked})
	}
	return out, nil
}

// readLines reads a compressed file of JSON lines.
func readLines[T any](path string) (out []T, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for d := json.NewDecoder(z); ; {
		var one T
		if err := d.Decode(&one); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, one)
	}
}
