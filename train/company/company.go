// Package company finds the entities that are written about together: of each, the few others that share most publications
// with it, or other things without a name that relations tell of. Package internal/core/topic looks for them in texts.
//
// Two entities are as near as their rows in a table of entities and publications, by their cosine. A publication of n
// entities weighs 1/√n.
package company

import (
	"cmp"
	"math"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/data"
)

const (
	nearest  = 8   // others that an entity has; 16 gain nothing
	maxGroup = 200 // entities of a publication that says something about them
)

// Add sets Company of c from relations. Only entities of the namespaces have company, those of all if there are none.
func Add(c *pack.Contents, relations []data.Relation, namespaces []string) {
	groups, of := group(c, relations, namespaces)
	weight := make([]float64, len(of)) // squares of the lengths of rows
	for e, list := range of {
		for _, g := range list {
			weight[e] += 1 / float64(len(groups[g]))
		}
	}
	near := make([][]int, len(of))
	parallel.Each(0, len(of), func(e int) {
		shared := map[int]float64{}
		for _, g := range of[e] {
			for _, other := range groups[g] {
				shared[other] += 1 / float64(len(groups[g]))
			}
		}
		delete(shared, e)
		for other, s := range shared {
			shared[other] = s / math.Sqrt(weight[other])
			near[e] = append(near[e], other)
		}
		slices.SortFunc(near[e], func(a, b int) int { return cmp.Or(cmp.Compare(shared[b], shared[a]), cmp.Compare(a, b)) })
		near[e] = near[e][:min(len(near[e]), nearest)]
	})
	for e, list := range near {
		for _, other := range list {
			c.Company = append(c.Company, [2]uint32{uint32(min(e, other)), uint32(max(e, other))})
		}
	}
	slices.SortFunc(c.Company, func(a, b [2]uint32) int { return slices.Compare(a[:], b[:]) })
	c.Company = slices.Compact(c.Company)
}

// group returns the entities of each thing without a name that two or more share, and by entity the numbers of these.
func group(c *pack.Contents, relations []data.Relation, namespaces []string) (groups, of [][]int) {
	entities := make(map[string]int, c.IDs.Len())
	for e, id := range c.IDs.Range(0, c.IDs.Len()) {
		if len(namespaces) == 0 || slices.Contains(namespaces, c.NamespaceOf(e)) {
			entities[string(id)] = e
		}
	}
	numbers := map[string]int{}
	for _, r := range relations {
		e, ok := entities[r.ID]
		if _, named := c.IDs.Find(r.Parent); !ok || named {
			continue
		}
		n, known := numbers[r.Parent]
		if !known {
			n = len(groups)
			numbers[r.Parent], groups = n, append(groups, nil)
		}
		groups[n] = append(groups[n], e)
	}
	of = make([][]int, c.IDs.Len())
	for n, list := range groups {
		slices.Sort(list)
		list = slices.Compact(list)
		groups[n] = list
		if len(list) < 2 || len(list) > maxGroup {
			continue
		}
		for _, e := range list {
			of[e] = append(of[e], n)
		}
	}
	return groups, of
}
