// Package parents asks lists of diseases for what people wrote, and fits and judges how likely what unsure answers are
// kinds of is right: it is if it is the entity that is meant or an ancestor of it in MeSH's tree, also if the list lacks
// that entity.
package parents

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/document"
	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/eval"
)

// World is a list asked for mentions, whole or without half of what they mean.
type World struct {
	Mentions, Pack string
	Held           bool    // half of what is meant is held out, and asked for
	Weight         float64 // of a mention in the fit; 0: it judges

	Asked, Unsure int
	Bytes         int64 // of the section of the pack
	cases         []found
}

// found is the parent of an unsure answer.
type found struct {
	inputs []float64
	right  bool
	p      float64 // as core has it, at least score.LeastParent; else 0
}

// diseases is the namespace of the default pack that is asked.
const diseases = "disease"

const bioRED = "documents/BioRED_TrainDev.pubtator.gz"

// Worlds are those of the fit, and then those that judge.
var Worlds = []World{
	{Mentions: "ncbi_disease/train", Pack: "ncbi_disease", Weight: 1},
	{Mentions: "ncbi_disease/train", Pack: "ncbi_disease", Weight: 0.5, Held: true},
	{Mentions: "bc5cdr_chemical/train", Pack: "ncbi_disease", Weight: 0.1},
	{Mentions: "bc5cdr_disease/dev", Pack: "bc5cdr_disease"},
	{Mentions: bioRED, Pack: "bc5cdr_disease"},
	{Mentions: "bc5cdr_disease/dev", Pack: "default"},
	{Mentions: bioRED, Pack: "default"},
	{Mentions: "bc5cdr_disease/dev", Pack: "bc5cdr_disease", Held: true},
	{Mentions: bioRED, Pack: "bc5cdr_disease", Held: true},
	{Mentions: "bc5cdr_chemical/dev", Pack: "bc5cdr_disease"},
	{Mentions: "bc5cdr_disease/dev", Pack: "default", Held: true},
	{Mentions: bioRED, Pack: "default", Held: true},
}

// How says what is special about a world.
func (w *World) How() string {
	switch {
	case w.Held:
		return "half held out"
	case strings.Contains(w.Mentions, "chemical"):
		return "other kind"
	}
	return ""
}

// ReadTree reads MeSH's tree from a table of ids, names and tree numbers.
func ReadTree(path string) (*format.Tree, error) {
	tree := &format.Tree{}
	rows, err := data.ReadTriples(path, [3]string{"id", "name", "tree number"})
	for _, r := range rows {
		tree.Add(r[2], r[0])
	}
	return tree, err
}

// queries returns the mentions of a file, each once.
func queries(path string) (out []data.Query, err error) {
	if !strings.Contains(path, ".pubtator") {
		if out, err = eval.ReadQueries(path + ".tsv.gz"); err != nil {
			return nil, err
		}
	} else {
		f, err := data.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r, err := document.NewReader(f, path, "pubtator")
		for err == nil {
			var d *document.Document
			if d, err = r.Next(); err != nil {
				break
			}
			for _, a := range d.Annotations {
				if a.Type == "Disease" {
					out = append(out, data.Query{Mention: a.Mention, Gold: strings.FieldsFunc(a.ID, func(r rune) bool { return strings.ContainsRune("|;,", r) })})
				}
			}
		}
		if !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(out, func(q data.Query) bool {
		key := fmt.Sprintf("%q", append([]string{q.Mention}, q.Gold...))
		again := seen[key]
		seen[key] = true
		return again
	}), nil
}

// Ask asks the list of a world.
func (w World) Ask(folder, packs string, tree *format.Tree) (*World, error) {
	asked, err := queries(filepath.Join(folder, filepath.FromSlash(w.Mentions)))
	if err != nil {
		return nil, err
	}
	content, err := data.ReadFile(filepath.Join(packs, w.Pack+".normpack"))
	if err != nil {
		return nil, err
	}
	c, err := pack.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", w.Pack, err)
	}
	gold := eval.NewResolver(c)
	c.Parents = nil
	above := map[int32][]int32{}
	for id, parent := range tree.Parents() {
		for _, e := range gold.Entities([]string{"MESH:" + id}) {
			for _, p := range gold.Entities([]string{"MESH:" + parent}) {
				if e != p {
					c.Parents = append(c.Parents, pack.Parent{Entity: uint32(e), Parent: uint32(p)})
					above[e] = append(above[e], p)
				}
			}
		}
	}
	slices.SortFunc(c.Parents, pack.Parent.Compare)
	c.Parents = slices.Compact(c.Parents)
	if w.Bytes, err = sectionBytes(c); err != nil {
		return nil, err
	}
	namespaces := slices.Clone(c.Namespaces)
	if slices.Contains(namespaces, diseases) {
		namespaces = []string{diseases}
	}
	if w.Held {
		asked = holdOut(c, gold, asked)
	}
	n, err := core.New(c)
	if err != nil {
		return nil, err
	}
	defer n.Close()
	answers := make([]core.Answer, len(asked))
	failed := make([]error, len(asked))
	parallel.Each(0, len(asked), func(i int) {
		answers[i], failed[i] = n.LookupWith(asked[i].Mention, core.Options{K: core.MaxK, Namespaces: namespaces})
	})
	for i := range answers {
		w.add(engine.Of(n), c, &answers[i], gold.Entities(asked[i].Gold), above)
	}
	return &w, errors.Join(failed...)
}

func sectionBytes(c *pack.Contents) (int64, error) {
	whole, err := c.Append(nil, nil)
	if err != nil {
		return 0, err
	}
	h, err := pack.ReadHeader(whole)
	for _, s := range h.Sections {
		if s.Tag == "PRNT" {
			return s.Stored, err
		}
	}
	return 0, err
}

// holdOut gives half of what is meant a namespace of its own, in which nobody looks, and returns the mentions of it.
func holdOut(c *pack.Contents, gold *eval.Resolver, asked []data.Query) []data.Query {
	c.Namespaces = append(slices.Clone(c.Namespaces), "held out")
	return slices.DeleteFunc(asked, func(q data.Query) bool {
		entities := gold.Entities(q.Gold)
		out := len(entities) > 0 && !slices.ContainsFunc(entities, func(e int32) bool {
			hash := fnv.New32()
			hash.Write([]byte(c.IDs.At(int(e))))
			return hash.Sum32()%2 == 0
		})
		for _, e := range entities {
			if out {
				c.EntityNamespace[e] = uint16(len(c.Namespaces) - 1)
			}
		}
		return !out
	})
}

// add notes an answer, and its parent if it is unsure.
func (w *World) add(e *engine.Engine, c *pack.Contents, a *core.Answer, gold []int32, above map[int32][]int32) {
	w.Asked++
	if len(a.Matches) == 0 || !a.NIL && a.Matches[0].P >= score.UnsureBelow {
		return
	}
	w.Unsure++
	cs, p := make([]score.Candidate, len(a.Matches)), make([]float64, len(a.Matches))
	for i, m := range a.Matches {
		entity, _ := c.IDs.Find(m.ID)
		cs[i].Entity, p[i] = int32(entity), m.P
	}
	parent, ok := e.Parent(cs, p)
	if !ok {
		return
	}
	inputs := score.ParentInputs(parent.Share, parent.Kinds, a.PNIL)
	f := found{inputs: inputs[:], right: covers(int32(parent.Entity), gold, above)}
	if a.Parent != nil {
		f.p = a.Parent.P
	}
	w.cases = append(w.cases, f)
}

// covers reports whether an entity is one of those that are meant, or above one.
func covers(entity int32, meant []int32, above map[int32][]int32) bool {
	seen := map[int32]bool{}
	for next := slices.Clone(meant); len(next) > 0; next = next[1:] {
		if next[0] == entity {
			return true
		}
		if !seen[next[0]] {
			seen[next[0]] = true
			next = append(next, above[next[0]]...)
		}
	}
	return false
}

// Judge returns the share of shown parents that are right, their mean p, and how many they are.
func (w *World) Judge() (right, p float64, n int) {
	for _, f := range w.cases {
		if f.p > 0 {
			p += f.p
			n++
			if f.right {
				right++
			}
		}
	}
	return right / float64(max(1, n)), p / float64(max(1, n)), n
}
