//go:build js && wasm

package main

import (
	"runtime/debug"
	"strings"
	"syscall/js"
	"time"
	"unicode/utf16"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/column"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/core/engine"
)

// session holds the open pack. JavaScript calls it from one thread.
type session struct {
	normalizer *core.Normalizer
	annotator  *annotate.Annotator // nil until it is needed
}

// open uses the pack in args[0] from now on, trusted (core.OpenOptions) if args[1]; a pack that cannot be opened leaves
// the one before in use.
func (s *session) open(args []js.Value) (js.Value, error) {
	// Opening, and the first look-up, allocate much and free little: they wait for no collection.
	debug.SetGCPercent(400)
	time.AfterFunc(2*time.Second, func() { debug.SetGCPercent(100) }) // Go's own
	n, err := core.OpenBytes(bytesFrom(args[0]), &core.OpenOptions{Trusted: args[1].Bool()})
	if err != nil {
		return js.Undefined(), err
	}
	s.normalizer, s.annotator = n, nil
	return info(n), nil
}

// opened is f once there is a pack.
func (s *session) opened(f call) call {
	return func(args []js.Value) (js.Value, error) {
		if s.normalizer == nil {
			return js.Undefined(), core.ErrClosed
		}
		return f(args)
	}
}

// lookupAll answers args[0], an array of strings, with k args[1], namespaces args[2], the least probability args[3],
// args[4] as the text around them, near names of names, too, if args[5], and as the mentions of one
// text, in its order, if args[6], of the organisms args[7], in the language args[8], with names in the language args[9],
// ids of the namespaces args[10] first, and without broader ones if args[11]. args[12], if it is there, is what coverage
// gives of all mentions that are asked together.
func (s *session) lookupAll(args []js.Value) (js.Value, error) {
	o := core.Options{
		K: args[1].Int(), Namespaces: list(args[2], js.Value.String), MinP: args[3].Float(), Context: args[4].String(), Near: args[5].Bool(),
		Organisms: list(args[7], js.Value.String), Language: args[8].String(), Show: args[9].String(),
		Prefer: list(args[10], js.Value.String), Exactly: args[11].Bool(),
	}
	if len(args) > 12 {
		o.Coverage = new(core.Coverage)
		if err := o.Coverage.UnmarshalBinary(bytesFrom(args[12])); err != nil {
			return js.Undefined(), err
		}
	}
	if args[6].Bool() {
		return s.lookupText(list(args[0], js.Value.String), o)
	}
	answers, err := document.Each(s.normalizer.LookupMany, queriesOf(args[0], o.Context), o)
	if err != nil {
		return js.Undefined(), err
	}
	return array(answers, func(a core.Answer) any { return answer(&a) }), nil
}

// queriesOf are those of an array of mentions in a context.
func queriesOf(mentions js.Value, context string) []core.Query {
	return list(mentions, func(v js.Value) core.Query { return core.Query{Mention: v.String(), Context: context} })
}

// coverage estimates how many of the mentions args[0] the pack has, in namespaces args[1]: bytes for lookupAll.
func (s *session) coverage(args []js.Value) (js.Value, error) {
	c, err := s.normalizer.EstimateCoverage(queriesOf(args[0], ""), core.Options{Namespaces: list(args[1], js.Value.String)})
	if err != nil {
		return js.Undefined(), err
	}
	b, err := c.MarshalBinary()
	return bytesOf(b), err
}

// detect says what the columns args[0] hold, arrays of a name and cells, in namespaces args[1].
func (s *session) detect(args []js.Value) (js.Value, error) {
	samples := list(args[0], func(v js.Value) column.Sample {
		texts := list(v, js.Value.String)
		return column.Sample{Name: texts[0], Cells: texts[1:]}
	})
	found, err := column.Detect(s.normalizer, samples, list(args[1], js.Value.String)...)
	if err != nil {
		return js.Undefined(), err
	}
	return array(found, func(c column.Column) any {
		return object(
			"kind", string(c.Kind), "of", c.Of, "share", c.Share, "known", c.Known, "read", c.Read,
			"mapped", c.IsMapped(), "namespace", c.Namespace(s.normalizer),
			"examples", array(c.Examples, func(e column.Example) any { return object("cell", e.Cell, "id", e.ID, "name", e.Name) }),
		)
	}), nil
}

// suggest gives the args[1] likeliest entities, in namespaces args[2], that have a name beginning with the string args[0].
func (s *session) suggest(args []js.Value) (js.Value, error) {
	found, err := s.normalizer.Suggest(args[0].String(), core.Options{K: args[1].Int(), Namespaces: list(args[2], js.Value.String)})
	if err != nil {
		return js.Undefined(), err
	}
	return array(found, suggestion), nil
}

func suggestion(f core.Suggestion) any {
	return object("id", f.ID, "namespace", f.Namespace, "name", f.Name, "matched", f.Matched, "kind", f.Kind, "whole", f.Whole)
}

// describe gives what the pack says of the entities with the ids args[0], null for an id that it lacks.
func (s *session) describe(args []js.Value) (js.Value, error) {
	return array(list(args[0], js.Value.String), func(id string) any {
		e, ok := s.normalizer.Entity(id)
		if !ok {
			return js.Null()
		}
		return object(
			"id", e.ID, "former", e.Former, "namespace", e.Namespace, "name", e.Name, "fullName", e.FullName,
			"definition", e.Definition, "url", e.URL, "names", array(e.Names, name), "xrefs", array(e.XRefs, text), "parents", array(e.Parents, text),
		)
	}), nil
}

func name(n core.Name) any { return object("name", n.Name, "kind", n.Kind) }

func text(s string) any { return s }

// lookupText answers the mentions of one text.
func (s *session) lookupText(mentions []string, o core.Options) (js.Value, error) {
	results, err := document.New(s.normalizer.LookupMany, document.Options{Lookup: o}).Text(o.Context, mentions)
	if err != nil {
		return js.Undefined(), err
	}
	return array(results, func(r document.Result) any {
		a := r.Answer()
		return answer(&a)
	}), nil
}

// annotate finds the entities in the text args[0] that have the least probability args[1] and, unless it is empty, are of
// the types args[2]; if args[3], also those that overlap likelier ones; with names in the language args[4], ids of the
// namespaces args[5] first, of the organisms args[6], and without broader ones if args[7]. Spans are in UTF-16 units, as
// strings are.
func (s *session) annotate(args []js.Value) (js.Value, error) {
	if s.annotator == nil {
		var err error
		if s.annotator, err = annotate.New(s.normalizer); err != nil {
			return js.Undefined(), err
		}
	}
	text := args[0].String()
	spans, err := s.annotator.Annotate(text, annotate.Options{
		MinP: args[1].Float(), Types: list(args[2], js.Value.String), Overlaps: args[3].Bool(), Lookup: core.Options{
			Show: args[4].String(), Prefer: list(args[5], js.Value.String), Organisms: list(args[6], js.Value.String), Exactly: args[7].Bool(),
		},
	})
	if err != nil {
		return js.Undefined(), err
	}
	out := js.Global().Get("Array").New()
	for i, at := range annotate.Places(text, spans, utf16.RuneLen) {
		out.Call("push", span(&spans[i], at, text[spans[i].Start:spans[i].End]))
	}
	return out, nil
}

func span(s *annotate.Span, at [2]int, text string) js.Value {
	return object(
		"start", at[0], "end", at[1], "text", text, "type", s.Type,
		"id", strings.Join(s.IDs(), "|"), "name", strings.Join(s.Names(), "|"), "p", s.P,
		"negated", s.Assertion.Negated, "hypothetical", s.Assertion.Hypothetical, "ofOther", s.Assertion.OfOther, "past", s.Assertion.Past,
		"answers", array(s.Answers, func(a core.Answer) any { return answer(&a) }),
	)
}

func answer(a *core.Answer) js.Value {
	parent := any(nil)
	if a.Parent != nil {
		parent = match(*a.Parent)
	}
	return object(
		"mention", a.Mention,
		"nil", a.NIL,
		"pNil", a.PNIL,
		"matches", array(a.Matches, match),
		"ambiguous", array(a.Ambiguous, text),
		"undecided", a.Undecided(),
		"parent", parent,
		"organism", a.Organism,
	)
}

func match(m core.Match) any {
	return object(
		"id", m.ID, "same", array(m.Same, text), "namespace", m.Namespace, "name", m.Name,
		"matched", m.Matched, "kind", m.Kind, "taxon", m.Taxon, "stage", m.Stage.String(),
		"distance", m.Distance, "score", m.Score, "p", m.P, "margin", m.Margin,
		"broader", m.Broader, "exactly", m.Exactly(),
	)
}

// info says what pack this is: its counts and its metadata.
func info(n *core.Normalizer) js.Value {
	c, tables := n.Info(), engine.Of(n).LoadedContents()
	of := make([]int, len(c.Namespaces))
	for _, namespace := range tables.EntityNamespace {
		of[namespace]++
	}
	counts := object()
	for i, namespace := range c.Namespaces {
		counts.Set(namespace, of[i])
	}
	meta := object()
	for _, p := range c.Meta {
		meta.Set(p.Key, p.Value)
	}
	return object(
		"name", c.Value("name"), "version", c.Value("version"), "date", c.Value("date"),
		"source", c.Value("source"), "license", c.Value("license"),
		"entities", c.Entities, "names", c.Names, "bits", c.Bits,
		"namespaces", array(c.Namespaces, text), "counts", counts, "tagger", tables.HasTagger(), "translates", array(engine.Of(n).Translates(), text),
		"meta", meta,
	)
}
