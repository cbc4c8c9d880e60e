package index

import (
	"cmp"
	"slices"
	"sort"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/search"
)

// Completion is a row whose name begins with the typed text.
type Completion struct {
	Row    int
	Entity uint32
	Whole  bool // the name is the typed text
	prior  uint8
	kind   pack.Kind
}

// Complete returns up to k entities that have a name beginning with typed: first those with a whole name, then those that
// people write about most. Each entity appears once, with its strongest name. Only rows in filter count; nil allows all. It
// returns none if typed has no letter or digit.
//
// The rows are neighbours, because rows are sorted by the letters and digits of their names: two binary searches find the
// first and the last one, and a third separates whole names from longer ones. Complete compares the rows by tables of the
// pack and reads no other name. A single letter finds tens of thousands of rows of the default pack in under a millisecond.
func Complete(c *pack.Contents, typed string, k int, filter *search.RowFilter) []Completion {
	t := top{k: k}
	first, longer, end := rowsWithPrefix(c, names.Key(typed))
	for row := first; row < end; row++ {
		if filter.Has(int32(row)) {
			e := c.RowEntity[row]
			t.add(Completion{Row: row, Entity: e, Whole: row < longer, prior: c.Prior[e], kind: c.RowKind[row]})
		}
	}
	return t.best
}

// rowsWithPrefix returns the rows whose names begin with key, [first, end). The names of [first, longer) equal key.
func rowsWithPrefix(c *pack.Contents, key string) (first, longer, end int) {
	if key == "" {
		return 0, 0, 0
	}
	var r Reader
	// until returns the first row for which ends holds; it holds for all later ones.
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

// compare orders the better row first.
func compare(a, b Completion) int {
	if a.Whole != b.Whole {
		if a.Whole {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.prior, a.prior), cmp.Compare(a.kind, b.kind), cmp.Compare(a.Row, b.Row))
}

// top keeps the best row of each of the k best entities, the best first.
type top struct {
	k    int
	best []Completion
}

func (t *top) add(f Completion) {
	if t.k < 1 || len(t.best) == t.k && compare(t.best[t.k-1], f) < 0 {
		return
	}
	if i := slices.IndexFunc(t.best, func(b Completion) bool { return b.Entity == f.Entity }); i >= 0 {
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
