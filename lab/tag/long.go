package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/train/data/document"
	learn "github.com/normlet/normlet/train/tag"
)

// weighed is a span that a model has found in an article that it has not seen.
type weighed struct {
	article int
	traits  tag.LongTraits
	p       float64 // in the other fold
	right   bool    // both ends, and the id; both ends, if it has none
	weight  float64
}

// plainWeight is how many spans of articles a span of plain English counts, of which there are few.
const plainWeight = 20

// onlyLong are the types that only full texts teach. Their models weigh what they find in other texts, too, so these weights
// are also fitted on plain English; and a span without an id counts as wrong.
var onlyLong = []string{"CellType", "Anatomy", "GO"}

// fitLong fits the weights of tag.LongTraits for the models in a file. Models are learned on every other article of the full
// texts, and find spans in the rest; each half of these spans judges the weights of the other half.
func fitLong(folder, wordnet, packs, file string) error {
	bits, models, err := readTagger(file)
	if err != nil {
		return err
	}
	lib, err := newLibrary(folder, wordnet)
	if err != nil {
		return err
	}
	for _, name := range []string{"default", "bio"} {
		n, err := core.Open(filepath.Join(packs, name+".normpack"), nil)
		if err != nil {
			return err
		}
		found := map[string][]weighed{}
		for fold := range 2 {
			if err := findLong(lib, n, models, fold, found); err != nil {
				return err
			}
		}
		for i := range models { // the last one of a type is for long texts
			of := slices.IndexFunc(kinds, func(k kind) bool { return k.name == models[i].Type })
			if k := &kinds[of]; k.packFile() == name && k.long() != nil && (i+1 == len(models) || models[i+1].Type != k.name) {
				reportLong(k.name, found[k.name])
				models[i].Long = tag.LongTraits(fitWeights(found[k.name], func(*weighed) bool { return true }))
			}
		}
	}
	return writeTagger(file, bits, models)
}

// packFile names the pack whose names the shipped model of the type sees while it learns.
func (k *kind) packFile() string {
	if k.pack == "bio" {
		return k.pack
	}
	return "default"
}

// long returns the corpus of full texts of the type, nil for none.
func (k *kind) long() *corpus {
	for i := range k.corpora {
		if k.corpora[i].long {
			return &k.corpora[i]
		}
	}
	return nil
}

// findLong adds what models find in the articles of a fold that are taught by the others.
func findLong(lib *library, n *core.Normalizer, shipped []tag.Model, fold int, found map[string][]weighed) error {
	c := *engine.Of(n).Contents()
	var models []tag.Model
	for i := range kinds {
		m, err := longModel(lib, n, &kinds[i], fold)
		if err != nil {
			return err
		}
		if m != nil {
			s := slices.IndexFunc(shipped, func(s tag.Model) bool { return s.Type == m.Type })
			m.Offset, m.Slope = shipped[s].Offset, shipped[s].Slope
			m.Long[1] = 1 // finds all
			models = append(models, *m)
		}
	}
	c.Tagger = tag.AppendBinary(nil, learn.Defaults.Bits, models)
	n, err := core.New(&c)
	if err != nil {
		return err
	}
	a, err := annotate.New(n)
	if err != nil {
		return err
	}
	t, err := tag.Parse(c.Tagger, c.Namespaces)
	if err != nil {
		return err
	}
	lexicon := tag.NewLexicon(&c, groups(&c, models), nil)
	articles, err := lib.of(craft)
	if err != nil {
		return err
	}
	var work tag.Work
	add := func(i int, d *document.Document) error {
		if i%2 != fold {
			return nil
		}
		spans, err := a.Annotate(d.Text, annotate.Options{Overlaps: true})
		work.Find(nil, d.Text, lexicon, t)
		for k := range spans {
			s := &spans[k]
			of := slices.IndexFunc(models, func(m tag.Model) bool { return m.Type == s.Type })
			from, to, ok := work.Between(s.Start, s.End)
			if of < 0 || !ok || len(s.Answers) == 0 || !work.Weighs(of) || d.ID == "" && !slices.Contains(onlyLong, s.Type) {
				continue
			}
			l := tag.Looked{NIL: true, Defined: s.Expanded}
			if a := s.Answers[0]; len(a.Matches) > 0 {
				l.P, l.NIL, l.IsName = a.Matches[0].P, a.NIL, a.Matches[0].Stage.IsName()
			}
			x := weighed{article: i, weight: 1, traits: work.LongTraits(tag.Span{From: from, To: to, Model: of}, l), right: isRight(d, s)}
			if d.ID == "" {
				x.weight = plainWeight
			}
			found[s.Type] = append(found[s.Type], x)
		}
		return err
	}
	for i, d := range articles {
		if err := add(i, d); err != nil {
			return err
		}
	}
	for i := range lib.other {
		if err := add(i, &document.Document{Text: lib.other[i].Text}); err != nil {
			return err
		}
	}
	return nil
}

// groups returns the group of each namespace: the model of it, or the last.
func groups(c *pack.Contents, models []tag.Model) []uint8 {
	out := make([]uint8, len(c.Namespaces))
	for i, ns := range c.Namespaces {
		out[i] = tag.MaxGroups - 1
		for m := range models {
			all, taxon := pack.Organism(ns)
			if twin := taxon != "" && slices.Contains(models[m].Namespaces, all); twin {
				out[i] = tag.Unread
			} else if slices.Contains(models[m].Namespaces, ns) {
				out[i] = uint8(m)
			}
		}
	}
	return out
}

// longModel learns a model of a type without the articles of a fold; nil if no full texts teach it, or the pack has none.
func longModel(lib *library, n *core.Normalizer, k *kind, fold int) (*tag.Model, error) {
	full := k.long()
	c := engine.Of(n).Contents()
	var namespaces []string
	group := make([]uint8, len(c.Namespaces))
	for i, ns := range c.Namespaces {
		if group[i] = 1; slices.Contains(k.namespaces, strings.ToLower(ns)) {
			group[i], namespaces = 0, append(namespaces, ns)
		}
	}
	if full == nil || len(namespaces) == 0 {
		return nil, nil
	}
	docs, err := lib.training(k, full, false, naming(n, namespaces))
	if err != nil {
		return nil, err
	}
	articles, err := lib.of(craft)
	if err != nil {
		return nil, err
	}
	var own []learn.Document
	for i, d := range articles {
		if i%2 != fold {
			own = append(own, full.document(d))
		}
	}
	m, err := learn.Fit(context.Background(), append(own, docs...), tag.NewLexicon(c, group, nil), 0, learn.Defaults)
	m.Type, m.Namespaces = k.name, namespaces
	return &m, err
}

// isRight reports whether an annotation has the ends of a span and its id; any id if the span has none and need not.
func isRight(d *document.Document, s *annotate.Span) bool {
	ids := s.IDs()
	for i := range s.Answers {
		if a := &s.Answers[i]; !a.NIL && len(a.Matches) > 0 {
			ids = append(ids, a.Matches[0].Same...)
		}
	}
	for i := range d.Annotations {
		a := &d.Annotations[i]
		if a.Start != s.Start || a.End != s.End || longTypes[a.Type] != s.Type {
			continue
		}
		if len(ids) == 0 {
			return !slices.Contains(onlyLong, s.Type)
		}
		for _, id := range idsOf(a) {
			if slices.Contains(ids, id) {
				return true
			}
		}
	}
	return false
}

// longTypes are the types that full texts mark.
var longTypes = map[string]string{"disease": "Disease", "chemical": "Chemical", "gene": "Gene", "species": "Species", "cell_type": "CellType", "anatomy": "Anatomy", "GO": "GO"}

func reportLong(kind string, list []weighed) {
	sum, right, sure, sureRight, n, plain := 0.0, 0, 0, 0, 0, 0
	for half := range 2 {
		w := fitWeights(list, func(x *weighed) bool { return x.article/2%2 != half })
		for i := range list {
			x := &list[i]
			if x.article/2%2 != half {
				continue
			}
			if x.p = w.p(x.traits); x.p >= 0.7 && x.weight != 1 {
				plain++
			}
			if x.p < tag.LeastLong || x.weight != 1 {
				continue
			}
			n++
			sum += x.p
			if x.right {
				right++
			}
			if x.p >= 0.9 {
				if sure++; x.right {
					sureRight++
				}
			}
		}
	}
	fmt.Printf("%-9s %d spans, %d with p >= %.2f: mean p %.3f, right %.3f; %d with p >= .9: right %.3f; plain English with p >= .7: %d\n", kind, len(list), n, tag.LeastLong, sum/float64(n), ratio(right, n), sure, ratio(sureRight, sure), plain)
}

type longWeights tag.LongTraits

func (w *longWeights) p(x tag.LongTraits) float64 { return sigmoid(w[:], x[:]) }

// fitWeights fits a logistic regression to some spans.
func fitWeights(list []weighed, some func(*weighed) bool) (w longWeights) {
	const ridge = 20
	copy(w[:], fitLogistic(len(w), ridge, func(yield func(sample) bool) {
		for i := range list {
			if s := &list[i]; some(s) && !yield(sample{s.traits[:], s.right, s.weight}) {
				return
			}
		}
	}))
	return w
}
