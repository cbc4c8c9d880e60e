package recipe

import (
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
)

// familyOf returns a namespace without its organism.
func familyOf(namespace string) string {
	all, _ := pack.Organism(namespace)
	return all
}

// keepTwins keeps the genes that are twins of human ones, one of each: those with the same symbol, and then those whose
// symbol is another name of one human gene alone, which also lists the symbol of that as its own: Trp53 and TP53. Of each
// it keeps the symbol, and takes the weight of the human gene.
func (m *merger) keepTwins(p *part) {
	symbols, others := map[string]int{}, map[string]int{} // numbers of human genes from 1, or severalOwners
	for at := range m.terminology.Entities {
		if e := &m.terminology.Entities[at]; e.Namespace == familyOf(p.Namespace) {
			for i, n := range e.Names {
				to := others
				if i == 0 {
					to = symbols
				}
				if key := names.Key(n.Text); to[key] == 0 {
					to[key] = at + 1
				} else if to[key] != at+1 {
					to[key] = severalOwners
				}
			}
		}
	}
	entities, taken, twins := p.terminology.Entities, map[int]bool{}, make([]bool, len(p.terminology.Entities))
	keep := func(i, of int) {
		if of > 0 && !taken[of] {
			twins[i], taken[of] = true, true
			entities[i].Weight = m.terminology.Entities[of-1].Weight
		}
	}
	for i := range entities {
		keep(i, symbols[names.Key(entities[i].Names[0].Text)])
	}
	for i := range entities {
		key := names.Key(entities[i].Names[0].Text)
		of := others[key]
		if symbols[key] != 0 || of <= 0 {
			continue
		}
		human := names.Key(m.terminology.Entities[of-1].Names[0].Text)
		if slices.ContainsFunc(entities[i].Names, func(n data.Name) bool { return names.Key(n.Text) == human }) {
			keep(i, of)
		}
	}
	p.keepIf("that are no twins of human genes", func(i int) bool { return twins[i] })
	for i := range p.terminology.Entities {
		e := &p.terminology.Entities[i]
		*e = data.Entity{ID: e.ID, Weight: e.Weight, Names: []data.Name{{Text: e.Names[0].Text, Kind: pack.KindTwin}}}
	}
	p.terminology.Relations, p.terminology.XRefs, p.terminology.Fields = nil, nil, nil
}
