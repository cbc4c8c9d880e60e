package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/short"
	"github.com/normlet/normlet/train/data"
	annotated "github.com/normlet/normlet/train/data/document"
	"github.com/normlet/normlet/train/eval"
)

func (a *app) abbreviationsCommand() *cobra.Command {
	show, only := false, ""
	cmd := &cobra.Command{
		Use:   "abbreviations DATA PACKS",
		Short: "Measure abbreviations that texts define, and those that they do not",
		Long: `Resolve the marked mentions of documents as map does, and count abbreviations.
Of all: right, and wrong; the rest is NIL. Defined: a marked mention in brackets right behind another one of the same ids, and all of
the same text in the document; "same" are those with the answer of the mention before the
brackets. Undefined: a word of capitals that the text has nowhere beside brackets; the last column has what is wrong at p >= 0.5.
PACKS has the packs of tools/accuracy.sh; "default" asks the default pack there for mentions
of all types.`,
		Example: "  lab abbreviations DATA PACKS",
		Args:    argCount(2, 2, "DATA PACKS"),
		RunE: func(cmd *cobra.Command, args []string) error {
			table := [][]string{{"documents", "mentions", "right", "wrong", "defined", "same", "right", "undefined", "right", "wrong", "p >= 0.5"}}
			for _, list := range abbreviationLists() {
				if !strings.Contains(list.Title, only) {
					continue
				}
				f, err := askAbbreviations(cmd.Context(), args[0], args[1], list, func(line string) {
					if show {
						fmt.Fprintln(a.stderr, line)
					}
				})
				if err != nil {
					return err
				}
				table = append(table, f.row(list.Title))
			}
			return writeTable(a.stdout, table)
		},
	}
	cmd.Flags().StringVar(&only, "only", "", "measure only lists with this text in their title")
	cmd.Flags().BoolVar(&show, "show", false, "write defined abbreviations with another answer, and undefined ones with a wrong one, to standard error")
	return cmd
}

// abbreviationLists returns the documents that judge abbreviations: each asked of the pack of its list, then of the default pack.
func abbreviationLists() (out []corpora.DocumentList) {
	for _, d := range corpora.Documents {
		if strings.HasPrefix(d.File, "documents/") {
			out = append(out, d)
		}
	}
	for _, d := range slices.Clone(out) {
		at := slices.IndexFunc(out, func(o corpora.DocumentList) bool { return o.Pack == "default" && o.File == d.File })
		if at < 0 {
			at = len(out)
			out = append(out, corpora.DocumentList{Title: "default, " + filepath.Base(d.File), Pack: "default", File: d.File})
		}
		out[at].Types = append(out[at].Types, d.Types...)
	}
	return out
}

// abbreviationFigures counts mentions.
type abbreviationFigures struct {
	mentions, allRight, allWrong         int
	defined, same, definedRight          int
	undefined, right, wrong, wrongAtHalf int
}

func (f *abbreviationFigures) row(list string) []string {
	share := func(n, of int) string { return strconv.FormatFloat(float64(n)/float64(max(1, of)), 'f', 3, 64) }
	return []string{
		list, strconv.Itoa(f.mentions), share(f.allRight, f.mentions), share(f.allWrong, f.mentions), strconv.Itoa(f.defined), share(f.same, f.defined), share(f.definedRight, f.defined),
		strconv.Itoa(f.undefined), share(f.right, f.undefined), share(f.wrong, f.undefined), share(f.wrongAtHalf, f.undefined),
	}
}

// askAbbreviations resolves documents and counts.
func askAbbreviations(ctx context.Context, folder, packs string, list corpora.DocumentList, show func(line string)) (*abbreviationFigures, error) {
	docs, err := readAnnotated(filepath.Join(folder, filepath.FromSlash(list.File)), list.Types)
	if err != nil {
		return nil, err
	}
	n, err := core.Open(filepath.Join(packs, list.Pack+".normpack"), nil)
	if err != nil {
		return nil, err
	}
	defer n.Close()
	places := func(yield func(document.Place) bool) {
		for _, d := range docs {
			for i := range d.Annotations {
				if !yield(document.Place{Document: d.ID, Text: d.Text, Mentions: []string{d.Annotations[i].Mention}}) {
					return
				}
			}
		}
	}
	o := document.Options{Lookup: core.Options{K: 1, Near: true, MinP: document.MarkedMinP}, Composites: true}
	if o.Lookup.Coverage, err = n.EstimateCoverage(document.Asked(places), core.Options{}); err != nil {
		return nil, err
	}
	var results []document.Result
	for r, err := range document.New(n.LookupMany, o).Resolve(places) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		results = append(results, r...)
	}
	f, gold := &abbreviationFigures{}, eval.NewResolver(engine.Of(n).Contents())
	for _, d := range docs {
		f.add(d, results[:len(d.Annotations)], func(id string, a *annotated.Annotation) bool {
			entities := gold.Entities(eval.GoldOf(a))
			e, ok := engine.Of(n).Contents().IDs.Find(id)
			return len(entities) == 0 && id == "" || ok && slices.Contains(entities, int32(e))
		}, func(line string) { show(list.Title + "\t" + line) })
		results = results[len(d.Annotations):]
	}
	return f, nil
}

// add counts the abbreviations of a document.
func (f *abbreviationFigures) add(d *annotated.Document, results []document.Result, right func(id string, a *annotated.Annotation) bool, show func(line string)) {
	defined := short.Defined(d)
	for i := range d.Annotations {
		a := &d.Annotations[i]
		id, p := bestOf(&results[i])
		if len(eval.GoldOf(a)) > 0 {
			f.mentions++
			f.allRight += count(right(id, a))
			f.allWrong += count(!right(id, a) && id != "")
		}
		if long, ok := defined[short.Sense{Text: a.Mention, ID: a.ID}]; ok {
			f.defined++
			other, _ := bestOf(&results[long])
			if f.same += count(id == other); id != other {
				show(strings.Join([]string{"other", d.ID, a.Mention, id, d.Annotations[long].Mention, other, a.ID}, "\t"))
			}
			f.definedRight += count(right(id, a))
			if !right(id, a) {
				show(strings.Join([]string{"defwrong", d.ID, a.Mention, id, d.Annotations[long].Mention, other, a.ID}, "\t"))
			}
		} else if len(eval.GoldOf(a)) > 0 && short.IsUndefined(a.Mention, d.Text) {
			f.undefined++
			switch {
			case right(id, a):
				f.right++
			case id != "":
				f.wrong++
				f.wrongAtHalf += count(p >= 0.5)
				show(strings.Join([]string{"wrong", d.ID, a.Mention, id, strconv.FormatFloat(p, 'f', 2, 64), a.Type, a.ID}, "\t"))
			}
		}
	}
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// bestOf returns the id and the p of the first entity of a result, "" for none.
func bestOf(r *document.Result) (id string, p float64) {
	if len(r.Answers) == 0 || r.Answers[0].NIL || len(r.Answers[0].Matches) == 0 {
		return "", 0
	}
	return r.Answers[0].Matches[0].ID, r.Answers[0].Matches[0].P
}

// readAnnotated reads documents with the mentions of some types.
func readAnnotated(path string, types []string) (docs []*annotated.Document, err error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := annotated.NewReader(bufio.NewReader(f), path, "pubtator")
	if err != nil {
		return nil, err
	}
	for {
		d, err := r.Next()
		if errors.Is(err, io.EOF) {
			return docs, nil
		}
		if err != nil {
			return nil, err
		}
		if _, err := d.Locate(); err != nil {
			continue // one document, whose text and marks differ by blanks
		}
		d.Annotations = slices.DeleteFunc(d.Annotations, func(a annotated.Annotation) bool { return !slices.Contains(types, a.Type) })
		docs = append(docs, d)
	}
}
