package tag

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/train/data/document"
)

// Labelled is documents with marked entities.
type Labelled struct {
	Documents []Document
	types     [][]string // of the marks of each document
	ids       [][]string
	Unplaced  int // marks of which the file does not say where they stand
}

// Read reads documents of a file called name in errors. An error names the line of a mark that stands elsewhere than the
// file says.
func (l *Labelled) Read(r document.Reader, name string) error {
	for {
		d, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		unplaced, err := d.Locate()
		if err != nil {
			return fmt.Errorf("%s:%w", name, err)
		}
		l.Unplaced += unplaced
		out := Document{Text: d.Text}
		var types, ids []string
		for _, a := range d.Annotations {
			if a.End > a.Start {
				out.Marks = append(out.Marks, Mark{a.Start, a.End})
				types, ids = append(types, a.Type), append(ids, a.ID)
			}
		}
		l.Documents = append(l.Documents, out)
		l.types, l.ids = append(l.types, types), append(l.ids, ids)
	}
}

func (l *Labelled) of(kind string) []Document {
	out := slices.Clone(l.Documents)
	for i := range out {
		out[i].Marks = nil
		for k, m := range l.Documents[i].Marks {
			if l.types[i][k] == kind {
				out[i].Marks = append(out[i].Marks, m)
			}
		}
	}
	return out
}

// minMarks is how many marks of a type make a model.
const minMarks = 20

// Train fits a model for each type of the documents, for a pack, and returns the payload of section TAGR. namespaces finds the
// namespaces of ids; the namespaces of a type are those of the marked ids, or all if none is known. An error says that
// there is too little to learn from.
func (l *Labelled) Train(ctx context.Context, c *pack.Contents, namespaces func(ids []string) []string, cfg Config) ([]byte, error) {
	counts := map[string]int{}
	for i := range l.types {
		for _, t := range l.types[i] {
			counts[t]++
		}
	}
	var models []tag.Model
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		if counts[kind] < minMarks || len(models) == tag.MaxGroups-1 {
			continue
		}
		of := l.namespaces(kind, c.Namespaces, namespaces)
		group := make([]uint8, len(c.Namespaces))
		for i, ns := range c.Namespaces {
			if !slices.Contains(of, ns) {
				group[i] = 1
			}
		}
		m, err := Fit(ctx, l.of(kind), tag.NewLexicon(c, group, nil), 0, cfg)
		if err != nil {
			return nil, err
		}
		m.Type, m.Namespaces = kind, of
		models = append(models, m)
	}
	if len(models) == 0 {
		return nil, fmt.Errorf("no type is marked %d times: a tagger needs more examples", minMarks)
	}
	return tag.AppendBinary(nil, cfg.Bits, models), nil
}

// namespaces returns those of a pack that the marked ids of a type are of.
func (l *Labelled) namespaces(kind string, all []string, namespaces func(ids []string) []string) (out []string) {
	found := map[string]bool{}
	for i := range l.types {
		for k, t := range l.types[i] {
			if t == kind {
				for _, ns := range namespaces(strings.FieldsFunc(l.ids[i][k], func(r rune) bool { return strings.ContainsRune("|;,", r) })) {
					found[ns] = true
				}
			}
		}
	}
	for _, ns := range all {
		if found[ns] {
			out = append(out, ns)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}
