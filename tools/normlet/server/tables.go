package server

import (
	"cmp"
	"slices"
	"sort"

	"github.com/normlet/normlet/core/names"
)

func (v *view) namespaceOf(entity int) string {
	return v.tables.Namespaces[v.tables.EntityNamespace[entity]]
}

func (v *view) nameOf(entity int) string {
	return v.tables.Names.At(int(v.tables.PrimaryRow[entity]))
}

// rows returns the rows of each entity: primary, then by kind and row. It scans all rows, a fraction of a millisecond
// for a hundred thousand; an index is not worth its memory.
func (v *view) rows(entities ...int) [][]uint32 {
	place := make(map[uint32][]int, len(entities)) // in entities, which may have some twice
	for i, e := range entities {
		place[uint32(e)] = append(place[uint32(e)], i)
	}
	out := make([][]uint32, len(entities))
	for row, e := range v.tables.RowEntity {
		for _, i := range place[e] {
			out[i] = append(out[i], uint32(row))
		}
	}
	for i, rows := range out {
		primary := v.tables.PrimaryRow[entities[i]]
		slices.SortStableFunc(rows, func(a, b uint32) int {
			if a == primary || b == primary {
				return cmp.Compare(boolInt(b == primary), boolInt(a == primary))
			}
			return cmp.Compare(v.tables.RowKind[a], v.tables.RowKind[b])
		})
	}
	return out
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// maxPrefixRows bounds the names that a suggestion looks at: thousands begin with one letter.
const maxPrefixRows = 4096

// withPrefix returns the entities with a name whose letters and digits begin with those of prefix: whole names first,
// then by how often people write of them. The entity whose id is prefix leads.
func (v *view) withPrefix(prefix, namespace string) []int {
	var entities []int
	rank := make(map[int]int) // greater is better
	add := func(entity, r int) {
		if namespace != "" && v.namespaceOf(entity) != namespace {
			return
		}
		if _, known := rank[entity]; !known {
			entities = append(entities, entity)
		}
		rank[entity] = max(rank[entity], r)
	}
	if entity, ok := v.tables.IDs.Find(prefix); ok {
		add(entity, 1<<10)
	}
	v.prefixRows(prefix, func(row int, whole bool) {
		entity := int(v.tables.RowEntity[row])
		add(entity, int(v.tables.Prior[entity])+boolInt(whole)<<9)
	})
	slices.SortStableFunc(entities, func(a, b int) int {
		return cmp.Or(cmp.Compare(rank[b], rank[a]), cmp.Compare(a, b))
	})
	return entities
}

// prefixRows calls f with the rows whose names begin with prefix, and whether prefix is the whole name. Rows are sorted
// by letters and digits.
func (v *view) prefixRows(prefix string, f func(row int, whole bool)) {
	want := names.Key(prefix)
	if want == "" {
		return
	}
	var name, form, compact []byte
	compactOf := func(row int) string {
		name = v.tables.Names.Append(name[:0], row)
		form = names.AppendForm(form[:0], string(name))
		compact = names.AppendCompact(compact[:0], form)
		return string(compact)
	}
	rows := v.tables.Names.Len()
	from := sort.Search(rows, func(row int) bool { return compactOf(row) >= want })
	for row := from; row < min(rows, from+maxPrefixRows); row++ {
		c := compactOf(row)
		if len(c) < len(want) || c[:len(want)] != want {
			return
		}
		f(row, len(c) == len(want))
	}
}
