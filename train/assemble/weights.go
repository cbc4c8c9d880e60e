package assemble

import (
	"context"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// If a list has no weights, it borrows them from the base pack: the default pack has
// the genes of a list of proteins. Shared names tell which entity is which.

const (
	sameNames    = 1.5  // shared names that make two entities one; a name of n known entities counts 1/n
	sameShare    = 0.3  // share of an entity's names that suffices, too
	knownShare   = 0.25 // share of a list's entities that the pack must know; fewer match by chance
	unknownShare = 0.2  // weight of an unknown entity, as a share of a known one's with as many names
)

// borrowWeights gives a terminology without weights those of the base pack.
func (a *assembly) borrowWeights(context.Context) error {
	if a.Base != nil {
		a.terminology, a.report.Borrowed = weightsFrom(a.Base, a.terminology)
	}
	return nil
}

// weightsFrom returns the terminology with the weights of a pack's entities, and how many it
// found; the others are estimated on that scale. If t has weights, or if the pack knows less
// than a quarter of it, t comes back with 0.
func weightsFrom(known *pack.Contents, t *data.Terminology) (*data.Terminology, int) {
	if weighted(t.Entities) {
		return t, 0
	}
	weights, n := newLender(known).weights(t.Entities)
	if n == 0 || float64(n) < knownShare*float64(len(weights)) {
		return t, 0
	}
	estimates := popularity(t.Entities)
	var theirs, ours []float64 // of those that are known
	for i, w := range weights {
		if w > 0 {
			theirs, ours = append(theirs, w), append(ours, estimates[i])
		}
	}
	scale := unknownShare * median(theirs) / max(median(ours), 1)
	out := &data.Terminology{Entities: slices.Clone(t.Entities)}
	for i := range out.Entities {
		if out.Entities[i].Weight = weights[i]; weights[i] == 0 {
			out.Entities[i].Weight = scale * estimates[i]
		}
	}
	return out, n
}

func median(x []float64) float64 {
	slices.Sort(x)
	return stat.Quantile(0.5, stat.Empirical, x, nil)
}

// lender knows the entities of a pack by their names.
type lender struct {
	weight []float64          // of each entity
	byForm map[string][]int32 // entities of a normalized form
}

func newLender(c *pack.Contents) *lender {
	l := &lender{weight: make([]float64, c.IDs.Len()), byForm: make(map[string][]int32)}
	top, _ := strconv.ParseFloat(c.MetaValue(pack.MetaMaxWeight), 64) // without, nothing is lent
	for e, p := range c.Prior {
		l.weight[e] = math.Expm1(float64(p) / 255 * math.Log1p(top))
	}
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		e := int32(c.RowEntity[row])
		if l.weight[e] == 0 {
			continue
		}
		if form := data.Form(string(name)); !slices.Contains(l.byForm[form], e) {
			l.byForm[form] = append(l.byForm[form], e)
		}
	}
	return l
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
	names := make(map[int32]float64)
	for _, n := range e.Names {
		form := data.Form(n.Text)
		if forms[form] {
			continue
		}
		forms[form] = true
		for _, k := range l.byForm[form] {
			names[k] += 1 / float64(len(l.byForm[form]))
			if s := names[k]; s > shared || s == shared && k < known {
				known, shared = k, s
			}
		}
	}
	if shared < sameNames && shared < sameShare*float64(len(forms)) {
		return 0, 0
	}
	return known, shared
}
