package assemble

import (
	"cmp"
	"slices"
	"sort"
	"strconv"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train/data"
)

// withoutTwins returns a list without its twins, and these. Nothing is learned from them: their names are those of human
// genes.
func withoutTwins(t *data.Terminology) (own *data.Terminology, twins []data.Entity) {
	isTwin := func(e data.Entity) bool { return len(e.Names) > 0 && e.Names[0].Kind == pack.KindTwin }
	if t == nil || !slices.ContainsFunc(t.Entities, isTwin) {
		return t, nil
	}
	rest := *t
	rest.Entities = nil
	for _, e := range t.Entities {
		if isTwin(e) {
			twins = append(twins, e)
		} else {
			rest.Entities = append(rest.Entities, e)
		}
	}
	return &rest, twins
}

// withTwins returns a finished pack with twins, in the way in which a pack is changed.
func withTwins(c *pack.Contents, twins []data.Entity, top float64) (*pack.Contents, error) {
	if len(twins) == 0 {
		return c, nil
	}
	n, err := core.New(c)
	if err != nil {
		return nil, err
	}
	twins = slices.SortedFunc(slices.Values(twins), func(a, b data.Entity) int { return cmp.Compare(a.ID, b.ID) })
	d := &pack.Delta{Added: pack.Contents{Namespaces: slices.Clone(c.Namespaces), Bits: c.Bits}}
	a, ids := &d.Added, make([]string, len(twins))
	a.Namespaces = append(a.Namespaces, namespacesIn(twins)...)
	slices.Sort(a.Namespaces)
	a.Namespaces = slices.Compact(a.Namespaces)
	var rows []nameRow
	for i, e := range twins {
		ids[i] = e.ID
		ns, _ := slices.BinarySearch(a.Namespaces, e.Namespace)
		a.EntityNamespace, a.Prior = append(a.EntityNamespace, uint16(ns)), append(a.Prior, pack.PriorOf(e.Weight, top))
		rows = append(rows, nameRow{RowKey: pack.NewRowKey(e.Names[0].Text, e.ID), entity: uint32(i), kind: pack.KindTwin})
	}
	slices.SortFunc(rows, func(a, b nameRow) int { return a.Compare(b.RowKey) })
	texts := make([]string, len(rows))
	for i, r := range rows {
		texts[i] = r.Name
		d.Before = append(d.Before, uint32(sort.Search(c.Names.Len(), func(row int) bool {
			return pack.NewRowKey(c.Names.At(row), c.IDs.At(int(c.RowEntity[row]))).Compare(r.RowKey) >= 0
		})))
		a.RowEntity, a.RowKind = append(a.RowEntity, r.entity), append(a.RowKind, r.kind)
		a.Codes = append(a.Codes, engine.Of(n).Code(nil, r.Name)...)
	}
	a.IDs, a.Names = pack.NewStrings(ids), pack.NewStrings(texts)
	a.Meta = []pack.Pair{{Key: "entities", Value: strconv.Itoa(c.IDs.Len() + len(ids))}, {Key: "names", Value: strconv.Itoa(c.Names.Len() + len(rows))}}
	return c.With(d)
}
