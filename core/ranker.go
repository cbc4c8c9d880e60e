package core

import (
	"fmt"

	"github.com/normlet/normlet/internal/wire"
)

// Feature numbers what the score of a row is made of. The values are part of
// the pack format.
type Feature int

// The features of a row for a mention. All lie in [0,1] but Cosine, in [-1,1].
const (
	Cosine     Feature = iota // float query x bits: cosine of the projected mention and the row's code
	Exact                     // 1 when the name is the mention
	Normalized                // 1 when the letters and digits are the same
	Trigram                   // Jaccard similarity of the character trigrams of the compact forms
	Digits                    // 1 when the runs of digits are the same, in order
	MentionIn                 // share of the mention's characters in tokens that the name has too
	NameIn                    // share of the name's characters in tokens that the mention has too
	NotPrimary                // 1 unless the name is the primary one
	Alias                     // 1 when the name is an alias or only related
	Prior                     // log(1+weight) of the entity over the largest of the pack
	Acronym                   // (1+Prior)/2 when the mention is the initials of the name's words
	Begins                    // up to 1 when the name goes on where the mention, of rare words, ends
	NumFeatures
)

var featureNames = [NumFeatures]string{
	"cosine", "exact", "normalized", "trigram", "digits", "mention_in", "name_in", "not_primary", "alias", "prior", "acronym", "begins",
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

// AppendBinary appends the binary form of r to b: a version byte, the number of
// features, their weights and the NIL score as float32, little-endian.
func (r *Ranker) AppendBinary(b []byte) []byte {
	b = append(b, 1, byte(NumFeatures))
	b = wire.AppendFloat32s(b, r.Weights[:])
	return wire.AppendFloat32(b, r.NIL)
}

// parseRanker reads what AppendBinary wrote.
func parseRanker(data []byte) (*Ranker, error) {
	rd := wire.NewReader(data)
	v, features := rd.Uint8(), int(rd.Uint8())
	if rd.Err() == nil && (v != 1 || features > int(NumFeatures)) {
		return nil, fmt.Errorf("version %d with %d features, this program knows version 1 with %d: use a newer release", v, features, NumFeatures)
	}
	r := new(Ranker)
	copy(r.Weights[:], rd.Float32s(features)) // an older pack has fewer
	r.NIL = rd.Float32()
	if err := rd.Close(); err != nil {
		return nil, err
	}
	for _, v := range append(r.Weights[:], r.NIL) {
		if v-v != 0 {
			return nil, fmt.Errorf("a weight is not a finite number")
		}
	}
	return r, nil
}
