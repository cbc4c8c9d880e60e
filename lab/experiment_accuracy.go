package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/experiment"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// suiteOptions are the flags of experiment accuracy.
type suiteOptions struct {
	data, fields, packs string // folders
	bio                 string // file
	own                 bool
}

// file returns the path of a file of the suite.
func (o *suiteOptions) file(name string) string {
	if folder, _, _ := strings.Cut(name, "/"); corpora.IsMade(folder) {
		return filepath.Join(o.fields, filepath.FromSlash(name))
	}
	return filepath.Join(o.data, filepath.FromSlash(name))
}

// files returns the paths of all files that are read.
func (o *suiteOptions) files() (out []string) {
	if o.data == "" {
		return nil
	}
	for _, name := range corpora.Files(o.own, o.fields != "") {
		out = append(out, o.file(name))
	}
	return append(out, o.bio) // left out later if empty
}

// suite returns what experiment accuracy measures.
func (a *app) suite(o *suiteOptions) (*experiment.Suite, error) {
	if o.fields != "" {
		if err := corpora.CheckMade(o.fields); err != nil {
			return nil, err
		}
	}
	if o.packs != "" {
		if err := output.Folder(o.packs); err != nil {
			return nil, err
		}
	}
	base, err := pack.Parse(a.defaultPack)
	if err != nil {
		return nil, fmt.Errorf("default pack: %w", err)
	}
	s := &experiment.Suite{
		Own:          o.own,
		Fields:       o.fields != "",
		Read:         func(file string) ([]data.Query, error) { return eval.ReadQueries(o.file(file)) },
		Alternatives: func() (map[string]string, error) { return readAlternatives(o.file(corpora.AlternativesFile)) },
		Terminology:  o.terminology,
		Build: func(ctx context.Context, b experiment.Build) (*core.Normalizer, error) {
			return a.suitePack(ctx, o, b, base)
		},
	}
	if o.bio != "" {
		s.Bio = func() (*core.Normalizer, error) { return a.open(o.bio) }
	}
	return s, nil
}

// terminology reads that of a folder.
func (o *suiteOptions) terminology(folder string) (*data.Terminology, error) {
	t, _, err := data.ReadSources([]data.Source{{Path: o.file(folder + "/" + corpora.TerminologyFile)}}, data.ReadOptions{})
	return t, err
}

// readAlternatives reads lines id TAB another id of the same entity.
func readAlternatives(path string) (map[string]string, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var pairs [][2]string
	err = data.EachLine(f, path, func(line string, _ int) error {
		one, other, ok := strings.Cut(line, "\t")
		if !ok || one == "" || other == "" {
			return errors.New("no second id; a row is id TAB id")
		}
		pairs = append(pairs, [2]string{one, other})
		return nil
	})
	return experiment.Alternatives(pairs), err
}

// madeUp is how many made-up mentions a ranker is fitted on: 0 for as many as are good. Tests make do with few.
var madeUp int

// suitePack opens the pack that is in the folder of packs, or builds it and leaves it there.
func (a *app) suitePack(ctx context.Context, o *suiteOptions, b experiment.Build, base *pack.Contents) (*core.Normalizer, error) {
	path := filepath.Join(o.packs, b.File())
	if o.packs != "" {
		if n, err := core.Open(path, nil); !errors.Is(err, fs.ErrNotExist) {
			return n, err
		}
	}
	t, err := o.terminology(b.Terminology)
	if err != nil {
		return nil, err
	}
	r := assemble.Recipe{Terminology: t, Base: base, Samples: madeUp}
	if b.Own {
		r.Train = assemble.Always
	}
	if b.Tried {
		r.Train = assemble.Better
	}
	if b.Mentions != "" {
		if r.Mentions, err = eval.ReadQueries(o.file(b.Mentions)); err != nil {
			return nil, err
		}
	}
	contents, _, err := assemble.Run(ctx, r, nil)
	if err != nil {
		return nil, err
	}
	content, err := contents.Append(nil, nil)
	if err != nil {
		return nil, err
	}
	if o.packs != "" {
		if err := a.save(ctx, path, packFile, content); err != nil {
			return nil, err
		}
	}
	return core.OpenBytes(content, nil)
}
