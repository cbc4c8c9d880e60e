package server

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

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
			switch primary {
			case a:
				return -1
			case b:
				return 1
			}
			return cmp.Compare(v.tables.RowKind[a], v.tables.RowKind[b])
		})
	}
	return out
}

// mostCURIEs reports whether most ids have a prefix.
func mostCURIEs(c *pack.Contents) bool {
	n := 0
	for _, id := range c.IDs.Range(0, c.IDs.Len()) {
		if pack.Prefix(string(id)) != "" {
			n++
		}
	}
	return 2*n > c.IDs.Len()
}

// withPrefix returns up to k entities with a name that begins with typed, of one namespace unless that is "". The
// entity whose id is typed leads.
func (v *view) withPrefix(typed, namespace string, k int) []suggestion {
	out := []suggestion{}
	add := func(id, name, ns string) {
		out = append(out, suggestion{thing{id, name, id}, []thing{{ID: ns, Name: ns}}})
	}
	o := core.Options{K: k}
	if namespace != "" {
		o.Namespaces = []string{namespace}
	}
	found, err := v.Suggest(typed, o)
	if err != nil {
		return out // another pack may have that namespace
	}
	entity, isID := v.tables.IDs.Find(typed)
	if isID = isID && (namespace == "" || v.tables.NamespaceOf(entity) == namespace); isID {
		add(typed, v.nameOf(entity), v.tables.NamespaceOf(entity))
	}
	for _, f := range found {
		if !isID || f.ID != typed {
			add(f.ID, f.Name, f.Namespace)
		}
	}
	return out[:min(k, len(out))]
}
