package edit

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strconv"

	"github.com/normlet/normlet/core/pack"
)

// deltaRow is an added row while rows are sorted.
type deltaRow struct {
	pack.RowKey
	kind   pack.Kind
	before uint32
}

// delta returns what tells the edited pack from its base.
func (e *editor) delta() *pack.Delta {
	d := &pack.Delta{}
	namespaces := e.namespaces()
	a := &d.Added
	a.Namespaces = namespaces
	var ids []string
	var rows []deltaRow
	for _, x := range e.sorted() {
		added := e.compare(x, d)
		if len(x.names) > 0 && (len(added) > 0 || e.otherAttributes(x)) {
			ns, _ := slices.BinarySearch(namespaces, x.namespace)
			ids = append(ids, x.id)
			a.EntityNamespace, a.Prior = append(a.EntityNamespace, uint16(ns)), append(a.Prior, x.prior)
		}
		rows = append(rows, added...)
	}
	slices.Sort(d.Removed)
	e.addRows(d, ids, rows)
	if len(d.Removed) > 0 || len(ids) > 0 {
		a.Meta = e.meta(len(rows) - len(d.Removed))
	}
	return d
}

// compare appends the rows that an entity loses to d.Removed and returns those
// that it gains. A row of another kind is lost and gained.
func (e *editor) compare(x *edit, d *pack.Delta) (added []deltaRow) {
	kept := map[string]bool{}
	if x.number >= 0 {
		for _, row := range e.rows[x.number] {
			name := e.base.Names.At(int(row))
			if i, ok := x.at[name]; ok && x.names[i].kind == e.base.RowKind[row] {
				kept[name] = true
			} else {
				d.Removed = append(d.Removed, row)
			}
		}
	}
	for _, n := range x.names {
		if !kept[n.text] {
			added = append(added, deltaRow{RowKey: pack.NewRowKey(n.text, x.id), kind: n.kind})
		}
	}
	return added
}

// otherAttributes reports whether an entity's attributes differ from the base's.
func (e *editor) otherAttributes(x *edit) bool {
	return x.number >= 0 && (x.prior != e.base.Prior[x.number] ||
		x.namespace != e.base.Namespaces[e.base.EntityNamespace[x.number]])
}

// addRows fills in the tables of added rows, in the order of rows.
func (e *editor) addRows(d *pack.Delta, ids []string, rows []deltaRow) {
	for i := range rows {
		rows[i].before = uint32(e.place(rows[i].RowKey))
	}
	slices.SortFunc(rows, func(x, y deltaRow) int {
		return cmp.Or(cmp.Compare(x.before, y.before), x.Compare(y.RowKey))
	})
	a := &d.Added
	a.Bits = e.base.Bits
	names := make([]string, len(rows))
	for i, r := range rows {
		entity, _ := slices.BinarySearch(ids, r.ID)
		names[i] = r.Name
		d.Before = append(d.Before, r.before)
		a.RowEntity, a.RowKind = append(a.RowEntity, uint32(entity)), append(a.RowKind, r.kind)
		a.Codes = append(a.Codes, e.n.Code(nil, r.Name)...)
	}
	a.IDs, a.Names = pack.NewStrings(ids), pack.NewStrings(names)
}

// place returns how many rows of the base come before one.
func (e *editor) place(key pack.RowKey) int {
	return sort.Search(e.base.Names.Len(), func(row int) bool {
		return pack.NewRowKey(e.base.Names.At(row), e.base.IDs.At(int(e.base.RowEntity[row]))).Compare(key) >= 0
	})
}

// namespaces returns those of all entities that have names, sorted.
func (e *editor) namespaces() []string {
	used := map[string]bool{}
	gone := map[int]bool{} // edited entities speak for themselves
	for _, x := range e.edited {
		gone[x.number] = true
		if len(x.names) > 0 {
			used[x.namespace] = true
		}
	}
	for entity, ns := range e.base.EntityNamespace {
		if !gone[entity] {
			used[e.base.Namespaces[ns]] = true
		}
	}
	return slices.Sorted(maps.Keys(used))
}

// meta returns the facts that a change makes untrue, put right, for more names
// than the base. The digest of the terminology becomes that of what the pack was
// built from.
func (e *editor) meta(more int) []pack.Pair {
	entities := e.base.IDs.Len()
	for _, x := range e.edited {
		if x.number >= 0 {
			entities--
		}
		if len(x.names) > 0 {
			entities++
		}
	}
	var pairs []pack.Pair
	add := func(key, value string) { pairs = append(pairs, pack.Pair{Key: key, Value: value}) }
	const digest = "terminology.sha256"
	if v := e.base.MetaValue(digest); v != "" {
		add("base."+digest, v)
		add(digest, "")
	}
	add("entities", strconv.Itoa(entities))
	add("names", strconv.Itoa(e.base.Names.Len()+more))
	slices.SortFunc(pairs, func(a, b pack.Pair) int { return cmp.Compare(a.Key, b.Key) })
	return pairs
}
