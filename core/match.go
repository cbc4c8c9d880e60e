package core

// Stage says which step of the cascade found a match.
type Stage uint8

// The stages, most certain first.
const (
	StageExact      Stage = iota // the name is the mention, see sameSpelling for capitals
	StageNormalized              // the same letters and digits, perhaps once words that no name has are respelled
	StageHamming                 // near in the space of codes
	numStages                    // that a look-up has

	StageNeighbour = numStages // not found, but what a mention nearby means: see package core/document
)

var stageNames = [...]string{"exact", "normalized", "hamming", "neighbour"}

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
	Distance  int     // Hamming distance between the codes of mention and Matched, in bits; 0 for StageNeighbour
	Score     float64 // similarity of mention and Matched: 1 when normalized forms agree, else below 1; 0 for StageNeighbour
	P         float64 // probability that this entity is meant, calibrated for the best match
	Margin    float64 // P minus the P of the next match, the next entity even when it is not returned
}

// Answer is what a mention maps to.
type Answer struct {
	Mention string
	Matches []Match // by falling probability
	NIL     bool    // most likely the terminology holds no such entity, or the best has less than Options.MinP
	PNIL    float64 // probability that it holds none; PNIL and all entities' P sum to 1

	// NILScore is by how much the ranker's score of NIL exceeds that of the best
	// entity: above 0, it is what makes an answer NIL. Across mentions it tells those
	// without an entity apart better than PNIL, which also shrinks and grows with how
	// sure it is which entity is meant. Infinite when there is nothing to compare.
	NILScore float64

	// Ambiguous are the IDs of the entities that are tied with the best match, and
	// its own: at least two, by falling P, even when not all of them are returned;
	// none when there is no tie or the answer is NIL. Tied are entities whose P is
	// within TieMargin of the best, and those that have the mention for a name in
	// the same way (the very name, or the normalized form) unless their P is less
	// than a hundredth of the best.
	Ambiguous []string
}

// TieMargin is the difference in P up to which matches are tied, and TieFactor how
// many times less likely than the best those of the same name may be.
const (
	TieMargin = 0.05
	TieFactor = 100
)

// Query is a mention and the text around it.
type Query struct {
	Mention string
	Context string // as Options.Context, in its place; may be empty
}

// Options changes a look-up. The zero value asks for five matches.
type Options struct {
	K          int      // matches wanted: 5; at most MaxK
	Namespaces []string // only entities of these; none: all
	MinP       float64  // an answer whose best match has a lower P is NIL; see Calibration.Point
	// SkipNear leaves near names out where names have the letters and digits of the
	// mention, which takes a fifth of the time. The best match is nearly always the
	// same and as likely right; further matches of near names are missing, and P and
	// PNIL are shared among fewer.
	SkipNear bool
	// Context is the text around the mention, such as its sentence. With it, a pack
	// that knows what its entities are about (package core/profiles) tells those
	// apart that the mention alone leaves close. It changes nothing else.
	Context string
}

// DefaultK and MaxK bound Options.K.
const (
	DefaultK = 5
	MaxK     = 128
)
