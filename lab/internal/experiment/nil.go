package experiment

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/train/data"
)

const nilEpochs = 3

var margins = []float64{0, 0.01, 0.05, 0.1}

// nilSet is a set of mentions, with and without an entity in the index.
type nilSet struct {
	name, what      string
	linked, missing []string
}

type nilModel struct {
	name   string
	loss   string
	margin float64
}

func nilModels() []nilModel {
	var out []nilModel
	for _, m := range margins {
		out = append(out, nilModel{fmt.Sprintf("proxy, margin %g", m), "proxy", m})
	}
	return append(out, nilModel{"cross-entropy", "ce", 0})
}

// unknown measures how well the cosine of the nearest name tells mentions without an entity.
func unknown(ctx context.Context, o Options, r *Result, p Progress) error {
	t := newTask(o)
	kept, removed, how := remove(t.terminology, o.Seed)
	sets := nilSets(kept, removed, linked(t.queries, kept), o)
	r.Setting = append(t.setting, how, fmt.Sprintf("%d epochs, n-gram encoder, random negatives, %d seeds.", nilEpochs, o.Repeats),
		"A mention counts as NIL when the cosine of its nearest name is below a threshold, chosen for F1 on one half of the mentions; figures are of the other half. NIL is the positive class.")
	for _, s := range sets {
		r.Setting = append(r.Setting, fmt.Sprintf("%s: %s: %d with an entity, %d without.", s.name, s.what, len(s.linked), len(s.missing)))
	}
	found := make([][]nilResult, len(sets)) // of each set, those of all models and seeds
	models := nilModels()
	for i, nm := range models {
		for repeat := range o.Repeats {
			p("nil: models", i*o.Repeats+repeat, len(models)*o.Repeats)
			v, err := nm.fit(ctx, kept, o.Seed+uint64(repeat), o.Small)
			if err != nil {
				return err
			}
			for j, s := range sets {
				found[j] = append(found[j], v.judge(nm, repeat, s))
			}
		}
	}
	for j, s := range sets {
		r.report(s, found[j], o)
	}
	return nil
}

// fit trains a model on t and returns the vectors of t's names.
func (nm *nilModel) fit(ctx context.Context, t *data.Terminology, seed uint64, small bool) (*vectors, error) {
	c := base(ngram, small)
	c.Loss, c.Margin, c.Epochs, c.Seed = nm.loss, nm.margin, nilEpochs, seed
	m, err := fitModel(ctx, c, t, t)
	if err != nil {
		return nil, err
	}
	return newVectors(m.Normalizer), nil
}

// remove takes away the entities of the smaller types, or a random tenth if there is one type.
func remove(t *data.Terminology, seed uint64) (kept, removed *data.Terminology, how string) {
	count := map[string]int{}
	for _, e := range t.Entities {
		count[e.Namespace]++
	}
	rng := rand.New(rand.NewPCG(seed, 12))
	gone := map[string]bool{}
	for i, e := range t.Entities {
		if rare := len(count) > 1 && 5*count[e.Namespace] <= len(t.Entities); rare || len(count) == 1 && rng.IntN(10) == 0 {
			gone[t.Entities[i].ID] = true
		}
	}
	kept = filter(t, func(e *data.Entity, _ data.Name) bool { return !gone[e.ID] })
	removed = filter(t, func(e *data.Entity, _ data.Name) bool { return gone[e.ID] })
	how = fmt.Sprintf("%d entities, a random tenth, are taken out before training.", len(removed.Entities))
	if len(count) > 1 {
		how = fmt.Sprintf("%d entities are taken out before training: all of the types that have at most a fifth of the entities.", len(removed.Entities))
	}
	return kept, removed, how
}

// nilSets returns made-up mentions of kept and removed entities, and real ones if there are any.
func nilSets(kept, removed *data.Terminology, queries []data.Query, o Options) []nilSet {
	secondary := func(t *data.Terminology) []string {
		named := filter(t, func(_ *data.Entity, n data.Name) bool { return n.Kind != 0 })
		return mentions(MadeUp(named, o.Seed))
	}
	names := nilSet{"removed entities", "mentions made up of the names that are not primary", secondary(kept), secondary(removed)}
	if len(o.Unlinked) == 0 {
		return []nilSet{names}
	}
	return []nilSet{names, {"unlinked mentions", "labelled mentions, and those that the annotators linked to nothing", mentions(queries), mentions(o.Unlinked)}}
}

func mentions(queries []data.Query) []string {
	var out []string
	for _, q := range queries {
		out = append(out, q.Mention)
	}
	return out
}

// vectors are those of the names of a pack.
type vectors struct {
	fit.Vectors
	n *core.Normalizer
}

func newVectors(n *core.Normalizer) *vectors {
	v := &vectors{n: n}
	c := engine.Of(n).Contents()
	for _, name := range c.Names.Range(0, c.Names.Len()) {
		v.Data = n.Vector(v.Data, string(name))
	}
	v.Dim = len(v.Data) / c.Names.Len()
	return v
}

func (v *vectors) nearest(mention string) float64 {
	q, best := v.n.Vector(nil, mention), float32(-1)
	for i := range v.Len() {
		best = max(best, f32.Dot(q, v.Row(i)))
	}
	return float64(best)
}

// judge measures how well a model tells the mentions of a set.
func (v *vectors) judge(m nilModel, repeat int, s nilSet) nilResult {
	var halves [2][]judged
	known := map[string]float64{}
	for missing, list := range [][]string{s.linked, s.missing} {
		for _, mention := range list {
			cosine, ok := known[mention]
			if !ok {
				cosine = v.nearest(mention)
				known[mention] = cosine
			}
			half := halfOf(mention)
			halves[half] = append(halves[half], judged{-cosine, missing == 1})
		}
	}
	test := newCurve(halves[1])
	threshold := newCurve(halves[0]).best()
	precision, recall := test.at(threshold)
	return nilResult{m, repeat, test, test.area(), precision, recall, -threshold}
}

// halfOf puts a mention into one half or the other, always the same.
func halfOf(mention string) int {
	h := fnv.New32a()
	h.Write([]byte(mention))
	return int(h.Sum32() >> 16 & 1)
}
