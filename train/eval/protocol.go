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
	"github.com/normlet/normlet/train/data/review"
	"github.com/normlet/normlet/train/data/sheet"
)

// The protocols: how queries are looked up, and which count.
const (
	Plain         = "plain"         // the mention as it stands
	Abbreviations = "abbreviations" // with abbreviations replaced by the long forms that text or mentions nearby give
	Document      = "document"      // all that package core/document does, as map and the apps do it
	OpenWorld     = "open"          // Plain, with the mentions that no entity of the pack is right for
)

func Protocols() []string { return []string{Plain, Abbreviations, Document, OpenWorld, Tag} }

// prepare changes queries as the protocol wants it before they are looked up.
func (r *run) prepare(res *Result, queries []data.Query) (_ []data.Query, err error) {
	switch r.protocol {
	case OpenWorld:
		return anyGold(queries), nil
	case Abbreviations:
		o := r.options
		o.K = 1
		queries, res.WrittenOut, err = WriteOut(queries, r.n.LookupMany, o)
	}
	return queries, err
}

// ReadQueries is ReadQueryFile without the report.
func ReadQueries(path string) ([]data.Query, error) {
	q, err := ReadQueryFile(path, data.QueryOptions{})
	return q.Queries, err
}

// ReadQueryFile reads a query file as data.ReadQueriesFrom does, a sheet of decisions (package review), or annotated
// documents, in PubTator or BioC. A decision for no entity is no query. Every annotation is a query, whose gold ids are
// separated by "|", ";" or "," and whose sentence is the whole text; "-" and "-1" are no ids. Annotations without an id
// are not scored, but may explain others.
func ReadQueryFile(path string, o data.QueryOptions) (out data.QueryFile, err error) {
	f, err := data.Open(path)
	if err != nil {
		return out, err
	}
	defer f.Close()
	text := bufio.NewReaderSize(f, 64<<10)
	head, err := text.Peek(4096)
	if err != nil && err != io.EOF {
		return out, err
	}
	format := annotated.Detect(head)
	if path == "-" {
		path = "standard input"
	}
	if format == "" {
		return review.ReadQueriesFrom(text, path, o)
	}
	if o != (data.QueryOptions{}) {
		return out, fmt.Errorf("%s: annotated documents in the format %s, and encoding, delimiter and sheet are those of tables", path, format)
	}
	if text, _, err = sheet.Decode(text, "", false); err != nil {
		return out, fmt.Errorf("%s: %w", path, err)
	}
	if out.Queries, err = readDocuments(text, path, format); err != nil {
		return out, err
	}
	out.Report.FileReport = data.FileReport{File: path, Format: format}
	out.Report.Show(out.Queries)
	return out, nil
}

// Scored returns the queries that have an id.
func Scored(queries []data.Query) []data.Query {
	return slices.DeleteFunc(slices.Clone(queries), func(q data.Query) bool { return !isScored(q) })
}

func readDocuments(text io.Reader, path, format string) (out []data.Query, err error) {
	docs, err := annotated.NewReader(text, path, format)
	if err != nil {
		return nil, err
	}
	for n := 1; ; n++ {
		d, err := docs.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		for _, a := range d.Annotations {
			out = append(out, data.Query{Mention: a.Mention, Gold: GoldOf(&a), Type: a.Type, Sentence: d.Text, Document: fmt.Sprint(n), Line: a.Line})
		}
	}
	if !slices.ContainsFunc(out, isScored) {
		return nil, fmt.Errorf("%s: no annotation has an id", path)
	}
	return out, nil
}

func GoldOf(a *annotated.Annotation) []string {
	if strings.TrimSpace(a.Mention) == "" {
		return nil
	}
	gold := strings.FieldsFunc(a.ID, func(r rune) bool { return strings.ContainsRune("|;,", r) })
	for i := range gold {
		gold[i] = strings.TrimSpace(gold[i])
	}
	return slices.DeleteFunc(gold, func(id string) bool { return id == "-" || id == "-1" || id == "" })
}

func isScored(q data.Query) bool { return len(q.Gold) > 0 }

// places returns the places of queries. Those with the same sentence, or all without one, are of one document unless
// the queries say otherwise. types are the namespaces of types.
func places(queries []data.Query, types map[string]string) iter.Seq[document.Place] {
	return func(yield func(document.Place) bool) {
		for i := range queries {
			q := &queries[i]
			if !yield(document.Place{Document: cmp.Or(q.Document, q.Sentence), Text: q.Sentence, Namespace: annotated.Namespace(types, q.Type), Mentions: []string{q.Mention}}) {
				return
			}
		}
	}
}

// WriteOut returns queries with the abbreviations in their mentions replaced by their long forms where package document
// takes these, and how many it changed.
func WriteOut(queries []data.Query, lookup document.Lookup, o core.Options) ([]data.Query, int, error) {
	r := document.New(lookup, document.Options{Lookup: o, Scope: document.Abbreviations})
	out := make([]data.Query, 0, len(queries))
	changed := 0
	for results, err := range r.Resolve(places(queries, nil)) {
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
	o := document.Options{Lookup: r.options, Composites: len(queries) > 0 && queries[0].Document != ""} // of annotated documents
	o.Lookup.MinP = r.minP
	resolver := document.New(r.n.LookupMany, o)
	out := make([]document.Result, 0, len(queries))
	for results, err := range resolver.Resolve(places(queries, r.types)) {
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
