package assemble

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// prior says how much is written about each entity.
type prior struct {
	weights   []float64 // in the pack's order
	estimated bool      // from names and labelled mentions, for want of better
	top       float64   // the largest
}

// tables returns a pack with the tables of entities, by id, and of rows.
func tables(l *list, estimated bool) (*pack.Contents, *prior) {
	entities := slices.Clone(l.Entities)
	slices.SortFunc(entities, func(a, b data.Entity) int { return cmp.Compare(a.ID, b.ID) })
	p := &prior{estimated: estimated}
	ids, c := make([]string, len(entities)), &pack.Contents{}
	for e, entity := range entities {
		ids[e] = entity.ID
		weight := entity.Weight
		if p.estimated {
			weight += float64(mentionWeight * float64(l.labelled.count(entity.ID)))
		}
		p.weights = append(p.weights, weight)
		p.top = max(p.top, weight)
		c.Namespaces = append(c.Namespaces, entity.Namespace)
	}
	slices.Sort(c.Namespaces)
	c.Namespaces = slices.Compact(c.Namespaces)
	for e, entity := range entities {
		ns, _ := slices.BinarySearch(c.Namespaces, entity.Namespace)
		c.EntityNamespace = append(c.EntityNamespace, uint16(ns))
		c.Prior = append(c.Prior, pack.PriorOf(p.weights[e], p.top))
	}
	c.IDs = pack.NewStrings(ids)
	for e := range entities {
		entities[e].Names = slices.Concat(entities[e].Names, l.lent[entities[e].ID])
	}
	l.addRows(c, entities)
	return c, p
}

type nameRow struct {
	pack.RowKey
	entity    uint32
	kind      pack.Kind
	languages string // see pack.Contents.LanguagesOf
}

func (l *list) addRows(c *pack.Contents, entities []data.Entity) {
	var rows []nameRow
	for e := range entities {
		entity, labelled := &entities[e], map[string]bool{}
		for i, n := range entity.Names {
			rows = append(rows, nameRow{pack.NewRowKey(n.Text, entity.ID), uint32(e), l.kind(entity, i), withLabels(n.Languages, labelled)})
		}
	}
	slices.SortFunc(rows, func(a, b nameRow) int { return a.Compare(b.RowKey) })
	texts := make([]string, len(rows))
	for i, r := range rows {
		texts[i] = r.Name
		c.RowEntity, c.RowKind = append(c.RowEntity, r.entity), append(c.RowKind, r.kind)
	}
	c.Names = pack.NewStrings(texts)
	addLanguages(c, rows)
	c.PrimaryRow = pack.PrimaryRows(len(entities), c.RowEntity, c.RowKind)
	l.show(c, entities)
}
