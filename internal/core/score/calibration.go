package score

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/wire"
)

// Scalings has one for each kind of Evidence.
type Scalings [NumEvidence]Scaling

// NamespaceScalings are those of one namespace.
type NamespaceScalings struct {
	Namespace string
	Scalings  Scalings
	Share     float32 // as Calibration.Share
}

// NameCommonness says that labelled mentions, or definitions in texts, give a name to an entity, or to none of the list.
type NameCommonness struct {
	Key   uint32 // CommonnessKey
	Share uint8  // of the mentions of this name that mean the entity, in 1/255, a little less when they are few
}

// CommonnessKey identifies a name, by its normalized form (names.Key), and an
// entity, or "" for what the list lacks. It is a hash: one in four billion is taken for another.
func CommonnessKey(compact, id string) uint32 {
	var space [128]byte
	return names.Hash(append(append(append(space[:0], compact...), 0), id...))
}

// CommonnessShare is the value of a NameCommonness for count of total mentions.
func CommonnessShare(count, total int) uint8 {
	return uint8(math.Round(255 * float64(count) / float64(total+1)))
}

// Calibration is how a pack scores and how sure it is.
type Calibration struct {
	Ranker     Ranker
	Trust      float32             // of cosines of abbreviations, see EvenCosine
	Weighted   bool                // weights of entities are known, not estimated
	Forests    Forests             // how likely the best entity is right, which Scalings bend to this list
	Scalings   Scalings            // of entities whose namespace has none of its own
	Share      float32             // of the mentions these were fitted on whose entity the list has; 0: Forests.Has.Share
	Namespaces []NamespaceScalings // by name
	Commonness []NameCommonness    // by key
}

// calibrationVersion is of the binary form.
const calibrationVersion = 12

// AppendBinary appends the binary form of c to b, which is the payload of a
// pack's section CALB, all little-endian:
//
//	byte     version, 12
//	byte     number of features, then their weights and the NIL score as float32
//	float32  trust
//	byte     1 where weights are known, else 0
//	2 x      a forest, Forests.Has and then Right: its base as float32, and as uvarint the number of
//	         trees: of each the inputs of 15 splits as bytes, where they split and 16 leaves as float32
//	5 f32    for each stratum the share of what the list has in what they were fitted on, or 0
//	7x5 f32  for each kind of evidence Slope, Rivals, NIL, Shift, Ceiling
//	float32  share of the mentions these were fitted on whose entity the list has, or 0
//	uvarint  number of namespaces with scalings of their own: of each its name
//	         (uvarint length, bytes), 7x5 float32 and the share
//	uvarint  number of common names: of each uint32 key, byte share
func (c *Calibration) AppendBinary(b []byte) []byte {
	b = c.Ranker.append(append(b, calibrationVersion))
	b = c.Scalings.append(c.Forests.AppendBinary(append(wire.AppendFloat32(b, c.Trust), byte(bit(c.Weighted)))))
	b = wire.AppendFloat32(b, c.Share)
	b = wire.AppendUvarint(b, uint64(len(c.Namespaces)))
	for i := range c.Namespaces {
		b = wire.AppendLenBytes(b, c.Namespaces[i].Namespace)
		b = wire.AppendFloat32(c.Namespaces[i].Scalings.append(b), c.Namespaces[i].Share)
	}
	b = wire.AppendUvarint(b, uint64(len(c.Commonness)))
	for _, a := range c.Commonness {
		b = append(wire.AppendUint32(b, a.Key), a.Share)
	}
	return b
}

func (s *Scalings) append(b []byte) []byte {
	for _, x := range s {
		b = wire.AppendFloat32s(b, []float32{x.Slope, x.Rivals, x.NIL, x.Shift, x.Ceiling})
	}
	return b
}

// ParseCalibration reads what AppendBinary wrote. Its errors are those of a damaged
// pack.
func ParseCalibration(data []byte) (*Calibration, error) {
	c := &Calibration{}
	rd := wire.NewReader(data)
	version := rd.Uint8()
	if rd.Err() == nil && version != calibrationVersion {
		return nil, &pack.VersionError{Part: "version of the calibration", Have: calibrationVersion, Want: int(version)}
	}
	err := c.Ranker.read(rd)
	if err == nil {
		c.read(rd)
	}
	if err == nil {
		err = cmp.Or(rd.Close(), c.check())
	}
	if err != nil {
		return nil, pack.Damage("CALB", err)
	}
	return c, nil
}

func (c *Calibration) read(rd *wire.Reader) {
	c.Trust = rd.Float32()
	c.Weighted = rd.Uint8() != 0
	c.Forests.read(rd)
	c.Scalings.read(rd)
	c.Share = rd.Float32()
	namespaces := rd.Count(1 + 5*4*int(NumEvidence) + 4)
	c.Namespaces = sized[NamespaceScalings](namespaces)
	for range namespaces {
		n := NamespaceScalings{Namespace: string(rd.LenBytes())}
		n.Scalings.read(rd)
		n.Share = rd.Float32()
		c.Namespaces = append(c.Namespaces, n)
	}
	commonness := rd.Count(5)
	c.Commonness = sized[NameCommonness](commonness)
	for range commonness {
		c.Commonness = append(c.Commonness, NameCommonness{rd.Uint32(), rd.Uint8()})
	}
}

// sized returns an empty list with room for n, nil for none.
func sized[T any](n int) []T {
	if n == 0 {
		return nil
	}
	return make([]T, 0, n)
}

func (s *Scalings) read(rd *wire.Reader) {
	for i := range s {
		s[i] = Scaling{rd.Float32(), rd.Float32(), rd.Float32(), rd.Float32(), rd.Float32()}
	}
}

func (c *Calibration) check() error {
	if err := c.Ranker.check(); err != nil {
		return err
	}
	if !isShare(c.Trust) {
		return fmt.Errorf("a trust of %v is out of range", c.Trust)
	}
	if err := cmp.Or(c.Forests.check(), c.Scalings.check(), checkShare(c.Share)); err != nil {
		return err
	}
	for i := range c.Namespaces {
		if n := &c.Namespaces[i]; n.Scalings.check() != nil || checkShare(n.Share) != nil {
			return fmt.Errorf("%s: %w", n.Namespace, cmp.Or(n.Scalings.check(), checkShare(n.Share)))
		}
	}
	if !slices.IsSortedFunc(c.Namespaces, func(a, b NamespaceScalings) int { return cmp.Compare(a.Namespace, b.Namespace) }) ||
		!slices.IsSortedFunc(c.Commonness, func(a, b NameCommonness) int { return cmp.Compare(a.Key, b.Key) }) {
		return errors.New("namespaces or common names are out of order")
	}
	return nil
}

func (s *Scalings) check() error {
	for i := range s {
		if !s[i].valid() {
			return fmt.Errorf("a scaling %+v is out of range", s[i])
		}
	}
	return nil
}

func (s *Scaling) valid() bool {
	sum := s.Slope + s.Rivals + s.NIL + s.Shift
	return sum-sum == 0 && s.Slope >= 0 && isShare(s.Ceiling)
}

func isShare(x float32) bool { return x >= 0 && x <= 1 }

// checkShare refuses a share of 1: its log odds are infinite, see Forests.Towards.
func checkShare(x float32) error {
	if !(x >= 0 && x < 1) {
		return fmt.Errorf("a share of %v is out of range", x)
	}
	return nil
}

// CommonnessOf returns the share of the labelled mentions of a name, given by its compact
// form, that mean an entity.
func (c *Calibration) CommonnessOf(compact []byte, id string) float32 {
	key := CommonnessKey(names.View(compact), id)
	i, ok := slices.BinarySearchFunc(c.Commonness, key, func(a NameCommonness, key uint32) int { return cmp.Compare(a.Key, key) })
	if !ok {
		return 0
	}
	return float32(c.Commonness[i].Share) / 255
}
