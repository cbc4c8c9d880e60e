package core

import (
	"unsafe"

	"github.com/normlet/normlet/internal/core/entity"
	"github.com/normlet/normlet/internal/core/score"
)

// Match is one entity that a mention may mean.
type Match struct {
	ID        string   // CURIE
	Same      []string // ids of the same thing in other lists and namespaces
	Namespace string
	Taxon     string  // NCBI Taxonomy id of a gene's organism, if the pack distinguishes organisms
	Name      string  // primary name of the entity, or that of Options.Show
	Matched   string  // the name that was found; for StageID the id in the pack: a former one, or one of another list
	Kind      string  // kind of Matched: primary, exact, alias, related or twin
	Stage     Stage   // step that found the match first
	Distance  int     // Hamming distance between the codes of mention and Matched, in bits; 0 for StageNeighbour
	Score     float64 // similarity of mention and Matched: 1 if normalized forms are equal, else below 1; 0 for StageNeighbour
	P         float64 // probability that the mention means this entity, calibrated for the best match
	Margin    float64 // P minus the P of the next entity, which Matches may lack

	// Broader are words of the mention that Matched lacks and that tell: the entity is what is meant but for them, as a
	// species is for a strain of it. P then is the probability that the entity, or a kind or part of it, is meant. "" if all
	// of the mention is matched, or the entity has something that the mention lacks.
	Broader string

	narrower float64 // probability that Broader makes what is meant narrower than the entity

	rest source // of what LookupCache.Complete fills in
}

// source is where the texts of a match come from; the zero value is that of a complete one.
type source struct {
	mention     string // of which it is a match
	row, entity int32
	how         score.How
}

// Exactly returns the probability that exactly this entity is meant: P unless it is Broader.
func (m *Match) Exactly() float64 {
	if m.Broader == "" {
		return m.P
	}
	return float64(m.P * (1 - m.narrower))
}

func (m *Match) bytes() int {
	n := int(unsafe.Sizeof(*m)) + len(m.ID) + len(m.Namespace) + len(m.Name) + len(m.Matched) + len(m.Broader)
	for _, id := range m.Same {
		n += int(unsafe.Sizeof(id)) + len(id)
	}
	return n
}

// fill fills in the texts of matches, from the first candidates.
func (n *Normalizer) fill(ms []Match, cs []score.Candidate, w *entity.Wish) {
	for i := range ms {
		n.nameEntity(&ms[i], cs[i].Entity, w)
		n.nameRow(&ms[i], cs[i].Row, cs[i].Entity)
	}
}

// nameEntity fills in what all names of an entity have in common.
func (n *Normalizer) nameEntity(m *Match, of int32, w *entity.Wish) {
	m.Namespace, m.Taxon = n.engine.Pack.NamespaceOf(int(of)), n.engine.Organisms.Taxon(of)
	m.ID, m.Same = n.engine.Entities.Named(uint32(of), w)
}

// nameRow fills in the name that was found.
func (n *Normalizer) nameRow(m *Match, row, of int32) {
	p := n.engine.Pack
	m.Matched, m.Kind = p.Names.At(int(row)), p.RowKind[row].String()
	if m.Name = m.Matched; p.PrimaryRow[of] != uint32(row) {
		m.Name = p.Names.At(int(p.PrimaryRow[of]))
	}
}
