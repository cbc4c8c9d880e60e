package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// packFile is normlet's file.
const packFile = "list.normpack"

// buildNormlet does what normlet build does without flags.
func buildNormlet(j job) error {
	t, err := readTerminology(j.reference)
	if err != nil {
		return err
	}
	base, err := pack.Parse(assets.Default())
	if err != nil {
		return err
	}
	contents, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Base: base}, nil)
	if err != nil {
		return err
	}
	content, err := contents.Append(nil, nil)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(j.dir, packFile), content, 0o666)
}

func readTerminology(path string) (*data.Terminology, error) {
	t, _, err := data.ReadSources([]data.Source{{Path: path}}, data.ReadOptions{})
	return t, err
}

type normlet struct {
	*core.Normalizer
	ids  *pack.Strings
	near bool // as core.Options.Near
}

func openNormlet(dir string) (index, error) { return openPack(dir, false) }
func openNear(dir string) (index, error)    { return openPack(dir, true) }

func openPack(dir string, near bool) (index, error) {
	n, err := core.Open(filepath.Join(dir, packFile), nil)
	if err != nil {
		return nil, err
	}
	return normlet{n, engine.Of(n).Contents().IDs, near}, nil
}

func (n normlet) search(mention string) (out []int32, err error) {
	a, err := n.LookupWith(mention, core.Options{K: topK, Near: n.near})
	for _, m := range a.Matches {
		e, _ := n.ids.Find(m.ID) // the pack has what it found
		out = append(out, int32(e))
	}
	return out, err
}

func (n normlet) declines(mention string) bool { return n.Lookup(mention, 1).NIL }

// embedding makes vectors and codes as a pack does.
type embedding struct {
	*encoder.Encoder
	head *binarize.Head
}

// The files of an embedding.
const (
	encoderFile = "encoder"
	headFile    = "head"
)

// keepEmbedding takes the encoder and the binarizer of a pack, for peers that search with them.
func keepEmbedding(j job) (embedding, error) {
	content, err := os.ReadFile(j.pack)
	if err != nil {
		return embedding{}, err
	}
	c, err := pack.Parse(content)
	if err != nil {
		return embedding{}, err
	}
	for name, section := range map[string][]byte{encoderFile: c.Encoder, headFile: c.Head} {
		if err := os.WriteFile(filepath.Join(j.dir, name), section, 0o666); err != nil {
			return embedding{}, err
		}
	}
	return openEmbedding(j.dir)
}

func openEmbedding(dir string) (e embedding, err error) {
	weights, err := os.ReadFile(filepath.Join(dir, encoderFile))
	if err != nil {
		return e, err
	}
	w, err := encoder.ParseWeights(weights)
	if err != nil {
		return e, err
	}
	if e.Encoder, err = encoder.New(w); err != nil {
		return e, err
	}
	head, err := os.ReadFile(filepath.Join(dir, headFile))
	if err != nil {
		return e, err
	}
	e.head, err = binarize.ParseHead(head)
	return e, err
}
