package recipe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// merger makes one terminology of those of several sources.
type merger struct {
	terminology data.Terminology
	report      data.Report
	index       map[string]int        // id -> entity
	from        []*part               // of each entity: the source that it comes from
	joins       map[string]*data.Join // by Other
	lent        map[nameOf]bool       // names of sources that join, which yield
	said        []data.XRef           // cross-references that hold
	referred    map[list]*part        // the source whose references hold
	top         float64               // the largest weight
}

func (m *merger) add(p *part) error {
	marks := p.report.Promoted == 0 // its primary names; a source without them may be in the order of the alphabet
	for i := range p.terminology.Entities {
		e := &p.terminology.Entities[i]
		e.Namespace = p.Namespace
		if marks && len(e.Names) > 0 && e.Names[0].Kind == pack.KindPrimary {
			e.Shown = e.Names[0].Text
		}
		m.top = max(m.top, e.Weight)
		if to, ok := p.joined[e.ID]; ok {
			if p.Names != newNames {
				p.report.Secondary[e.ID] = m.terminology.Entities[to].ID
			}
			m.addNames(to, e, pack.KindAlias, pack.KindAlias, p.joins())
			continue
		}
		if at, ok := m.index[e.ID]; ok {
			if err := m.join(at, e, p); err != nil {
				return err
			}
			continue
		}
		if p.Known || p.Names == showNames || p.Names == newNames {
			p.report.Skip("not in the sources before", e.ID)
			continue
		}
		if p.Names != twinNames {
			e.Names[0].Kind = pack.KindPrimary // whatever KeepKinds left
		}
		m.index[e.ID] = len(m.terminology.Entities)
		m.terminology.Entities = append(m.terminology.Entities, *e)
		m.from = append(m.from, p)
		if p.joins() {
			m.lend(m.index[e.ID], e.Names)
		}
	}
	m.refer(p)
	m.terminology.Relations = append(m.terminology.Relations, p.terminology.Relations...)
	m.report.Add(p.report)
	p.terminology = nil // for the garbage collector: from keeps the part
	return nil
}

// join adds what a source says about an entity that an earlier one has.
func (m *merger) join(at int, e *data.Entity, p *part) error {
	if m.from[at] == p {
		m.addSpelling(at, e)
		return nil
	}
	have := &m.terminology.Entities[at]
	switch p.Names {
	case showNames:
		have.Shown = e.Names[0].Text
		return nil
	case "":
		if err := m.agree(have, e, m.from[at], p); err != nil {
			return err
		}
	}
	primary := pack.KindExact // there is one
	if p.Names == addNames && !p.Former {
		primary = pack.KindAlias
	}
	m.addNames(at, e, primary, pack.KindExact, p.joins())
	have.Shown = cmp.Or(have.Shown, e.Shown)
	return nil
}

// addSpelling adds an entity whose id the same source has in another spelling. Names that are all
// alike stay in the order of the alphabet, by which a build knows them.
func (m *merger) addSpelling(at int, e *data.Entity) {
	have := &m.terminology.Entities[at]
	alike := assemble.Alphabetical(have.Names) && assemble.Alphabetical(e.Names)
	m.addNames(at, e, pack.KindAlias, pack.KindAlias, m.from[at].joins())
	if alike {
		have.Names[0].Kind = pack.KindAlias
		slices.SortFunc(have.Names, func(a, b data.Name) int { return strings.Compare(a.Text, b.Text) })
		have.Names[0].Kind = pack.KindPrimary
	}
}

// addNames adds what an entity says about one that an earlier source has: what primary and exact names become, and
// whether new ones are lent. A name that any source calls exact, as a former official symbol, is so.
func (m *merger) addNames(at int, e *data.Entity, primary, exact pack.Kind, lent bool) {
	have := &m.terminology.Entities[at]
	for _, n := range e.Names {
		switch n.Kind {
		case pack.KindPrimary:
			n.Kind = primary
		case pack.KindExact:
			n.Kind = exact
		}
		i := slices.IndexFunc(have.Names, func(h data.Name) bool { return h.Text == n.Text })
		if i < 0 {
			have.Names = append(have.Names, n)
			if lent {
				m.lend(at, have.Names[len(have.Names)-1:])
			}
		} else {
			have.Names[i].Again(n.Kind, n.Languages)
		}
	}
	have.Weight = cmp.Or(have.Weight, e.Weight)
	have.FullName, have.Definition = cmp.Or(have.FullName, e.FullName), cmp.Or(have.Definition, e.Definition)
}

func (m *merger) agree(have, e *data.Entity, first, second *part) error {
	switch {
	case have.Namespace != e.Namespace:
		return fmt.Errorf("%s: %s is in the namespace %q in %s, and in %q here; a recipe says names = %q if this source only adds names",
			second.where(e.ID), e.ID, have.Namespace, first.where(e.ID), e.Namespace, addNames)
	case names.Key(have.Names[0].Text) != names.Key(e.Names[0].Text):
		return fmt.Errorf("%s: %s is called %q, and %q in %s; a recipe says names = %q if this source only adds names",
			second.where(e.ID), e.ID, e.Names[0].Text, have.Names[0].Text, first.where(e.ID), addNames)
	}
	return nil
}

func (m *merger) known(id string) bool { _, ok := m.index[id]; return ok }

// joinedTo returns the id of the entity that is the same thing as what another list has under an id.
func (m *merger) joinedTo(id string) string {
	if j := m.joins[id]; j != nil && !j.Near && !m.known(id) {
		return j.ID
	}
	return id
}

// finish drops what the filters have left without an entity.
func (m *merger) finish() (*data.Terminology, *data.Report) {
	t := &m.terminology
	m.settle()
	m.yield()
	for i := range t.Relations {
		r := &t.Relations[i]
		r.ID, r.Parent = m.joinedTo(r.ID), m.joinedTo(r.Parent)
	}
	t.Relations = slices.DeleteFunc(t.Relations, func(r data.Relation) bool { return !m.known(r.ID) })
	t.XRefs = slices.DeleteFunc(t.XRefs, func(x data.XRef) bool { return !m.known(x.ID) })
	for from, to := range m.report.Secondary {
		if m.known(from) || !m.known(to) {
			delete(m.report.Secondary, from)
		}
	}
	m.report.Definitions = 0
	for i := range t.Entities {
		if m.from[i].Brief {
			t.Entities[i].Names = brief(t.Entities[i].Names)
		}
		if t.Entities[i].Definition != "" {
			m.report.Definitions++
		}
	}
	m.report.Entities, m.report.Names, m.report.Relations = len(t.Entities), t.NumNames(), len(t.Relations)
	return t, &m.report
}
