package score

import "time"

// Part is a part of a look-up that a Clock measures.
type Part uint8

// The parts, in the order in which a look-up begins them.
const (
	PartRead    Part = iota // the mention: form, words, numbers, readings
	PartTables              // rows by name, abbreviation, word and part of the mention
	PartEncode              // text to code
	PartScan                // nearest codes
	PartFeature             // features that need no name, and the choice of rows whose names are compared
	PartStrings             // features of names
	PartRank                // scores, entities, probabilities, and the texts of the answer
	NumParts
)

var partNames = [NumParts]string{"read", "tables", "encode", "scan", "features", "strings", "rank"}

func (p Part) String() string { return partNames[p] }

// Clock adds up the time that the parts of look-ups take, for benchmarks. It costs some 50 nanoseconds a part. A nil *Clock
// measures nothing.
type Clock struct {
	Spent [NumParts]time.Duration
	part  Part
	since time.Time
}

// Begin begins a part of a look-up and ends the part before, if there is one.
func (c *Clock) Begin(p Part) {
	if c == nil {
		return
	}
	now := time.Now()
	if !c.since.IsZero() {
		c.Spent[c.part] += now.Sub(c.since)
	}
	c.part, c.since = p, now
}

// End ends the last part of a look-up.
func (c *Clock) End() {
	if c != nil {
		c.Begin(c.part)
		c.since = time.Time{}
	}
}
