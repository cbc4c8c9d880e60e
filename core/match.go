package core

// Stage says which step of the cascade found a match.
type Stage uint8

// The stages, most certain first.
const (
	StageExact      Stage = iota // the name is the mention
	StageNormalized              // the same letters and digits
	StageHamming                 // near in the space of codes
)

var stageNames = [...]string{"exact", "normalized", "hamming"}

func (s Stage) String() string {
	if int(s) >= len(stageNames) {
		return "invalid"
	}
	return stageNames[s]
}

// Match is one entity that a mention may mean.
type Match struct {
	ID        string // CURIE
	Namespace string
	Name      string  // the entity's primary name
	Matched   string  // the name that was found
	Kind      string  // of Matched: primary, exact, alias, related
	Stage     Stage   // what found it
	Distance  int     // Hamming distance between the codes of mention and Matched, in bits
	Score     float64 // similarity of mention and Matched: 1 when normalized forms agree, else below 1
	P         float64 // probability that this entity is meant
	Margin    float64 // P minus the P of the next match, the next entity even when it is not returned
}

// Answer is what a mention maps to.
type Answer struct {
	Mention string
	Matches []Match // by falling probability
	NIL     bool    // most likely the terminology holds no such entity
	PNIL    float64 // probability of that; PNIL and all entities' P sum to 1
}

// Options changes a look-up. The zero value asks for five matches.
type Options struct {
	K          int      // matches wanted: 5; at most MaxK
	Namespaces []string // only entities of these; none: all
}

// DefaultK and MaxK bound Options.K.
const (
	DefaultK = 5
	MaxK     = 128
)
