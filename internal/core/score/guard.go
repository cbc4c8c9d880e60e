package score

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/wire"
)

// Guard estimates how likely an answer is right in a list that may lack half of what people mention, which P ignores:
// a logit of the Clues of the answer. Missing terms look like variants of names in the list, or are also names of
// other entities. So the estimate is lower than P for near matches, short names, and shared names. The zero value
// estimates 0.
type Guard [NumClues]float32

// The clues of a Guard. Near matches have clues apart from names that equal the mention. Whether
// a name is primary is not a clue: in lists that do not mark primary names it is chance.
const (
	clueExact      = iota // one of the first seven is 1: what the answer rests on
	clueNormalized        // see Evidence
	clueLoose
	clueGeneral // the name has all words of the mention, and more
	clueSpecial // the mention has all words of the name, and more
	clueNear
	clueAbbreviation

	clueRivals    // of names: how sure the ranker is that no other entity is meant
	clueNIL       // and that one is at all
	clueP         // logit of P
	clueShort     // the feature
	clueWord      // the mention is one word
	clueContested // another entity is nearly as likely

	clueNearRivals // the same of near matches
	clueNearNIL
	clueNearP
	clueNearShort
	clueNearWord
	clueNearCosine // and features
	clueNearTrigram
	clueNearMentionIn
	clueNearNameIn
	NumClues
)

// Grounds is how many of the first clues say what an answer rests on, NameGrounds those that are
// names.
const (
	NameGrounds = clueLoose + 1
	Grounds     = clueAbbreviation + 1
)

// contested is the ranker's logit below which another entity is nearly as likely.
const contested = 3

// Clues are the inputs of a Guard.
type Clues [NumClues]float32

// Clues returns those of an answer to a mention with c as its best match, of probability p. rivals
// and nilOdds are its Logits by the ranker.
func (c *Candidate) Clues(mention string, p, rivals, nilOdds float64) (out Clues) {
	f, ground := &c.Features, c.ground()
	r, n, l, w := float32(rivals/maxLogit), float32(nilOdds/maxLogit), float32(logit(p, 1-p)/maxLogit), bit(oneWord(mention))
	out[ground] = 1
	if ground < NameGrounds {
		copy(out[clueRivals:], []float32{r, n, l, f[Short], w, bit(rivals < contested)})
	} else {
		copy(out[clueNearRivals:], []float32{r, n, l, f[Short], w, f[Cosine], f[Trigram], f[MentionIn], f[NameIn]})
	}
	return out
}

// Near reports whether the answer's best match is only near the mention.
func (c *Clues) Near() bool { return slices.Index(c[:Grounds], 1) >= NameGrounds }

func oneWord(mention string) bool { return !strings.Contains(mention, " ") }

// ground returns what an answer rests on: its Evidence, where near matches are told apart by
// whether the mention is more general than the name, or more special.
func (c *Candidate) ground() int {
	const all = 0.999 // of the words' weight
	f := &c.Features
	switch e := c.Evidence(); {
	case e <= ExactOther:
		return clueExact
	case e <= NormalizedOther:
		return clueNormalized
	case e == LooselySame:
		return clueLoose
	case e == Abbreviation:
		return clueAbbreviation
	case f[MentionIn] >= all && f[NameIn] < all:
		return clueGeneral
	case f[NameIn] >= all && f[MentionIn] < all:
		return clueSpecial
	}
	return clueNear
}

// Estimate returns the probability that an answer is right.
func (g *Guard) Estimate(c *Clues) float64 {
	if *g == (Guard{}) {
		return 0
	}
	z := 0.0
	for i, w := range g {
		z += float64(float64(w) * float64(c[i]))
	}
	return 1 / (1 + f64.Exp(-z))
}

func (g *Guard) append(b []byte) []byte { return wire.AppendFloat32s(append(b, NumClues), g[:]) }

func (g *Guard) read(rd *wire.Reader) error {
	if n := rd.Uint8(); rd.Err() == nil && n != NumClues {
		return &wire.VersionError{Part: "number of clues", Have: NumClues, Want: int(n)}
	}
	copy(g[:], rd.Float32s(int(NumClues)))
	for _, w := range g {
		if !(math.Abs(float64(w)) <= maxScore) {
			return fmt.Errorf("a guard's weight %v is out of range", w)
		}
	}
	return rd.Err()
}

// Assured returns the promised precision of answers with these clues: that of the highest
// point whose threshold the estimate reaches, interpolated to the next; 0 without points.
func (c *Calibration) Assured(clues *Clues) float64 {
	e, precision, from := c.Guard.Estimate(clues), 0.0, 0.0
	for i := range c.Points {
		next, to := c.Points[i].share(), float64(c.Points[i].Threshold)
		if e < to {
			return precision + float64((e-from)/(to-from)*(next-precision))
		}
		precision, from = next, to
	}
	return precision
}

// Promise returns the greatest precision that the pack promises, 0 if none.
func (c *Calibration) Promise() float64 {
	if len(c.Points) == 0 || c.Guard == (Guard{}) {
		return 0
	}
	return c.Points[len(c.Points)-1].share()
}

// share returns the precision as a decimal number: 0.95 is a little less as float32.
func (p *OperatingPoint) share() float64 { return math.Round(float64(p.Precision)*1e6) / 1e6 }
