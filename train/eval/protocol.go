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

// ReadQueryFile reads a query file as data.ReadQueriesFrom does, a sheet of decisions (package review), or documents with
// marked mentions (package document), also of a folder. A decision for no entity is no query. Every annotation is a query,
// whose gold ids are separated by "|", ";" or "," and whose sentence is the whole text; "-" and "-1" are no ids. Annotations
// without an id are not scored, but may explain others.
func ReadQueryFile(path string, o data.QueryOptions) (out data.QueryFile, err error) {
	files, err := data.Files(path)
	if err != nil {
		return out, err
	}
	documents := 0
	for _, f := range files {
		part, err := readQueryFile(f, o, &documents)
		if err != nil {
			return out, err
		}
		out.Queries, out.Report = append(out.Queries, part.Queries...), part.Report
	}
	if documents == 0 {
		return out, nil
	}
	out.Report.File = nameOf(path)
	if out.Report.Show(out.Queries); !slices.ContainsFunc(out.Queries, isScored) {
		err = fmt.Errorf("%s: no annotation has an id", out.Report.File)
	}
	return out, err
}

func nameOf(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// readQueryFile reads a file, and counts its documents, which alone may be in folders.
func readQueryFile(file data.File, o data.QueryOptions, documents *int) (out data.QueryFile, err error) {
	f, err := data.Open(file.Path)
	if err != nil {
		return out, err
	}
	defer f.Close()
	name, text := nameOf(file.Path), bufio.NewReaderSize(f, 64<<10)
	head, err := text.Peek(4096)
	if err != nil && err != io.EOF {
		return out, err
	}
	format := data.DocumentFormat(name, head)
	switch {
	case format == "" && file.Name != "":
		return out, fmt.Errorf("%s: in a folder, queries are documents with marked mentions", name)
	case format == "":
		return review.ReadQueriesFrom(text, name, o)
	case o != (data.QueryOptions{}):
		return out, fmt.Errorf("%s: annotated documents in the format %s, and encoding, delimiter and sheet are those of tables", name, format)
	}
	if text, _, err = sheet.Decode(text, "", false); err != nil {
		return out, fmt.Errorf("%s: %w", name, err)
	}
	docs, err := data.Documents(text, name, format)
	if err != nil {
		return out, err
	}
	out.Report.FileReport = data.FileReport{File: name, Format: format}
	out.Queries, err = readDocuments(docs, documents)
	return out, err
}

// Scored returns the queries that have an id.
func Scored(queries []data.Query) []data.Query {
	return slices.DeleteFunc(slices.Clone(queries), func(q data.Query) bool { return !isScored(q) })
}

func readDocuments(docs annotated.Reader, documents *int) (out []data.Query, err error) {
	for {
		d, err := docs.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		*documents++
		for _, a := range d.Annotations {
			out = append(out, data.Query{Mention: a.Mention, Gold: GoldOf(&a), Type: a.Type, Sentence: d.Text, Document: fmt.Sprint(*documents), Line: a.Line})
		}
	}
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
