package assemble

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/data"
)

// How much is written about the entities of a list is known, in order of trust, from weights
// that the user gives, from the list itself, from a pack that has the same entities (the
// default pack has the genes of a list of proteins), or estimated from the list's own names.
// Texts of the user add to any of these, those of a recipe to estimates.

const (
	sameNames    = 1.5  // shared names that make two entities one; a name of n known entities counts 1/n
	sameShare    = 0.3  // share of an entity's names that suffices, too
	knownShare   = 0.25 // share of a list's entities that the pack must know; fewer match by chance
	unknownShare = 0.2  // weight of an unknown entity, as a share of a known one's with as many names
)

// Weights says where the weights come from.
type Weights struct {
	Given     int    // entities that Recipe.Weights has a weight for
	Unknown   int    // weights of it whose ids the terminology lacks
	Borrowed  int    // entities that the lender has a weight for
	Estimated bool   // there are none but those that the list's names suggest
	Texts     *Texts // nil without Recipe.Texts
}

// weigh returns the terminology with weights, before the list gets names that are not its own: those that
// people wrote, or that other lists lend, say nothing about how well known an entity is.
func weigh(ctx context.Context, r *Recipe, progress Progress) (t *data.Terminology, w Weights, err error) {
	t = &data.Terminology{Entities: slices.Clone(r.Terminology.Entities), Relations: r.Terminology.Relations}
	if own := weighted(t.Entities); !own || len(r.Weights) > 0 {
		w = weighBeside(t, r.Weights, cmp.Or(r.Lender, r.Base), own)
	}
	if estimated := estimatedIn(r.Meta); len(r.Defining) > 0 && len(estimated) > 0 {
		if err := compare(ctx, t, estimated, chained(r.Defining), progress); err != nil {
			return nil, w, err
		}
	}
	if r.Texts == nil {
		return t, w, nil
	}
	b := newNamedBy(t.Entities)
	found, err := b.read(ctx, r.Texts, func(done int) { progress("texts", done, -1) })
	if err != nil {
		return nil, w, err
	}
	w.Texts = &found
	setWeights(t, b.weights(weights(t.Entities)))
	return t, w, nil
}

// weighBeside gives weights to a list that has none of its own or gets others.
func weighBeside(t *data.Terminology, given map[string]float64, lender *pack.Contents, own bool) (w Weights) {
	estimates := Popularity(t.Entities)
	if len(given) > 0 {
		w.Given, w.Unknown = give(t, given, estimates, own)
	}
	if own || w.Given > 0 {
		return w
	}
	if lender != nil {
		w.Borrowed = borrow(lender, t, estimates)
	}
	if w.Borrowed == 0 {
		w.Estimated = true
		setWeights(t, estimates)
	}
	return w
}

// Weigh gives a terminology without weights those that a build would give it: borrowed from the lender, which may be nil, or
// else estimated. It returns the number of entities that the lender knows.
func Weigh(t *data.Terminology, lender *pack.Contents) (borrowed int) {
	if weighted(t.Entities) {
		return 0
	}
	return weighBeside(t, nil, lender, false).Borrowed
}

// FillWeights completes the weights of a terminology in which only some entities have one. A namespace without any gets the
// weights that a build of this namespace alone would give it; in others, missing weights are estimated.
func FillWeights(t *data.Terminology, lender *pack.Contents) {
	if !weighted(t.Entities) {
		return // the build weighs them, and says so
	}
	for _, own := range byNamespace(t.Entities) {
		part := &data.Terminology{}
		for _, i := range own {
			part.Entities = append(part.Entities, t.Entities[i])
		}
		if weighted(part.Entities) {
			fillMissing(part)
		} else if estimates := Popularity(part.Entities); lender == nil || borrow(lender, part, estimates) == 0 {
			setWeights(part, estimates)
		}
		for k, i := range own {
			t.Entities[i].Weight = part.Entities[k].Weight
		}
	}
}

// byNamespace returns the entities of each namespace, in the order of their first ones.
func byNamespace(entities []data.Entity) (groups [][]int) {
	index := map[string]int{}
	for i := range entities {
		g, ok := index[entities[i].Namespace]
		if !ok {
			g = len(groups)
			index[entities[i].Namespace] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

func fillMissing(t *data.Terminology) {
	out := weights(t.Entities)
	has := make([]bool, len(out))
	for i, w := range out {
		has[i] = w > 0
	}
	if !slices.Contains(has, false) {
		return
	}
	fill(out, has, Popularity(t.Entities))
	setWeights(t, out)
}

func setWeights(t *data.Terminology, weights []float64) {
	for i := range t.Entities {
		t.Entities[i].Weight = weights[i]
	}
}

// give sets the weights of a file, by id, and returns how many entities of t and how many ids
// that t lacks it has. The others keep their own weights, or get their estimate on that scale.
func give(t *data.Terminology, given map[string]float64, estimates []float64, own bool) (known, unknown int) {
	index := newIDs(t)
	out := make([]float64, len(t.Entities))
	has := make([]bool, len(t.Entities))
	for _, id := range slices.Sorted(maps.Keys(given)) {
		found, ok := index.first([]string{id})
		if !ok {
			unknown++
			continue
		}
		known++
		i := index.index[found]
		out[i], has[i] = given[id], true
	}
	if known == 0 {
		return known, unknown
	}
	if own {
		for i := range out {
			if !has[i] {
				out[i] = t.Entities[i].Weight
			}
		}
	} else {
		fill(out, has, estimates)
	}
	setWeights(t, out)
	return known, unknown
}

// fill gives entities without a weight their estimate on the scale of the known ones.
func fill(weights []float64, has []bool, estimates []float64) {
	var theirs, ours []float64 // of those that have one
	for i, w := range weights {
		if has[i] && w > 0 {
			theirs, ours = append(theirs, w), append(ours, estimates[i])
		}
	}
	if len(theirs) == 0 {
		return
	}
	scale := unknownShare * median(theirs) / max(median(ours), 1)
	for i := range weights {
		if !has[i] {
			weights[i] = scale * estimates[i]
		}
	}
}

// borrow gives the entities of a list without weights those of a pack's, if it knows enough of
// them, and returns how many it found; the others are estimated on that scale.
func borrow(known *pack.Contents, t *data.Terminology, estimates []float64) int {
	weights, n := newLender(known, t.Entities).weights(t.Entities)
	if n == 0 || float64(n) < knownShare*float64(len(weights)) {
		return 0
	}
	has := make([]bool, len(weights))
	for i, w := range weights {
		has[i] = w > 0
	}
	fill(weights, has, estimates)
	setWeights(t, weights)
	return n
}

func median(x []float64) float64 {
	slices.Sort(x)
	return stat.Quantile(0.5, stat.Empirical, x, nil)
}

// lender knows the entities of a pack by the names that they share with a list.
type lender struct {
	weight   []float64      // of each entity
	byForm   map[string]int // normalized forms of the list, numbered
	entities [][]int32      // of each form
}

func newLender(c *pack.Contents, list []data.Entity) *lender {
	l := &lender{weight: make([]float64, c.IDs.Len()), byForm: map[string]int{}}
	for i := range list {
		for _, n := range list[i].Names {
			if key := names.Key(n.Text); l.byForm[key] == 0 {
				l.byForm[key] = len(l.byForm) + 1
			}
		}
	}
	top, _ := strconv.ParseFloat(c.MetaValue(pack.MetaMaxWeight), 64) // without, nothing is lent
	estimated := namespacesOf(c.MetaValue(pack.MetaEstimated))
	for e, p := range c.Prior {
		if slices.Contains(estimated, c.Namespaces[c.EntityNamespace[e]]) {
			continue
		}
		l.weight[e] = f64.Expm1(float64(p) / 255 * f64.Log1p(top))
	}
	l.entities = make([][]int32, len(l.byForm)+1)
	for _, part := range l.read(c) {
		for _, x := range part {
			if known := &l.entities[x.form]; !slices.Contains(*known, x.entity) {
				*known = append(*known, x.entity)
			}
		}
	}
	return l
}

// named is a form that an entity has as a name.
type named struct {
	form   int
	entity int32
}

// read returns which of the list's forms the entities of a pack have, in the order of its rows, by parts of them.
func (l *lender) read(c *pack.Contents) [][]named {
	found := make([][]named, runtime.GOMAXPROCS(0))
	parallel.Parts(len(found), c.Names.Len(), func(part, lo, hi int) {
		var form, key []byte
		for row, name := range c.Names.Range(lo, hi) {
			e := int32(c.RowEntity[row])
			if l.weight[e] == 0 {
				continue
			}
			form = names.AppendForm(form[:0], names.View(name))
			key = names.AppendCompact(key[:0], form) // as names.Key, without a string for each of a million names
			if i := l.byForm[string(key)]; i > 0 {
				found[part] = append(found[part], named{i, e})
			}
		}
	})
	return found
}

// weights returns the weights of entities, 0 for unknown ones, and how many are known. An entity
// counts if it shares half as many names with the known one as the best: a pseudogene is no gene.
func (l *lender) weights(entities []data.Entity) (out []float64, known int) {
	who := make([]int32, len(entities))
	shared := make([]float64, len(entities))
	most := make([]float64, len(l.weight))
	for i := range entities {
		if who[i], shared[i] = l.same(&entities[i]); shared[i] > 0 {
			most[who[i]] = max(most[who[i]], shared[i])
		}
	}
	out = make([]float64, len(entities))
	for i, e := range who {
		if shared[i] > 0 && shared[i] >= most[e]/2 {
			out[i] = l.weight[e]
			known++
		}
	}
	return out, known
}

// same returns the known entity that e is and how many names they share, or 0.
func (l *lender) same(e *data.Entity) (known int32, shared float64) {
	forms := make(map[string]bool)
	common := make(map[int32]float64)
	for _, n := range e.Names {
		form := names.Key(n.Text)
		if forms[form] {
			continue
		}
		forms[form] = true
		of := l.entities[l.byForm[form]]
		for _, k := range of {
			common[k] += 1 / float64(len(of))
			if s := common[k]; s > shared || s == shared && k < known {
				known, shared = k, s
			}
		}
	}
	if shared < sameNames && shared < sameShare*float64(len(forms)) {
		return 0, 0
	}
	return known, shared
}

// namespacesOf reads a list of namespaces as packs state it.
func namespacesOf(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

func estimatedIn(facts []pack.Pair) []string {
	for _, f := range facts {
		if f.Key == pack.MetaEstimated {
			return namespacesOf(f.Value)
		}
	}
	return nil
}
