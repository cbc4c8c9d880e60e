package recipe

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

func (p *part) weigh() error {
	if p.weights == "" {
		return nil
	}
	given, err := data.ReadWeights(p.weights)
	if err != nil {
		return err
	}
	weights := make(map[string]float64, len(given))
	for id, w := range given {
		weights[p.id(id)] = w
	}
	for i := range p.terminology.Entities {
		e := &p.terminology.Entities[i]
		if w, ok := weights[e.ID]; ok {
			e.Weight = w
		}
	}
	return nil
}

// estimate gives the entities of a source that states a prominence weights: their own, or else estimates, on the scale
// of the sources before.
func (p *part) estimate() error {
	if p.Prominence == 0 {
		return nil
	}
	weights := p.estimates()
	if err := p.raise(weights); err != nil {
		return err
	}
	most := slices.Max(weights)
	top := cmp.Or(p.top, most)
	scale := p.Prominence * f64.Log1p(top) / f64.Log1p(most)
	for i, w := range weights {
		p.terminology.Entities[i].Weight = f64.Expm1(scale * f64.Log1p(w))
	}
	return nil
}

// estimates returns the weights of the entities, or estimates if they have none.
func (p *part) estimates() []float64 {
	entities := p.terminology.Entities
	if !slices.ContainsFunc(entities, func(e data.Entity) bool { return e.Weight > 0 }) {
		return assemble.Popularity(entities)
	}
	weights := make([]float64, len(entities))
	for i := range entities {
		weights[i] = entities[i].Weight
	}
	return weights
}

// What a list of well-known things names is ten times as well known as its source shows, and as what is named 20 times.
const (
	knownFactor = 10
	knownLeast  = 20
)

// raise applies known_by: each of those things raises the weight of the entity that has the most of its names.
func (p *part) raise(weights []float64) error {
	if p.knownBy == "" {
		return nil
	}
	things, err := p.wellKnown()
	if err != nil {
		return err
	}
	owners := map[string][]int{}
	for i, e := range p.terminology.Entities {
		for _, key := range keys(&e) {
			owners[key] = append(owners[key], i)
		}
	}
	for _, thing := range things {
		shared, best := map[int]int{}, -1
		for _, key := range keys(&thing) {
			for _, i := range owners[key] {
				if shared[i]++; best < 0 || shared[i] > shared[best] || shared[i] == shared[best] && i < best {
					best = i
				}
			}
		}
		if best >= 0 {
			weights[best] = float64(knownFactor*weights[best]) + knownLeast
		}
	}
	return nil
}

func (p *part) wellKnown() ([]data.Entity, error) {
	o := data.ReadOptions{SkipBad: true, Format: data.TSV}
	if p.knownOr {
		o = p.KnownBy.Or.options(true)
	}
	list, _, err := data.ReadSources([]data.Source{{Path: p.knownBy}}, o)
	if err == nil && p.knownKeep == "" {
		return list.Entities, nil
	}
	var kept map[string]bool
	if err == nil {
		kept, _, err = p.KnownBy.Keep.read(p.knownKeep)
	}
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list.Entities, func(e data.Entity) bool { return !kept[e.ID] }), nil
}

func keys(e *data.Entity) (out []string) {
	for _, n := range e.Names {
		if key := letters(n.Text); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// keepMost keeps the entities of the largest weights, of equal ones those with the first ids, and what is like earlier
// ones: who asks for those would get these.
func (p *part) keepMost() {
	entities := p.terminology.Entities
	if p.Most == 0 || len(entities)-len(p.joined) <= p.Most {
		return
	}
	weights := p.estimates()
	var order []int
	for i, e := range entities {
		if _, earlier := p.joined[e.ID]; !earlier && !p.apart[e.ID] {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(entities[a].ID, entities[b].ID))
	})
	kept := make([]bool, len(entities))
	for _, i := range order[:min(p.Most, len(order))] {
		kept[i] = true
	}
	p.keepNew(fmt.Sprintf("beyond the %d of the largest weights", p.Most), func(i int) bool { return kept[i] || p.apart[entities[i].ID] })
}
