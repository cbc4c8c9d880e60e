package eval

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/train/data"
	annotated "github.com/normlet/normlet/train/data/document"
)

// The protocols: how queries are looked up.
const (
	Plain         = "plain"         // the mention as it stands
	Abbreviations = "abbreviations" // with abbreviations replaced by the long forms that text or mentions nearby give
	Document      = "document"      // all that package core/document does, as map and the apps do it
)

// ReadQueries reads a query file as data.ReadQueries does, or annotated documents, in PubTator or BioC. Every
// annotation is a query, whose gold ids are separated by "|", ";" or "," and whose sentence is the whole text; "-"
// and "-1" are no ids. Annotations without an id are not scored, but may explain others.
func ReadQueries(path string) ([]data.Query, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := bufio.NewReaderSize(f, 4096)
	head, err := text.Peek(4096)
	if err != nil && err != io.EOF {
		return nil, err
	}
	format := annotated.Detect(head)
	if format == "" {
		if path == "-" {
			path = "standard input"
		}
		return data.ReadQueriesFrom(text, path)
	}
	docs, err := annotated.NewReader(text, path, format)
	if err != nil {
		return nil, err
	}
	return readDocuments(docs, path)
}

func readDocuments(docs annotated.Reader, path string) (out []data.Query, err error) {
	for n := 1; ; n++ {
		d, err := docs.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		for _, a := range d.Annotations {
			out = append(out, data.Query{Mention: a.Mention, Gold: goldOf(&a), Type: a.Type, Sentence: d.Text, Document: fmt.Sprint(n), Line: a.Line})
		}
	}
	if !slices.ContainsFunc(out, isScored) {
		return nil, fmt.Errorf("%s: no annotation has an id", path)
	}
	return out, nil
}

func goldOf(a *annotated.Annotation) []string {
	if strings.TrimSpace(a.Mention) == "" {
		return nil
	}
	gold := strings.FieldsFunc(a.ID, func(r rune) bool { return strings.ContainsRune("|;,", r) })
	return slices.DeleteFunc(gold, func(id string) bool { return id == "-" || id == "-1" || strings.TrimSpace(id) == "" })
}

func isScored(q data.Query) bool { return len(q.Gold) > 0 }

// places returns the places of queries. Those with the same sentence, or all without one, are of one document unless
// the queries say otherwise.
func places(queries []data.Query) iter.Seq[document.Place] {
	return func(yield func(document.Place) bool) {
		for i := range queries {
			q := &queries[i]
			if !yield(document.Place{Document: cmp.Or(q.Document, q.Sentence), Text: q.Sentence, Mentions: []string{q.Mention}}) {
				return
			}
		}
	}
}

// WriteOut returns queries with the abbreviations in their mentions replaced by their long forms where those are
// names or likelier, and how many it changed.
func WriteOut(queries []data.Query, lookup document.Lookup, o core.Options) ([]data.Query, int, error) {
	r := document.New(lookup, document.Options{Options: o, Scope: document.Abbreviations})
	out := make([]data.Query, 0, len(queries))
	changed := 0
	for results, err := range r.Resolve(places(queries)) {
		if err != nil {
			return nil, 0, err
		}
		q := queries[len(out)]
		if results[0].Expanded {
			q.Mention = results[0].Answers[0].Mention
			changed++
		}
		out = append(out, q)
	}
	return out, changed, nil
}

// together resolves queries jointly, as map resolves annotated documents or the rows of a table in order.
func (r *run) together(stage string, queries []data.Query) ([]document.Result, error) {
	annotated := len(queries) > 0 && queries[0].Document != ""
	resolver := document.New(r.n.LookupMany, document.Options{Options: r.options, Composites: annotated})
	out := make([]document.Result, 0, len(queries))
	for results, err := range resolver.Resolve(places(queries)) {
		if err != nil {
			return nil, err
		}
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		out = append(out, results...)
		r.progress(stage, len(out), len(queries))
	}
	return out, nil
}
