package assemble

import (
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// Encoders compares an encoder trained on the list with the one at hand. Own and Base are the shares of unseen names whose
// nearest other name is one of their entity.
type Encoders struct {
	Names     int // unseen names; 0 if there were too few of them, or too many names to train on
	Own, Base float64
}

// Kept reports whether the pack has an encoder of its own.
func (e *Encoders) Kept() bool { return e != nil && e.Own-e.Base >= gainLeast }

// baseShare is the share of a list's first names from which on a base pack knows the list: its encoder has learned them.
const baseShare = 0.2

// knows reports whether a base pack has the first names of many entities of a list.
func knows(base *pack.Contents, t *data.Terminology) bool {
	form := func(name string) string { return string(names.AppendCompact(nil, names.AppendForm(nil, name))) }
	first := map[string]int{}
	for _, e := range t.Entities {
		first[form(e.Names[0].Text)]++
	}
	known := 0
	for _, name := range base.Names.Range(0, base.Names.Len()) {
		f := form(string(name))
		known += first[f]
		delete(first, f)
	}
	return float64(known) >= baseShare*float64(len(t.Entities))
}

// isOutOfDomain reports whether the base pack, if there is one, knows nothing of the terminology.
func (r *Recipe) isOutOfDomain() bool { return r.Base != nil && !knows(r.Base, r.Terminology) }

// place is a name of an entity of a terminology.
type place struct {
	entity int
	name   string
}

// unseenNames returns names that training leaves out, a sample if they are many.
func unseenNames(t *data.Terminology) (out []place) {
	for i, e := range t.Entities {
		for _, n := range e.Names {
			if train.HeldOut(e.ID, n.Text, n.Kind) {
				out = append(out, place{i, n.Text})
			}
		}
	}
	if len(out) <= heldOutMost {
		return out
	}
	sample := make([]place, heldOutMost)
	for i := range sample {
		sample[i] = out[i*len(out)/heldOutMost]
	}
	return sample
}

// compareEncoders counts for both encoders for how many unseen names the nearest of the other names is one of their entity.
func compareEncoders(own, base *encoder.Weights, t *data.Terminology, unseen []place) (e Encoders, err error) {
	e.Names = len(unseen)
	var seen []place
	for i, x := range t.Entities {
		for _, n := range x.Names {
			if !train.HeldOut(x.ID, n.Text, n.Kind) {
				seen = append(seen, place{i, n.Text})
			}
		}
	}
	if e.Own, err = nearest(own, seen, unseen); err == nil {
		e.Base, err = nearest(base, seen, unseen)
	}
	return e, err
}

// nearest returns for how large a share of unseen names the nearest one that was seen is of their entity.
func nearest(w *encoder.Weights, seen, unseen []place) (float64, error) {
	enc, err := encoder.New(w)
	if err != nil {
		return 0, err
	}
	list, queries := vectors(enc, seen), vectors(enc, unseen)
	right := make([]bool, len(unseen))
	parallel.Each(0, len(unseen), func(q int) {
		best, at := float32(-2), 0
		for i := range seen {
			if d := f32.Dot(queries[q], list[i]); d > best {
				best, at = d, i
			}
		}
		right[q] = seen[at].entity == unseen[q].entity
	})
	n := 0
	for _, r := range right {
		if r {
			n++
		}
	}
	return float64(n) / float64(len(unseen)), nil
}

func vectors(enc *encoder.Encoder, list []place) [][]float32 {
	out := make([][]float32, len(list))
	parallel.Each(0, len(list), func(i int) { out[i] = enc.Encode(make([]float32, enc.Dim()), list[i].name) })
	return out
}
