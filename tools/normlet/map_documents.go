package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/tools/normlet/mapping"
	annotated "github.com/normlet/normlet/train/data/document"
)

// mapDocuments gives ids to the mentions that are marked in documents.
func (a *app) mapDocuments(ctx context.Context, o mapOptions, r *document.Resolver) error {
	in, err := mapping.Open(o.in, o.table.Encoding, a.stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := a.files.Create(o.out, documentsFile)
	if err != nil {
		return err
	}
	defer out.Close()
	var w io.Writer = out
	if o.out == "-" {
		w = a.stdout
	}
	docs, err := annotated.NewReader(in.Text(), in.Name, o.table.Format)
	if err != nil {
		return err
	}
	bar := newProgress(a.stderr)
	defer bar.close()
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
			n, err := identify(d, r, o.types, o.nilAs)
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
		bar.set("map", int(in.Read()), max(-1, int(in.Size)))
	}
	bar.close()
	if read == 0 {
		return fmt.Errorf("%s: there is no document", in.Name)
	}
	if err := out.Commit(); err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "%d documents: %d mentions, %d with an entity\n", read, mentions, found)
	return nil
}

// identify sets the ids of a document's annotations, and returns how many have entities. types has the namespaces of
// types of mentions.
func identify(d *annotated.Document, r *document.Resolver, types map[string]string, nilAs string) (found int, err error) {
	places := func(yield func(document.Place) bool) {
		for _, at := range d.Annotations {
			if !yield(document.Place{Text: d.Text, Namespace: annotated.Namespace(types, at.Type), Mentions: []string{at.Mention}}) {
				return
			}
		}
	}
	i := 0
	for results, err := range r.Resolve(places) {
		if err != nil {
			return 0, err
		}
		if answers := results[0].Answers; len(answers) > 0 { // none for a blank mention
			id := idsOf(answers, nilAs)
			if d.Annotations[i].ID = id; id != nilAs {
				found++
			}
		}
		i++
	}
	return found, nil
}

// idsOf returns the ids of answers, joined by "|", without what would break a line or XML.
func idsOf(answers []core.Answer, nilAs string) string {
	ids := make([]string, len(answers))
	for i := range answers {
		ids[i] = nilAs
		if a := &answers[i]; !a.NIL && len(a.Matches) > 0 {
			ids[i] = escape.Text(a.Matches[0].ID)
		}
	}
	return strings.Join(ids, "|")
}
