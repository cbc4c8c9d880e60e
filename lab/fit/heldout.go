package main

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// How many names are held out of a list at most, and of how many entities one in so many: the others keep the list what
// it is. One in wholeEvery of these loses all its names, so that the list lacks it.
const (
	heldOutNames = 4000
	heldOutEvery = 5
	wholeEvery   = 4
)

// heldOut takes names out of a terminology: what people call a thing that a list has under other names alone. It returns
// the mentions, as their texts and entities; "" for what the list then lacks.
func heldOut(t *data.Terminology) (texts, ids []string) {
	rng := rand.New(rand.NewPCG(4, 1))
	known := map[string]int{} // of a name, by its form: entities with it
	for i := range t.Entities {
		own := map[string]bool{}
		for _, n := range t.Entities[i].Names {
			own[names.Key(n.Text)] = true
		}
		for key := range own {
			known[key]++
		}
	}
	every := max(heldOutEvery, len(t.Entities)/heldOutNames)
	var kept []data.Entity
	for _, e := range t.Entities {
		if rng.IntN(every) > 0 {
			kept = append(kept, e)
			continue
		}
		k := rng.IntN(len(e.Names))
		key := names.Key(e.Names[k].Text)
		whole := rng.IntN(wholeEvery) == 0
		var left []data.Name
		for _, n := range e.Names {
			if names.Key(n.Text) != key {
				left = append(left, n)
			}
		}
		if key == "" || known[key] > 1 || len(left) == 0 && !whole {
			kept = append(kept, e)
			continue
		}
		texts = append(texts, e.Names[k].Text)
		if whole {
			ids = append(ids, "")
			continue
		}
		ids = append(ids, e.ID)
		left[0].Kind = pack.KindPrimary
		e.Names = left
		kept = append(kept, e)
	}
	t.Entities = kept
	return texts, ids
}

// heldOutWorld returns the world of names held out of the list of a pack; the pack without them is kept among the others.
func heldOutWorld(o *opener, folder string, p corpora.Pack, mass float64) (forest.World, error) {
	w := forest.World{Name: "held-out synonyms of " + p.Name, Kind: p.Kind, Mass: mass}
	path := filepath.Join(folder, p.Folder, corpora.TerminologyFile)
	t, _, err := data.ReadSources([]data.Source{{Path: path}}, data.ReadOptions{})
	if err != nil {
		return w, err
	}
	texts, ids := heldOut(t)
	name := "heldout-" + p.Name
	if w.Pack, err = o.open(name); errors.Is(err, fs.ErrNotExist) {
		if err = buildHeldOut(o, name, t); err == nil {
			w.Pack, err = o.open(name)
		}
	}
	if err != nil {
		return w, err
	}
	for i, text := range texts {
		m := forest.Mention{Text: text, Count: 1}
		if e, ok := engine.Of(w.Pack).Contents().IDs.Find(ids[i]); ok && ids[i] != "" {
			m.Entities = []int32{int32(e)}
		}
		w.Mentions = append(w.Mentions, m)
	}
	return w, nil
}

func buildHeldOut(o *opener, name string, t *data.Terminology) error {
	base, err := o.open("default")
	if err != nil {
		return err
	}
	contents, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Base: engine.Of(base).Contents()}, nil)
	if err != nil {
		return err
	}
	content, err := contents.Append(nil, nil)
	if err != nil {
		return err
	}
	set := &output.Set{Command: "fit"}
	return set.Write(filepath.Join(o.folder, name+".normpack"), output.Begins("a pack", "NORMPACK"), content)
}

// isHeldOut reports whether a world is of names that are held out.
func isHeldOut(world string) bool { return strings.HasPrefix(world, "held-out") }
