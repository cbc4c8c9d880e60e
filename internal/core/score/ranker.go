package score

import (
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// Ranker scores rows and says how likely none of them is right.
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

func (r *Ranker) append(b []byte) []byte {
	n := NumFeatures
	for r.Weights[n-1] == 0 && n > Grams {
		n-- // so that older programs read packs without the last ones
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
	copy(r.Weights[:], rd.Float32s(features)) // a pack may have fewer: the last ones came later
	r.NIL = rd.Float32()
	return rd.Err()
}
