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
	numKinds
)

var kindNames = [numKinds]string{"primary", "exact", "alias", "related"}

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
