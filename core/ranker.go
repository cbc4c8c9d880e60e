package core

import (
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// Feature numbers what the score of a row is made of. The values are part of
// the pack format.
type Feature int

// The features of a row for a mention. All lie in [0,1] but Cosine, in [-1,1].
const (
	Cosine     Feature = iota // float query x bits: cosine of the projected mention and the row's code
	Exact                     // 1 when the name is the mention
	Normalized                // 1 when the letters and digits are the same, 0.6 when they are but for a plural s or British spelling
	Trigram                   // Jaccard similarity of the character trigrams of the compact forms
	Digits                    // 1 when the runs of digits are the same, in order
	MentionIn                 // share of the mention's characters in tokens that the name has too
	NameIn                    // share of the name's characters in tokens that the mention has too
	NotPrimary                // 1 unless the name is the primary one
	Alias                     // 1 when the name is an alias or only related
	Prior                     // log(1+weight) of the entity over the largest of the pack
	Acronym                   // (1+Prior)/2 when the mention is the initials of the name's words, less when it is other letters of it
	Begins                    // up to 1 when the name goes on where the mention, of rare words, ends, less the more is written about others that do
	Attested                  // share of the labelled mentions of this name that mean the entity, for a row of the mention's form
	Short                     // 1 less an eighth for each letter or digit of the mention, at least 0; the same for all rows
	Title                     // 1 when the primary name has the mention's letters and digits
	NumFeatures
)

var featureNames = [NumFeatures]string{
	"cosine", "exact", "normalized", "trigram", "digits", "mention_in", "name_in", "not_primary", "alias", "prior", "acronym", "begins", "attested", "short", "title",
}

func (f Feature) String() string { return featureNames[f] }

// Ranker scores rows and says how likely none of them is right.
type Ranker struct {
	Weights [NumFeatures]float32 // score = sum of weight times feature
	NIL     float32              // score of "none of these"
}

// Score returns the score of a row with features f.
func (r *Ranker) Score(f *[NumFeatures]float32) float32 {
	var s float32
	for i, v := range f {
		s += float32(r.Weights[i] * v)
	}
	return s
}

// maxScore is what the weights of a Ranker may come to together, with the score of
// NIL: scores stay far from what float32 can hold, whatever the features.
const maxScore = 1e30

// check refuses weights that are no finite numbers, or whose sums might not be.
func (r *Ranker) check() error {
	all := math.Abs(float64(r.NIL))
	for _, w := range r.Weights {
		all += math.Abs(float64(w))
	}
	if !(all <= maxScore) {
		return fmt.Errorf("the weights come to %v, at most %v allowed: a score might not be a finite number", all, maxScore)
	}
	return nil
}

// AppendBinary appends a section CALB without calibration: see Calibration.
func (r *Ranker) AppendBinary(b []byte) []byte { return r.append(b, 1) }

func (r *Ranker) append(b []byte, version byte) []byte {
	b = append(b, version, byte(NumFeatures))
	b = wire.AppendFloat32s(b, r.Weights[:])
	return wire.AppendFloat32(b, r.NIL)
}

// read reads what follows the version.
func (r *Ranker) read(rd *wire.Reader) error {
	features := int(rd.Uint8())
	if rd.Err() == nil && features > int(NumFeatures) {
		return fmt.Errorf("%d features, this program knows %d: use a newer release", features, NumFeatures)
	}
	copy(r.Weights[:], rd.Float32s(features)) // an older pack has fewer
	r.NIL = rd.Float32()
	return rd.Err()
}

// shortness is the feature Short of a mention. What is short is the name of
// something by chance, too, and then the terminology's is not what is meant.
func shortness(compact []byte) float32 { return max(0, 1-float32(len(compact))/8) }
