package mapper

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/inputs"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/mapping"
	annotated "github.com/normlet/normlet/train/data/document"
)

// mapDocuments writes ids for the mentions that documents mark.
func mapDocuments(ctx context.Context, std *cli.IO, n *core.Normalizer, o *Options) error {
	options := o.Table.Options
	options.Composites, options.Lookup.Near, options.Lookup.MinP = true, true, o.Table.MinP // other mentions of a document may make one of them the likelier
	var finder *annotate.Annotator
	if o.Find {
		var err error
		if finder, err = annotate.New(n); err != nil {
			return err
		}
	}
	in, err := mapping.Open(o.In, o.Table.Encoding, std.In)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := std.Files.Create(o.Out, cli.DocumentsFile)
	if err != nil {
		return err
	}
	defer out.Close()
	var w io.Writer = out
	if o.Out == "-" {
		w = std.Out
	}
	docs, err := annotated.NewReader(in.Text(), in.Name, o.Table.Format)
	if err != nil {
		return err
	}
	if docs, err = estimate(std, n, o, &options, docs); err != nil {
		return err
	}
	r := document.New(n.LookupMany, options)
	bar := progress.New(std.Err)
	defer bar.Close()
	read, mentions, found := 0, 0, 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		d, err := docs.Next()
		if err != nil && err != io.EOF {
			return err
		}
		if d != nil {
			var n int
			if finder != nil && len(d.Annotations) == 0 {
				n, err = find(d, docs, finder, &options.Lookup, o.Table.NilAs)
			} else {
				n, err = identify(d, r, o.Types, o.Table.NilAs)
			}
			if err != nil {
				return err
			}
			read, mentions, found = read+1, mentions+len(d.Annotations), found+n
		}
		if err := annotated.Write(w, docs, d); err != nil {
			return err
		}
		if d == nil {
			break
		}
		bar.Set("map", int(in.Read()), max(-1, int(in.Size)))
	}
	bar.Close()
	if read == 0 {
		return fmt.Errorf("%s: there is no document", in.Name)
	}
	if err := out.Commit(); err != nil {
		return err
	}
	converted := map[bool]string{true: "; made UTF-8 of " + in.Encoding}[in.Encoding != ""]
	fmt.Fprintf(std.Err, "%d documents: %d mentions, %d with an entity%s\n", read, mentions, found, converted)
	return nil
}

// peekBytes is about how much text is read ahead at most: many documents may mark nothing.
const peekBytes = 16 << 20

// enough returns a function that counts mentions and reports whether enough documents have been read ahead.
func enough(mentions *int) func(*annotated.Document) bool {
	bytes := 0
	return func(d *annotated.Document) bool {
		*mentions, bytes = *mentions+len(d.Annotations), bytes+len(d.Text)
		return *mentions >= document.MaxAsked || bytes >= peekBytes
	}
}

// estimate sets the Coverage of options, as the user stated it or from the mentions of the first documents. The Reader
// that it returns yields these documents again.
func estimate(std *cli.IO, n *core.Normalizer, o *Options, options *document.Options, docs annotated.Reader) (annotated.Reader, error) {
	c := &mapping.Config{Options: *options}
	if err := c.StateCoverage(n, o.Coverage); err != nil || c.Estimate == nil {
		options.Lookup.Coverage = c.Options.Lookup.Coverage
		return docs, err
	}
	var mentions int
	first, again := annotated.Peek(docs, enough(&mentions))
	if mentions == 0 {
		return again, nil
	}
	var err error
	if options.Lookup.Coverage, err = c.Estimate(document.Asked(placesOf(first, o.Types))); err != nil {
		return nil, err
	}
	inputs.TellCoverage(std, o.In, options.Lookup.Coverage.In)
	return again, nil
}

// find marks the mentions of a document that marks none, and returns how many have entities.
func find(d *annotated.Document, docs annotated.Reader, finder *annotate.Annotator, o *core.Options, nilAs string) (found int, err error) {
	spans, err := finder.Annotate(d.Text, annotate.Options{Lookup: core.Options{Namespaces: o.Namespaces, Prefer: o.Prefer, Organisms: o.Organisms}, MinP: o.MinP})
	if err != nil {
		return 0, err
	}
	marks := make([]annotated.Annotation, len(spans))
	for i := range spans {
		s := &spans[i]
		if marks[i] = (annotated.Annotation{Start: s.Start, End: s.End, Type: s.Type, ID: answer.IDs(s.Answers, nilAs)}); len(s.IDs()) > 0 {
			found++
		}
	}
	d.Mark(docs, marks)
	return found, nil
}

// placesOf yields a place for each annotation of documents.
func placesOf(docs []*annotated.Document, types map[string]string) iter.Seq[document.Place] {
	return func(yield func(document.Place) bool) {
		for _, d := range docs {
			for _, at := range d.Annotations {
				if !yield(document.Place{Text: d.Text, Namespace: annotated.Namespace(types, at.Type), Mentions: []string{at.Mention}}) {
					return
				}
			}
		}
	}
}

// identify sets the ids of a document's annotations, and returns how many have entities. types has the namespaces of
// types of mentions.
func identify(d *annotated.Document, r *document.Resolver, types map[string]string, nilAs string) (found int, err error) {
	i := 0
	for results, err := range r.Resolve(placesOf([]*annotated.Document{d}, types)) {
		if err != nil {
			return 0, err
		}
		if answers := results[0].Answers; len(answers) > 0 { // none for a blank mention
			id := answer.IDs(answers, nilAs)
			if d.Annotations[i].ID = id; id != nilAs {
				found++
			}
		}
		i++
	}
	return found, nil
}
