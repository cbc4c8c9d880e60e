package core

import "slices"

// Show gives the matches of an answer, which are of this Normalizer, names in a language, a BCP 47 tag such as es or pt-BR: that
// which is the label in it or, failing that, in it without the region. Matches without a name in it keep theirs.
func (n *Normalizer) Show(a *Answer, language string) {
	if n.engine.Enter() {
		defer n.engine.Leave()
		n.show(a, language)
	}
}

func (n *Normalizer) show(a *Answer, language string) {
	if language == "" || len(n.engine.Pack.Languages) == 0 {
		return
	}
	a.Matches = slices.Clone(a.Matches) // which a cache may have, too
	for i := range a.Matches {
		n.rename(&a.Matches[i], language)
	}
	if a.Parent != nil {
		parent := *a.Parent
		n.rename(&parent, language)
		a.Parent = &parent
	}
}

func (n *Normalizer) rename(m *Match, language string) {
	for _, id := range slices.Concat([]string{m.ID}, m.Same) { // the preferred id may be one that only another list has
		if e, ok := n.engine.Pack.IDs.Find(id); ok {
			m.Name = n.shown(uint32(e), language)
			return
		}
	}
}

// shown returns the name of an entity for who reads a language, the primary one for others.
func (n *Normalizer) shown(e uint32, language string) string {
	p := n.engine.Pack
	row, best := p.PrimaryRow[e], 0
	if language != "" && len(p.Languages) > 0 {
		for _, r := range n.engine.Entities.Rows(e) {
			if fit := p.Suits(int(r), language); fit > best {
				row, best = r, fit
			}
		}
	}
	return p.Names.At(int(row))
}
