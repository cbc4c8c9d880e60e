package mapper

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/inputs"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data"
	annotated "github.com/normlet/normlet/train/data/document"
)

// documentRun maps documents.
type documentRun struct {
	std                        *cli.IO
	o                          *Options
	options                    document.Options
	finder                     *annotate.Annotator // nil without --find
	resolver                   *document.Resolver
	bar                        *progress.Bar
	documents, mentions, found int
	converted                  string // an encoding
}

// mapDocuments writes ids for the mentions that documents mark, a file for each file of a folder.
func mapDocuments(ctx context.Context, std *cli.IO, n *core.Normalizer, o *Options) (err error) {
	r := &documentRun{std: std, o: o, options: o.Table.Options}
	r.options.Composites, r.options.Lookup.Near, r.options.Lookup.MinP = true, true, o.Table.MinP // other mentions of a document may make one of them the likelier
	if o.Find {
		if r.finder, err = annotate.New(n); err != nil {
			return err
		}
	}
	files, err := data.Files(o.In)
	if err != nil {
		return err
	}
	if files, err = r.targets(files); err != nil {
		return err
	}
	r.bar = progress.New(std.Err)
	defer r.bar.Close()
	for i, f := range files {
		err := r.open(f.Path, func(in *mapping.Input, docs annotated.Reader) error {
			if i == 0 {
				if docs, err = r.estimate(n, docs, files[1:]); err != nil {
					return err
				}
				r.resolver = document.New(n.LookupMany, r.options)
			}
			return r.mapFile(ctx, in, docs, f.Name)
		})
		if err != nil {
			return err
		}
	}
	r.bar.Close()
	fmt.Fprintf(std.Err, "%s: %s, %d with an entity%s\n", cli.Count(r.documents, "documents"), cli.Count(r.mentions, "mentions"), r.found, r.converted)
	return nil
}

// targets gives each file the name of its output. With --resume, files that have one are left out: outputs appear whole.
func (r *documentRun) targets(files []data.File) (left []data.File, err error) {
	isBrat := r.o.Table.Format == "brat"
	for _, f := range files {
		to := r.o.Out
		if f.Name == "" {
			r.std.Files.Reads(f.Path, data.MarksOf(f.Path)) // the command line may name but one
		} else {
			to = filepath.Join(to, f.Name)
			if isBrat {
				to = strings.TrimSuffix(to, ".txt") + marksEnd
			}
		}
		if isBrat && to != "-" && filepath.Ext(to) != marksEnd {
			return nil, fmt.Errorf("--out %s: the marks of brat are written to a file that ends in "+marksEnd+", and the text beside it", to)
		}
		if _, err := os.Stat(to); err == nil && r.o.Resume {
			continue
		}
		left = append(left, data.File{Path: f.Path, Name: to})
	}
	return left, nil
}

const marksEnd = ".ann"

// open calls with with the documents of a file.
func (r *documentRun) open(path string, with func(in *mapping.Input, docs annotated.Reader) error) error {
	in, err := mapping.Open(path, r.o.Table.Encoding, r.std.In)
	if err != nil {
		return err
	}
	defer in.Close()
	docs, err := in.Documents(r.o.Table.Format)
	if err != nil {
		return err
	}
	return with(in, docs)
}

// mapFile maps the documents of a file to another, and in brat writes the text beside it.
func (r *documentRun) mapFile(ctx context.Context, in *mapping.Input, docs annotated.Reader, to string) error {
	if r.o.In != "-" && isFolder(r.o.In) {
		if err := output.Folder(filepath.Dir(to)); err != nil {
			return err
		}
	}
	out, err := r.std.Files.Create(to, cli.DocumentsFile)
	if err != nil {
		return err
	}
	defer out.Close()
	var w io.Writer = out
	if to == "-" {
		w = r.std.Out
	}
	before := r.documents
	for {
		d, err := docs.Next()
		if err != nil && err != io.EOF {
			return err
		}
		if d != nil {
			if err := r.mapDocument(docs, d); err != nil {
				return err
			}
			if r.o.Table.Format == "brat" && to != "-" {
				kind := *cli.DocumentsFile
				if r.o.Resume {
					kind.Ours = func(head []byte) bool { return strings.HasPrefix(d.Text, string(head)) } // the run before wrote it
				}
				if err := r.std.Files.Write(strings.TrimSuffix(to, marksEnd)+".txt", &kind, []byte(d.Text)); err != nil {
					return err
				}
			}
		}
		if err := cmp.Or(annotated.Write(w, docs, d), ctx.Err()); err != nil {
			return err
		}
		if d == nil {
			break
		}
		done, size := in.Progress()
		r.bar.Set("map", done, size)
	}
	if r.documents == before {
		return fmt.Errorf("%s: there is no document", in.Name)
	}
	if in.Encoding != "" {
		r.converted = "; made UTF-8 of " + in.Encoding
	}
	return out.Commit()
}

// mapDocument sets the ids of the mentions of a document, or finds these.
func (r *documentRun) mapDocument(docs annotated.Reader, d *annotated.Document) (err error) {
	var found int
	if r.finder != nil && len(d.Annotations) == 0 {
		found, err = find(d, docs, r.finder, &r.options.Lookup, r.o.Table.NilAs)
	} else {
		found, err = identify(d, r.resolver, r.o.Types, r.o.Table.NilAs)
	}
	r.documents, r.mentions, r.found = r.documents+1, r.mentions+len(d.Annotations), r.found+found
	return err
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

// estimate sets the Coverage of the options, as the user stated it or from the mentions of the first documents, those of
// more files if one has few. The Reader that it returns yields the documents of docs again.
func (r *documentRun) estimate(n *core.Normalizer, docs annotated.Reader, more []data.File) (annotated.Reader, error) {
	c := &mapping.Config{Options: r.options}
	if err := c.StateCoverage(n, r.o.Coverage); err != nil || c.Estimate == nil {
		r.options.Lookup.Coverage = c.Options.Lookup.Coverage
		return docs, err
	}
	var mentions int
	full := enough(&mentions)
	first, again := annotated.Peek(docs, full)
	for _, f := range more {
		if full(&annotated.Document{}) {
			break
		}
		err := r.open(f.Path, func(_ *mapping.Input, docs annotated.Reader) error {
			part, _ := annotated.Peek(docs, full)
			first = append(first, part...)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if mentions == 0 {
		return again, nil
	}
	var err error
	if r.options.Lookup.Coverage, err = c.Estimate(document.Asked(placesOf(first, r.o.Types))); err != nil {
		return nil, err
	}
	inputs.TellCoverage(r.std, r.o.In, r.options.Lookup.Coverage.In)
	return again, nil
}

// find marks the mentions of a document that marks none, and returns how many have entities.
func find(d *annotated.Document, docs annotated.Reader, finder *annotate.Annotator, o *core.Options, nilAs string) (found int, err error) {
	spans, err := finder.Annotate(d.Text, annotate.Options{Lookup: core.Options{Namespaces: o.Namespaces, Prefer: o.Prefer, Organisms: o.Organisms, Exactly: o.Exactly, Show: o.Show}, MinP: o.MinP})
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
