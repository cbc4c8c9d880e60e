package core

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/wire"
)

// Scaling turns what the ranker says of the best entity into the probability that
// it is right, for one kind of Evidence. The ranker's two doubts, that another entity is
// meant and that none is, are weighed apart:
//
//	p = Ceiling * sigmoid(Rivals*logit(q) + NIL*logit(1-pNIL) + Shift)
//
// where pNIL is the ranker's probability of NIL, and q that of the entity among
// all entities. Ceiling is below 1 because people and terminologies do not always
// agree, whatever the name. The zero value leaves the ranker's probability.
type Scaling struct{ Rivals, NIL, Shift, Ceiling float32 }

// maxLogit bounds the logits of a Scaling; what the ranker says beyond is noise.
const maxLogit = 9

// Logits returns the two that a Scaling weighs, for the ranker's probabilities of
// the best entity, or of several that are as good, of all others together, and of
// NIL.
func Logits(best, others, pNIL float64) (rivals, nilOdds float64) {
	return logit(best, others), logit(best+others, pNIL)
}

// Best returns the ranker's probability of the best entities together, how many
// they are, mostly one, and the probability of all others.
func Best(p []float64) (best float64, ties int, others float64) {
	for i, x := range p {
		if x == p[0] && i == ties {
			best += x
			ties++
		} else {
			others += x
		}
	}
	return best, ties, others
}

func logit(yes, no float64) float64 {
	if no <= 0 || yes <= 0 {
		return math.Copysign(maxLogit, yes-no)
	}
	return max(-maxLogit, min(maxLogit, math.Log(yes/no)))
}

// P returns the probability for Logits.
func (s *Scaling) P(rivals, nilOdds float64) float64 {
	// The conversions keep platforms from fusing multiplication and addition.
	z := float64(float64(s.Rivals)*rivals) + float64(float64(s.NIL)*nilOdds) + float64(s.Shift)
	return float64(s.Ceiling) / (1 + math.Exp(-z))
}

// Scalings has one for each kind of Evidence.
type Scalings [NumEvidence]Scaling

// NamespaceScalings are those of one namespace.
type NamespaceScalings struct {
	Namespace string
	Scalings  Scalings
}

// OperatingPoint says what to expect of taking only answers whose best match has
// a P of at least Threshold, and all others for NIL. Expected means: on mentions
// made up from the terminology, part of them of entities taken out of it. What
// people write may differ.
type OperatingPoint struct {
	Precision float32 // asked for: expected share of answers that are right
	Threshold float32
	Coverage  float32 // expected share of mentions that get an answer
}

// Attestation says that labelled mentions give a name to an entity.
type Attestation struct {
	Key   uint32 // AttestedKey
	Share uint8  // of the mentions of this name that mean the entity, in 1/255, a little less when they are few
}

// AttestedKey identifies a name, by its normalized form (encoder.Compact), and an
// entity. It is a hash: one in four billion is taken for another.
func AttestedKey(compact, id string) uint32 {
	const offset, prime = 2166136261, 16777619
	h := uint32(offset)
	for i := range len(compact) {
		h = (h ^ uint32(compact[i])) * prime
	}
	h *= prime // of a zero byte between
	for i := range len(id) {
		h = (h ^ uint32(id[i])) * prime
	}
	return h
}

// AttestedShare is what an Attestation has for count of total mentions.
func AttestedShare(count, total int) uint8 {
	return uint8(math.Round(255 * float64(count) / float64(total+1)))
}

// Calibration is how a pack scores and how sure it is.
type Calibration struct {
	Ranker     Ranker
	Trust      float32             // of cosines of abbreviations, see evenCosine
	Scalings   Scalings            // of entities whose namespace has none of its own
	Namespaces []NamespaceScalings // by name
	Points     []OperatingPoint    // by precision
	Attested   []Attestation       // by key
}

// calibrationVersion is of the binary form. Version 1 was the ranker alone, version 2
// had a Scaling for each Stage, version 3 had no Trust.
const calibrationVersion = 4

// trustBefore is the Trust of a pack that brings none.
const trustBefore = 0.75

// AppendBinary appends the binary form of c to b, which is the payload of a
// pack's section CALB, all little-endian:
//
//	byte     version, 4
//	byte     number of features, then their weights and the NIL score as float32
//	         version 1 ends here
//	float32  trust, from version 4 on
//	7x4 f32  for each kind of evidence Rivals, NIL, Shift, Ceiling; in version 2
//	         3x4, for each stage
//	uvarint  number of namespaces with scalings of their own: of each its name
//	         (uvarint length, bytes) and 7x4 float32 (3x4)
//	uvarint  number of operating points: of each three float32
//	uvarint  number of attested names: of each uint32 key, byte share
func (c *Calibration) AppendBinary(b []byte) []byte {
	b = c.Ranker.append(b, calibrationVersion)
	b = c.Scalings.append(wire.AppendFloat32(b, c.Trust))
	b = wire.AppendUvarint(b, uint64(len(c.Namespaces)))
	for i := range c.Namespaces {
		b = wire.AppendLenBytes(b, c.Namespaces[i].Namespace)
		b = c.Namespaces[i].Scalings.append(b)
	}
	b = wire.AppendUvarint(b, uint64(len(c.Points)))
	for _, p := range c.Points {
		b = wire.AppendFloat32s(b, []float32{p.Precision, p.Threshold, p.Coverage})
	}
	b = wire.AppendUvarint(b, uint64(len(c.Attested)))
	for _, a := range c.Attested {
		b = append(wire.AppendUint32(b, a.Key), a.Share)
	}
	return b
}

func (s *Scalings) append(b []byte) []byte {
	for _, x := range s {
		b = wire.AppendFloat32s(b, []float32{x.Rivals, x.NIL, x.Shift, x.Ceiling})
	}
	return b
}

// ParseCalibration reads what AppendBinary wrote, or the ranker alone, which was
// version 1. Its errors are those of a damaged pack.
func ParseCalibration(data []byte) (*Calibration, error) {
	c, err := parseCalibration(data)
	if err != nil {
		return nil, corrupt("CALB", err)
	}
	return c, nil
}

func parseCalibration(data []byte) (*Calibration, error) {
	c := &Calibration{Trust: trustBefore}
	rd := wire.NewReader(data)
	version := rd.Uint8()
	if rd.Err() == nil && (version < 1 || version > calibrationVersion) {
		return nil, fmt.Errorf("version %d, this program knows up to %d: use a newer release", version, calibrationVersion)
	}
	if err := c.Ranker.read(rd); err != nil {
		return nil, err
	}
	if version > 1 {
		c.read(rd, version)
	}
	if err := rd.Close(); err != nil {
		return nil, err
	}
	return c, c.check()
}

// read reads what follows the ranker.
func (c *Calibration) read(rd *wire.Reader, version byte) {
	scalings := 4 * 4 * int(NumEvidence)
	if version == 2 {
		scalings = 4 * 4 * int(numStages)
	}
	if version > 3 {
		c.Trust = rd.Float32()
	}
	c.Scalings.read(rd, version)
	namespaces := rd.Count(1 + scalings)
	c.Namespaces = sized[NamespaceScalings](namespaces)
	for range namespaces {
		n := NamespaceScalings{Namespace: string(rd.LenBytes())}
		n.Scalings.read(rd, version)
		c.Namespaces = append(c.Namespaces, n)
	}
	points := rd.Count(3 * 4)
	c.Points = sized[OperatingPoint](points)
	for range points {
		c.Points = append(c.Points, OperatingPoint{rd.Float32(), rd.Float32(), rd.Float32()})
	}
	attested := rd.Count(5)
	c.Attested = sized[Attestation](attested)
	for range attested {
		c.Attested = append(c.Attested, Attestation{rd.Uint32(), rd.Uint8()})
	}
}

// sized returns an empty list with room for n, nil for none.
func sized[T any](n int) []T {
	if n == 0 {
		return nil
	}
	return make([]T, 0, n)
}

func (s *Scalings) read(rd *wire.Reader, version byte) {
	if version > 2 {
		for i := range s {
			s[i].read(rd)
		}
		return
	}
	var stages [numStages]Scaling
	for i := range stages {
		stages[i].read(rd)
	}
	for i, stage := range ofStages {
		s[i] = stages[stage]
	}
}

func (s *Scaling) read(rd *wire.Reader) {
	*s = Scaling{rd.Float32(), rd.Float32(), rd.Float32(), rd.Float32()}
}

// check finds what a look-up would stumble over.
func (c *Calibration) check() error {
	if err := c.Ranker.check(); err != nil {
		return err
	}
	if !share(c.Trust) {
		return fmt.Errorf("a trust of %v is out of range", c.Trust)
	}
	if err := c.Scalings.check(); err != nil {
		return err
	}
	for i := range c.Namespaces {
		if err := c.Namespaces[i].Scalings.check(); err != nil {
			return err
		}
	}
	for _, p := range c.Points {
		if !(share(p.Precision) && share(p.Threshold) && share(p.Coverage)) {
			return fmt.Errorf("an operating point %+v is out of range", p)
		}
	}
	if !slices.IsSortedFunc(c.Namespaces, func(a, b NamespaceScalings) int { return cmp.Compare(a.Namespace, b.Namespace) }) ||
		!slices.IsSortedFunc(c.Points, func(a, b OperatingPoint) int { return cmp.Compare(a.Precision, b.Precision) }) ||
		!slices.IsSortedFunc(c.Attested, func(a, b Attestation) int { return cmp.Compare(a.Key, b.Key) }) {
		return errors.New("namespaces, operating points or attested names are out of order")
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
	sum := s.Rivals + s.NIL + s.Shift
	return sum-sum == 0 && s.Rivals >= 0 && s.NIL >= 0 && share(s.Ceiling)
}

func share(x float32) bool { return x >= 0 && x <= 1 }

// scaling returns that of an entity's namespace for what an answer rests on.
func (c *Calibration) scaling(namespace string, e Evidence) *Scaling {
	i, ok := slices.BinarySearchFunc(c.Namespaces, namespace, func(n NamespaceScalings, name string) int { return cmp.Compare(n.Namespace, name) })
	if ok {
		return &c.Namespaces[i].Scalings[e]
	}
	return &c.Scalings[e]
}

// Apply turns the ranker's probabilities of a mention, p of the entities from the
// likeliest one on and that of NIL, into calibrated ones: it changes p in place
// and returns that of NIL. Their order stays, NIL's included, so do the proportions
// of all but the best, and what was equal stays equal. namespace and evidence are those of the best entity.
func (c *Calibration) Apply(namespace string, evidence Evidence, p []float64, pNIL float64) float64 {
	if len(p) == 0 {
		return pNIL
	}
	s := c.scaling(namespace, evidence)
	if *s == (Scaling{}) {
		return pNIL
	}
	_, ties, others := Best(p)
	rest := others + pNIL
	if !(rest > 0) {
		return pNIL // no doubt to scale
	}
	top := s.Top(p, pNIL)
	for i := range p {
		if i < ties {
			p[i] = top / float64(ties)
		} else {
			p[i] = min(float64(p[i]/rest)*(1-top), p[0])
		}
	}
	return pNIL / rest * (1 - top)
}

// Top returns the probability of the best entities together, for the ranker's
// probabilities p, which fall, and of NIL: that of P, as far as the order of
// entities and NIL stays what the ranker says.
func (s *Scaling) Top(p []float64, pNIL float64) float64 {
	best, ties, others := Best(p)
	rest := others + pNIL
	// With top for best, each of the best has top/ties, and what has m of the rest
	// gets m*(1-top)/rest. The two are the same at
	even := func(m float64) float64 { m *= float64(ties); return m / (rest + m) }
	const aside = 1e-9 // keeps rounding from turning the order round
	top := s.P(Logits(best, others, pNIL))
	if ties < len(p) {
		top = max(top, even(p[ties]))
	}
	if pNIL > p[0] {
		return min(top, even(pNIL)*(1-aside))
	}
	return max(top, even(pNIL)*(1+aside))
}

// attestation returns the share of a key, 0 for none.
func (c *Calibration) attestation(key uint32) uint8 {
	i, ok := slices.BinarySearchFunc(c.Attested, key, func(a Attestation, key uint32) int { return cmp.Compare(a.Key, key) })
	if !ok {
		return 0
	}
	return c.Attested[i].Share
}

// Point returns the operating point of the least precision that is at least what
// is asked for, and whether the pack has one.
func (c *Calibration) Point(precision float64) (OperatingPoint, bool) {
	for _, p := range c.Points {
		if float64(p.Precision) >= precision-1e-6 { // 0.95 is a little more as float32
			return p, true
		}
	}
	return OperatingPoint{}, false
}
