package core

// Show gives the matches of an answer, which are of this Normalizer, names in a language, a BCP 47 tag such as es or pt-BR: that
// which is the label in it or, failing that, in another region's form of it. Matches without such a name keep theirs.
func (n *Normalizer) Show(a *Answer, language string) {
	if language != "" && n.engine.Enter() {
		n.show(a, language)
		n.engine.Leave()
	}
}

func (n *Normalizer) show(a *Answer, language string) {
	if language == "" || len(n.engine.Pack.Languages) == 0 {
		return
	}
	a.Matches = append([]Match(nil), a.Matches...) // which a cache may have, too
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
	for i := -1; i < len(m.Same); i++ {
		id := m.ID
		if i >= 0 {
			id = m.Same[i] // the preferred id may be one that only another list has
		}
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
