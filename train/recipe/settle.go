package recipe

import (
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// nameOf is a name of an entity.
type nameOf struct {
	at   int
	text string
}

// list is another list, by the prefix of its ids, as the entity of an id refers to it.
type list struct{ id, prefix string }

// lend notes names that a source which joins gives an entity.
func (m *merger) lend(at int, names []data.Name) {
	for _, n := range names {
		m.lent[nameOf{at, n.Text}] = true
	}
}

// settle asks the cross-references of all sources about each join, and gives the entity those of what is joined. What
// names have joined, while a reference says otherwise, is near and not the same: its names lead to the entity, its id
// and its references do not.
func (m *merger) settle() {
	t, refers := &m.terminology, m.references()
	for _, other := range slices.Sorted(maps.Keys(m.joins)) {
		j := m.joins[other]
		if m.known(other) {
			continue
		}
		if j.Said = refers.verdict(j); j.Said == data.Contradict && !j.Near {
			j.Near, j.Doubt = true, "references say otherwise: "+strings.Join(refers.said(j), ", ")
			delete(m.report.Secondary, other)
		}
		t.Joins = append(t.Joins, *j)
	}
	for i, x := range t.XRefs {
		if j := m.joins[x.ID]; j != nil && !m.known(x.ID) && j.Said != data.Contradict {
			t.XRefs[i].ID = j.ID
		}
	}
	for _, j := range t.Joins {
		if j.Said != data.Contradict {
			t.XRefs = append(t.XRefs, data.XRef{ID: j.ID, Other: j.Other})
		}
	}
}

// refer notes the references of a source. What an earlier source says of an entity holds: it may be a newer edition.
func (m *merger) refer(p *part) {
	m.terminology.XRefs = append(m.terminology.XRefs, p.terminology.XRefs...)
	for _, x := range p.terminology.XRefs {
		from := list{x.ID, pack.Prefix(x.Other)}
		if by := m.referred[from]; by == nil || by == p {
			m.referred[from] = p
			m.said = append(m.said, x)
		}
	}
}

// references are the ids of entities, joined or not, that cross-references connect with each one, in either direction.
type references map[string][]string

func (m *merger) references() references {
	r := references{}
	there := func(id string) bool { return m.known(id) || m.joins[id] != nil }
	for _, x := range m.said {
		if there(x.ID) && there(x.Other) {
			r[x.ID], r[x.Other] = append(r[x.ID], x.Other), append(r[x.Other], x.ID)
		}
	}
	return r
}

// said returns what the entity of one list is in the other by references: that of the join's other list, or else its own.
func (r references) said(j *data.Join) []string {
	for _, side := range [][2]string{{j.Other, j.ID}, {j.ID, j.Other}} {
		ids := slices.DeleteFunc(slices.Clone(r[side[0]]), func(id string) bool { return pack.Prefix(id) != pack.Prefix(side[1]) })
		if slices.Sort(ids); len(ids) > 0 {
			return slices.Compact(ids)
		}
	}
	return nil
}

func (r references) verdict(j *data.Join) data.Verdict {
	switch ids := r.said(j); {
	case len(ids) == 0:
		return data.Silent
	case slices.Contains(ids, j.ID) || slices.Contains(ids, j.Other):
		return data.Confirm
	}
	return data.Contradict
}

// yield takes the names that a source which joins gave an entity from it if they are what another entity is called first,
// in its list or one that is joined: ChEBI calls omeprazole esomeprazole, too, which is another drug. Signs tell names
// apart, and abbreviations stand for several things.
func (m *merger) yield() {
	type use struct{ namespace, name string }
	owners := map[use]int{}
	claim := func(at int, name string) {
		u := use{m.terminology.Entities[at].Namespace, strings.ToLower(name)}
		if owner, ok := owners[u]; ok && owner != at {
			at = severalOwners
		}
		owners[u] = at
	}
	for at := range m.terminology.Entities {
		claim(at, m.terminology.Entities[at].Names[0].Text)
	}
	for _, j := range m.terminology.Joins {
		if !j.Near {
			claim(m.index[j.ID], j.Name)
		}
	}
	for at := range m.terminology.Entities {
		e := &m.terminology.Entities[at]
		e.Names = append(e.Names[:1], slices.DeleteFunc(e.Names[1:], func(n data.Name) bool {
			owner, ok := owners[use{e.Namespace, strings.ToLower(n.Text)}]
			return ok && owner != at && owner != severalOwners && len(n.Text) >= longName && m.lent[nameOf{at, n.Text}]
		})...)
	}
}
