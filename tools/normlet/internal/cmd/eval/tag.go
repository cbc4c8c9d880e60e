package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data"
	annotated "github.com/normlet/normlet/train/data/document"
	"github.com/normlet/normlet/train/eval"
)

// tagging is a way of finding entities, and its scores by type.
type tagging struct {
	Way    string                    `json:"way"`
	Scores map[string]*eval.TagScore `json:"types"`
	find   *annotate.Annotator
}

// runTag judges what annotate finds in documents, beside what the names of the pack alone find.
func runTag(ctx context.Context, std *cli.IO, o options) error {
	n, err := packfile.Open(std, o.pack)
	if err != nil {
		return err
	}
	ways, err := taggings(n)
	if err != nil {
		return err
	}
	files, err := data.Files(o.queries)
	if err != nil {
		return err
	}
	bar := progress.New(std.Err)
	defer bar.Close()
	ids, unplaced := eval.NewResolver(engine.Of(n).Contents()), 0
	for _, f := range files {
		err := eachMarked(std, f.Path, o.files.Encoding, func(in *mapping.Input, d *annotated.Document) error {
			without, err := d.Locate()
			if err != nil {
				return fmt.Errorf("%s:%w", cmp.Or(data.MarksOf(in.Name), in.Name), err)
			}
			unplaced += without
			gold := marksOf(d, o.types, ids)
			for i := range ways {
				if err := ways[i].judge(d.Text, gold, ids, o); err != nil {
					return err
				}
			}
			done, size := in.Progress()
			bar.Set("annotate", done, size)
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	bar.Close()
	if unplaced > 0 {
		fmt.Fprintf(std.Err, "%s: %d marks have no place, or several, and are left out\n", o.queries, unplaced)
	}
	if o.json {
		return json.NewEncoder(std.Out).Encode(ways)
	}
	return tabular.Write(std.Out, tagTable(ways), 2, 3, 4, 5, 6, 7, 8, 9)
}

// eachMarked calls take with the documents of a file.
func eachMarked(std *cli.IO, path, encoding string, take func(in *mapping.Input, d *annotated.Document) error) error {
	in, err := mapping.Open(path, encoding, std.In)
	if err != nil {
		return err
	}
	defer in.Close()
	docs, err := in.Documents("")
	for err == nil {
		var d *annotated.Document
		if d, err = docs.Next(); err == nil {
			err = take(in, d)
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// taggings returns the ways of a pack: with its tagger, if it has one, and by names alone.
func taggings(n *core.Normalizer) (ways []tagging, err error) {
	c := *engine.Of(n).Contents()
	if len(c.Tagger) > 0 {
		a, err := annotate.New(n)
		if err != nil {
			return nil, err
		}
		ways = append(ways, tagging{"tagger", map[string]*eval.TagScore{}, a})
		c.Tagger = nil
		if n, err = core.New(&c); err != nil {
			return nil, err
		}
	}
	a, err := annotate.New(n)
	return append(ways, tagging{"names", map[string]*eval.TagScore{}, a}), err
}

// marksOf returns the marks of a document by type, as types has it.
func marksOf(d *annotated.Document, types map[string]string, ids *eval.Resolver) map[string][]eval.Marked {
	out := map[string][]eval.Marked{}
	for i := range d.Annotations {
		a := &d.Annotations[i]
		kind := a.Type
		if t, ok := types[kind]; ok {
			kind = t
		}
		if a.End > a.Start {
			out[kind] = append(out[kind], eval.Marked{Start: a.Start, End: a.End, Entities: ids.Keys(eval.GoldOf(a))})
		}
	}
	return out
}

func (w *tagging) judge(text string, gold map[string][]eval.Marked, ids *eval.Resolver, o options) error {
	spans, err := w.find.Annotate(text, annotate.Options{Lookup: core.Options{Namespaces: o.namespaces}})
	if err != nil {
		return err
	}
	found := map[string][]eval.Marked{}
	for i := range spans {
		s := &spans[i]
		kind := s.Type
		if t, ok := o.types[kind]; ok {
			kind = t
		}
		found[kind] = append(found[kind], eval.Marked{Start: s.Start, End: s.End, Entities: ids.Keys(s.IDs())})
	}
	for kind := range gold {
		if w.Scores[kind] == nil {
			w.Scores[kind] = &eval.TagScore{}
		}
	}
	for kind, score := range w.Scores { // a type that no document marked so far is not judged
		score.Add(gold[kind], found[kind])
	}
	return nil
}

func tagTable(ways []tagging) [][]string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	rows := [][]string{{"protocol tag", "type", "marked", "found", "P", "R", "F1", "overlap", "with id", "documents"}}
	for _, w := range ways {
		for _, kind := range slices.Sorted(maps.Keys(w.Scores)) {
			s := w.Scores[kind]
			rows = append(rows, []string{w.Way, kind, strconv.Itoa(s.Gold), strconv.Itoa(s.Found), number(s.Precision()), number(s.Recall()),
				number(s.StrictF1()), number(s.OverlapF1()), number(s.NamedF1()), number(s.DocumentF1())})
		}
	}
	return rows
}
