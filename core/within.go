package core

import "github.com/normlet/normlet/core/encoder"

// A mention that says more than any name mostly ends with a name (solid tumor), or
// begins with one (RB tumors). The code of the whole need not be near that of a part,
// so the longest name at its end and the longest at its beginning are found by their
// forms.

const (
	minWithin   = 3   // letters and digits of such a name
	shareWithin = 0.2 // of what the mention says, at least: every disease ends with disease
	maxWithin   = 32  // words of a mention that is looked at so
)

// addWithin adds the rows of the longest names that the mention ends and begins with,
// beside itself, to s.hits.
func (n *Normalizer) addWithin(s *scratch, filter *rowFilter) {
	p := &s.profile
	if len(n.words.table) == 0 || len(p.tokens) > maxWithin {
		return // a pack of before, which is to answer as it did, or no name
	}
	least := shareWithin * p.weight
	weight := p.weight
	for i := 1; i < len(p.tokens); i++ {
		weight -= p.tokens[i-1].weight
		if weight < least || n.addPart(s, p.form[p.tokens[i].start:], filter) {
			break
		}
	}
	weight = p.weight
	for i := len(p.tokens) - 1; i > 0; i-- {
		weight -= p.tokens[i].weight
		if weight < least || n.addPart(s, p.form[:p.tokens[i].start], filter) {
			break
		}
	}
}

// addPart adds the rows whose name is a part of the mention, and reports whether
// there are any.
func (n *Normalizer) addPart(s *scratch, form []byte, filter *rowFilter) bool {
	if s.part = encoder.AppendCompact(s.part[:0], form); len(s.part) < minWithin {
		return false
	}
	from := len(s.hits)
	n.addForm(s, s.part, filter)
	n.measure(s, from)
	return len(s.hits) > from
}
