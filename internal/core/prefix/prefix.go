// Package prefix suggests entities while somebody types: those with a name that begins with the typed letters
// and digits.
//
// Rows of a pack are sorted by the letters and digits of their names, so these rows are neighbours: two binary
// searches find the first and the last, a third tells whole names from longer ones. Tables of the pack compare the
// rows between; only returned names are read. One letter means tens of thousands of rows in the default pack, and
// takes a fraction of a millisecond.
package prefix

import (
	"cmp"
	"slices"
	"sort"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/exact"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/search"
)

// Suggestion is an entity and its name that begins with the typed text.
type Suggestion struct {
	ID        string
	Namespace string
	Name      string // the entity's primary name
	Matched   string // the name that begins so
	Kind      string // of Matched: primary, exact, alias, related
	Whole     bool   // what was typed is all of Matched
}

// Find returns up to k entities of the rows in filter, nil for all, that have a name beginning with typed, the
// likeliest first: whole names, then entities that people write about most. An entity appears once, with its
// strongest name. Blanks and marks alone begin no name.
func Find(c *pack.Contents, typed string, k int, filter *search.RowFilter) []Suggestion {
	t := top{k: k}
	first, longer, end := rows(c, names.Key(typed))
	for row := first; row < end; row++ {
		if filter.Has(int32(row)) {
			e := c.RowEntity[row]
			t.add(found{row: row, entity: e, whole: row < longer, prior: c.Prior[e], kind: c.RowKind[row]})
		}
	}
	var out []Suggestion
	for _, f := range t.best {
		out = append(out, Suggestion{
			ID: c.IDs.At(int(f.entity)), Namespace: c.NamespaceOf(int(f.entity)),
			Name: c.Names.At(int(c.PrimaryRow[f.entity])), Matched: c.Names.At(f.row), Kind: f.kind.String(), Whole: f.whole,
		})
	}
	return out
}

// rows returns the rows whose names begin with key, from first to before end; those before longer are no longer.
func rows(c *pack.Contents, key string) (first, longer, end int) {
	if key == "" {
		return 0, 0, 0
	}
	var r exact.Reader
	// until returns the first row of which ends holds, as it does of all that follow.
	until := func(ends func(compact string) bool) int {
		return sort.Search(c.Names.Len(), func(row int) bool {
			return ends(names.View(r.Compact(c.Names, row)))
		})
	}
	first = until(func(compact string) bool { return compact >= key })
	longer = until(func(compact string) bool { return compact > key })
	end = until(func(compact string) bool { return compact[:min(len(compact), len(key))] > key })
	return first, longer, end
}

// found is a row that begins with what was typed, and what ranks it.
type found struct {
	row    int
	entity uint32
	whole  bool
	prior  uint8
	kind   pack.Kind
}

// compare orders the better one first.
func compare(a, b found) int {
	if a.whole != b.whole {
		if a.whole {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.prior, a.prior), cmp.Compare(a.kind, b.kind), cmp.Compare(a.row, b.row))
}

// top keeps the best row of each of the k best entities, in order.
type top struct {
	k    int
	best []found
}

func (t *top) add(f found) {
	if t.k < 1 || len(t.best) == t.k && compare(t.best[t.k-1], f) < 0 {
		return
	}
	if i := slices.IndexFunc(t.best, func(b found) bool { return b.entity == f.entity }); i >= 0 {
		if compare(t.best[i], f) < 0 {
			return
		}
		t.best = slices.Delete(t.best, i, i+1)
	} else if len(t.best) == t.k {
		t.best = t.best[:t.k-1]
	}
	i, _ := slices.BinarySearchFunc(t.best, f, compare)
	t.best = slices.Insert(t.best, i, f)
}
