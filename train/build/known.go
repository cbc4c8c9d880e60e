package build

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// A list without weights often holds what another pack knows how much is written
// about: proteins, of which the default pack has the genes. Names that the two share
// say which entity is which, whatever its id.

const (
	// sameNames is from how many names in common entities are the same, a name of
	// several known entities counting by a share of each.
	sameNames = 1.5
	// sameShare is the share of its names that do for an entity of few.
	sameShare = 0.3
	// knownShare is the share of a list's entities that have to be known: of some
	// lists a few are by chance, or are of a kind of their own.
	knownShare = 0.25
	// unknownShare is how much is written about an entity that is not known, of what
	// is about a known one of as many names.
	unknownShare = 0.2
)

// WeightsFrom returns the terminology with the weights that a pack has for its
// entities, by the names they share, and how many it has them for. The others' are
// estimated, on the scale of these. A terminology with weights of its own, and one of
// which the pack knows less than a quarter, is returned as it is, with 0.
func WeightsFrom(known *pack.Contents, t *data.Terminology) (*data.Terminology, int) {
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
	top, _ := strconv.ParseFloat(c.MetaValue(core.MetaMaxWeight), 64) // without, nothing is lent
	for e, p := range c.Prior {
		l.weight[e] = math.Expm1(float64(p) / 255 * math.Log1p(top))
	}
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		e := int32(c.RowEntity[row])
		if l.weight[e] == 0 {
			continue
		}
		if form := encoder.Compact(encoder.TextForm(string(name))); !slices.Contains(l.byForm[form], e) {
			l.byForm[form] = append(l.byForm[form], e)
		}
	}
	return l
}

// weights returns the weights of entities, 0 for those that are not known, and how
// many are. Of several that share names with a known one, those are meant that share
// half as many as the first of them at least: a pseudogene is no gene.
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

// same returns the known entity that e is, and how many names they share, 0 if it is
// none.
func (l *lender) same(e *data.Entity) (known int32, shared float64) {
	forms := make(map[string]bool)
	names := make(map[int32]float64)
	for _, n := range e.Names {
		form := encoder.Compact(encoder.TextForm(n.Text))
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
