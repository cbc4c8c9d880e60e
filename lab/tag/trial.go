package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/train/data/document"
	"github.com/normlet/normlet/train/eval"
	learn "github.com/normlet/normlet/train/tag"
)

// training returns the documents of the corpora of a type but one, without those that it has, too; for long texts or others.
// named reports whether the terminology names a mention.
func (l *library) training(k *kind, without *corpus, long bool, named func(mention string) bool) (out []learn.Document, err error) {
	judged := map[string]bool{}
	if without != nil {
		docs, err := l.of(without.name)
		if err != nil {
			return nil, err
		}
		for _, d := range docs {
			judged[d.ID] = true
		}
	}
	for i := range k.corpora {
		c := &k.corpora[i]
		if c.long && !long {
			continue
		}
		docs, err := l.of(c.name)
		if err != nil {
			return nil, err
		}
		for _, d := range docs {
			if c == without || judged[d.ID] {
				continue
			}
			marked := c.document(d)
			if c.wider {
				marked.Marks = slices.DeleteFunc(marked.Marks, func(m learn.Mark) bool { return !named(d.Text[m.Start:m.End]) })
			}
			out = append(out, marked)
		}
	}
	half := len(l.plain) / 2 // Fit judges each half of the documents by the other
	return slices.Concat(l.plain[:half], out, l.plain[half:]), nil
}

// naming returns a function that reports whether namespaces of a pack, all if there are none, name a mention.
func naming(n *core.Normalizer, namespaces []string) func(mention string) bool {
	return func(mention string) bool {
		a, err := n.LookupWith(mention, core.Options{K: 1, Namespaces: namespaces})
		return err == nil && !a.NIL && a.Matches[0].Stage.IsName()
	}
}

// document returns a document with the marks of the type.
func (c *corpus) document(d *document.Document) learn.Document {
	out := learn.Document{Text: d.Text}
	for i := range d.Annotations {
		if a := &d.Annotations[i]; c.is(a) {
			out.Marks = append(out.Marks, learn.Mark{Start: a.Start, End: a.End})
		}
	}
	return out
}

// trial judges taggers of a type.
type trial struct {
	*kind
	lib     *library
	n       *core.Normalizer
	of      []string // namespaces of the pack whose entities are of the type, as its build found
	lexicon *tag.Lexicon
	key     func(id string) string
	known   map[string]bool
}

func newTrial(lib *library, k *kind, n *core.Normalizer, other map[string]string) (*trial, error) {
	c := engine.Of(n).Contents()
	t := &trial{kind: k, lib: lib, n: n, known: map[string]bool{}}
	if _, models, err := tag.ParseModels(c.Tagger); err == nil {
		for _, m := range models {
			if m.Type == k.name {
				t.of = m.Namespaces
			}
		}
	}
	if t.of == nil {
		return nil, fmt.Errorf("the build of %s found no entities of the type %s", k.pack, k.name)
	}
	group := make([]uint8, len(c.Namespaces))
	for i, ns := range c.Namespaces {
		if !slices.Contains(t.of, ns) {
			group[i] = 1
		}
	}
	t.lexicon = tag.NewLexicon(c, group, nil)
	t.key = func(id string) string { return same(other, id) }
	for _, id := range c.IDs.Range(0, c.IDs.Len()) {
		t.known[t.key(string(id))] = true
	}
	return t, nil
}

// ownTimes is how often the documents of the judged corpus count in training.
const ownTimes = 3

func (t *trial) run() error {
	for i := range t.corpora {
		c := &t.corpora[i]
		if c.wider {
			continue
		}
		docs, err := t.lib.of(c.name)
		if err != nil {
			return err
		}
		others, err := t.lib.training(t.kind, c, c.long, naming(t.n, nil))
		if err != nil {
			return err
		}
		var dictionary, unseen, folds eval.TagScore
		t.judge(&dictionary, c, docs, t.names)
		find, err := t.tagger(others)
		if err != nil {
			return err
		}
		t.judge(&unseen, c, docs, find)
		for half := range 2 {
			training := slices.Clone(others)
			var judged []*document.Document
			for i, d := range docs {
				if i*2/len(docs) == half {
					training = append(training, slices.Repeat([]learn.Document{c.document(d)}, ownTimes)...)
				} else {
					judged = append(judged, d)
				}
			}
			if find, err = t.tagger(training); err != nil {
				return err
			}
			t.judge(&folds, c, judged, find)
		}
		fmt.Printf("%s, %s: %d documents, %d marks\n", t.name, c.name, len(docs), unseen.Gold)
		show("dictionary", &dictionary)
		show("unseen", &unseen)
		show("two folds", &folds)
	}
	return nil
}

func show(what string, s *eval.TagScore) {
	fmt.Printf("  %-10s  P %.3f  R %.3f  strict %.3f  overlapping %.3f  span and id %.3f  documents %.3f\n", what, ratio(s.Strict, s.Found), ratio(s.Strict, s.Gold),
		s.StrictF1(), s.OverlapF1(), s.NamedF1(), s.DocumentF1())
}

func ratio(a, b int) float64 { return float64(a) / float64(max(b, 1)) }

// judge adds the figures of documents.
func (t *trial) judge(s *eval.TagScore, c *corpus, docs []*document.Document, find func(text string) []eval.Marked) {
	for _, d := range docs {
		var gold []eval.Marked
		for i := range d.Annotations {
			if a := &d.Annotations[i]; c.is(a) {
				gold = append(gold, eval.Marked{Start: a.Start, End: a.End, Entities: t.entities(idsOf(a))})
			}
		}
		s.Add(gold, find(d.Text))
	}
}

// entities returns keys of the ids that the pack has.
func (t *trial) entities(ids []string) (out []string) {
	for _, id := range ids {
		if k := t.key(id); t.known[k] {
			out = append(out, k)
		}
	}
	return out
}

// tagger fits a tagger and returns what finds entities with it.
func (t *trial) tagger(docs []learn.Document) (func(text string) []eval.Marked, error) {
	m, err := learn.Fit(context.Background(), docs, t.lexicon, 0, learn.Defaults)
	if err != nil {
		return nil, err
	}
	c := *engine.Of(t.n).Contents()
	m.Type, m.Namespaces = t.name, t.of
	c.Tagger = tag.AppendBinary(nil, learn.Defaults.Bits, []tag.Model{m})
	n, err := core.New(&c)
	if err != nil {
		return nil, err
	}
	a, err := annotate.New(n)
	if err != nil {
		return nil, err
	}
	return func(text string) (out []eval.Marked) {
		spans, err := a.Annotate(text, annotate.Options{})
		if err != nil {
			panic(err) // there are no options that could be wrong
		}
		for i := range spans {
			s := &spans[i]
			out = append(out, eval.Marked{Start: s.Start, End: s.End, Entities: t.entities(s.IDs())})
		}
		return out
	}, nil
}

// names finds the longest names of the pack of three letters or digits at least.
func (t *trial) names(text string) (out []eval.Marked) {
	var w tag.Work
	w.Find(nil, text, t.lexicon, nil)
	next := 0
	for i := range w.Names {
		x := w.Names[i]
		last := i+1 == len(w.Names) || w.Names[i+1].From != x.From
		if !last || x.From < next || w.Tokens[x.From].Class == names.Digits && x.To == x.From+1 {
			continue
		}
		next = x.To
		m := eval.Marked{Start: w.Tokens[x.From].Start, End: w.Tokens[x.To-1].End}
		if a := t.n.Lookup(text[m.Start:m.End], 1); !a.NIL {
			m.Entities = t.entities([]string{a.Matches[0].ID})
		}
		out = append(out, m)
	}
	return out
}
