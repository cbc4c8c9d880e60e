package score

import (
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// Ranker has the weights that score rows, and the score of NIL.
type Ranker struct {
	Weights [NumFeatures]float32 // score = sum of weight times feature
	NIL     float32              // score of "none of these"
}

func (r *Ranker) score(f *[NumFeatures]float32) float32 {
	var s float32
	for i, v := range f {
		s += float32(r.Weights[i] * v)
	}
	return s
}

// check refuses weights that are not finite, or whose sums may not be.
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

func (r *Ranker) append(b []byte) []byte {
	n := NumFeatures
	for r.Weights[n-1] == 0 && n > Grams {
		n-- // so that older releases read packs that do not use the last features
	}
	b = append(b, byte(n))
	b = wire.AppendFloat32s(b, r.Weights[:n])
	return wire.AppendFloat32(b, r.NIL)
}

func (r *Ranker) read(rd *wire.Reader) error {
	features := int(rd.Uint8())
	if rd.Err() == nil && features > int(NumFeatures) {
		return &wire.VersionError{Part: "number of features", Have: int(NumFeatures), Want: features}
	}
	copy(r.Weights[:], rd.Float32s(features)) // an older pack has fewer
	r.NIL = rd.Float32()
	return rd.Err()
}
