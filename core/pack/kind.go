package pack

// Kind says how a name names its entity. Lower kinds are stronger: between two
// equally similar names the lower kind wins.
type Kind uint8

// The kinds of a name, strongest first. The values are part of the file format.
const (
	KindPrimary Kind = iota // the preferred name or symbol; one per entity, or all names if a terminology prefers none
	KindExact               // a full synonym: official or former full names
	KindAlias               // other symbols, abbreviations, brand names
	KindRelated             // broader, narrower or merely related names
	KindTwin                // of a gene's twin, below
	numKinds
)

var kindNames = [numKinds]string{"primary", "exact", "alias", "related", "twin"}

// A twin is a gene of another organism whose only name is one of a human gene in other letters: Tnf of the mouse is the twin
// of TNF. A mention finds it by the names of the human gene, where something says that the other organism is meant, so that
// look-ups skip its own row. A pack has twins at a few bytes each.

// IsTwin reports whether a row is the only one of a twin.
func (c *Contents) IsTwin(row int) bool { return row < len(c.RowKind) && c.RowKind[row] == KindTwin }

// Twins returns how many there are.
func (c *Contents) Twins() (n int) {
	for _, kind := range c.RowKind {
		if kind == KindTwin {
			n++
		}
	}
	return n
}

// String returns the kind as it is written in a terminology file.
func (k Kind) String() string {
	if k >= numKinds {
		return "invalid"
	}
	return kindNames[k]
}

// Replaces reports whether a row of kind k becomes the primary row of its entity instead of an earlier row, whose kind is
// primary.
func (k Kind) Replaces(primary Kind) bool { return k < primary }

// ParseKind returns the kind whose String is s, and whether there is one.
func ParseKind(s string) (Kind, bool) {
	for k, name := range kindNames {
		if s == name {
			return Kind(k), true
		}
	}
	return 0, false
}
