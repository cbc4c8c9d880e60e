package score

import (
	"cmp"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/wire"
)

// Forests estimate how likely the best entity of an answer is right: the probability that the list has the entity that is
// meant (Has), times the probability that it is the best one if so (Right). Has depends on what people ask of the list, Right
// does not: where the list is known to have more or fewer of the entities, Shifts moves Has. Training fits both on labelled
// mentions of other terminologies.
type Forests struct {
	Has, Right Forest
	Strata     [NumStrata]float32 // for each stratum, the share of mentions in the fit of Has whose entity the list had; 0: Has.Share
}

// ParseForests reads what AppendBinary wrote. It refuses values that could make a result infinite or NaN.
func ParseForests(data []byte) (f Forests, err error) {
	rd := wire.NewReader(data)
	f.read(rd)
	return f, cmp.Or(rd.Close(), f.check())
}

// AppendBinary appends the binary form of f to b: see Calibration.AppendBinary.
func (f *Forests) AppendBinary(b []byte) []byte {
	return wire.AppendFloat32s(f.Right.append(f.Has.append(b)), f.Strata[:])
}

func (f *Forests) read(rd *wire.Reader) {
	f.Has.read(rd)
	f.Right.read(rd)
	copy(f.Strata[:], rd.Float32s(int(NumStrata)))
}

func (f *Forests) check() error {
	err := cmp.Or(f.Has.check(), f.Right.check())
	for _, x := range f.Strata {
		err = cmp.Or(err, checkShare(x))
	}
	return err
}

// Forest adds a base and one leaf of each tree to a logit (gradient boosting). The zero value returns 0, an even chance.
type Forest struct {
	Base  float32
	Trees []Tree // at most maxTrees
}

const (
	treeDepth  = 4
	TreeSplits = 1<<treeDepth - 1
	treeLeaves = 1 << treeDepth
	maxTrees   = 256 // every look-up walks all of them
	maxLeaf    = 100 // bounds the leaves and the base, which are logits, so that sums stay finite
)

// Tree is a complete binary tree, so it needs no links. Split i leads to split 2i+1 if input Input[i] is at most At[i], and
// to split 2i+2 if it is larger; the last level of splits leads to the leaves in the same way.
type Tree struct {
	Input  [TreeSplits]uint8
	At     [TreeSplits]float32
	Leaves [treeLeaves]float32
}

// The inputs of a Forest. Their numbers are part of the pack format. Only inputWeighted describes the list: too few lists
// have labelled mentions to learn from other properties.
const (
	inputEvidence = iota // Evidence of the answer
	InputRivals          // log odds of the ranker that no other entity is meant: see logits
	InputNIL             // log odds of the ranker that an entity is meant
	InputCosine          // features of the best row, up to inputTitle
	InputTrigram
	inputDigits
	inputMentionIn
	inputNameIn
	inputShort
	inputTitle
	inputWeighted // 1 if the list says how much people write about its entities
	inputPrior    // prior of the best entity; unknownPrior unless inputWeighted
	inputAlias
	inputStage
	inputLacks         // weight of the mention's words that the name lacks: see Contrast
	inputLacksMost     // of one of them
	inputLacksTells    // how many of them tell entities apart: see names.Telling
	inputLacksOrdinary // the most ordinary of them
	inputHas           // the same of the name's words that the mention lacks
	inputHasMost
	inputHasTells
	inputOrdinary // of the mention's words, the most ordinary
	inputLeastOrdinary
	InputEdits      // edits between the compact forms of mention and name
	inputEditsShare // the same as a share of the longer form
	inputLetters    // bytes of the mention's compact form
	inputWords
	inputNameWords
	inputSmall     // 1 if the mention has no capital
	inputCapitals  // 1 if the mention has no small letter
	inputSymbol    // 1 if the name has the capitals of a symbol
	inputSame      // 1 if mention and name are equal
	inputCase      // share of letters that differ in case: see otherCase
	inputSiblings  // number of other entities that are nearly as similar: see siblings
	inputMeant     // share of the known uses of the mention that mean the entity: see Commonness
	inputElsewhere // share of the known uses of the mention that mean nothing in the list
	inputShared    // largest weight of a word that both have: the number of a model is nearly a key
	inputAhead     // by how much the Cosine of the best entity exceeds that of the second: see ahead
	inputAheadTrigram
	inputAheadMentionIn
	inputAheadNameIn
	inputNextDigits // feature Digits of the second entity
	NumInputs
)

// Inputs are the numbers that a Forest decides by, indexed by the constants above.
type Inputs [NumInputs]float32

// Share returns the share of true cases in the data that the forest was fitted on.
func (f *Forest) Share() float64 { return 1 / (1 + f64.Exp(-float64(f.Base))) }

func (f *Forest) p(x *Inputs) float64 { return 1 / (1 + f64.Exp(-f.Logit(x))) }

// Logit returns the log odds of the forest for an answer with the inputs x. It adds 0 or 1 instead of branching, which takes a
// quarter of the time: no processor can guess the way. Levels are spelled out, and masked by what they have, so that no index
// is checked.
func (f *Forest) Logit(x *Inputs) float64 {
	sum, all := float64(f.Base), new([1 << 8]float32) // any Tree.Input is one of these
	copy(all[:], x[:])
	for i := range f.Trees {
		t := &f.Trees[i]
		at := above(all[t.Input[0]], t.At[0])
		at = 2*at + above(all[t.Input[1+at&1]], t.At[1+at&1])
		at = 2*at + above(all[t.Input[3+at&3]], t.At[3+at&3])
		at = 2*at + above(all[t.Input[7+at&7]], t.At[7+at&7])
		sum += float64(t.Leaves[at&15])
	}
	return sum
}

func above(x, at float32) (is uint) {
	if x > at {
		is = 1
	}
	return is
}

func (f *Forest) append(b []byte) []byte {
	b = wire.AppendUvarint(wire.AppendFloat32(b, f.Base), uint64(len(f.Trees)))
	for i := range f.Trees {
		t := &f.Trees[i]
		b = wire.AppendFloat32s(append(b, t.Input[:]...), t.At[:])
		b = wire.AppendFloat32s(b, t.Leaves[:])
	}
	return b
}

func (f *Forest) read(rd *wire.Reader) {
	f.Base = rd.Float32()
	trees := rd.Count(5*TreeSplits + 4*treeLeaves)
	f.Trees = sized[Tree](trees)
	for range trees {
		var t Tree
		copy(t.Input[:], rd.Bytes(TreeSplits))
		copy(t.At[:], rd.Float32s(TreeSplits))
		copy(t.Leaves[:], rd.Float32s(treeLeaves))
		f.Trees = append(f.Trees, t)
	}
}

func (f *Forest) check() error {
	if len(f.Trees) > maxTrees {
		return fmt.Errorf("%d trees are more than %d", len(f.Trees), maxTrees)
	}
	leaves := []float32{f.Base}
	for i := range f.Trees {
		t := &f.Trees[i]
		for k, at := range t.At {
			if t.Input[k] >= NumInputs || at != at {
				return fmt.Errorf("a split of input %d at %v is out of range", t.Input[k], at)
			}
		}
		leaves = append(leaves, t.Leaves[:]...)
	}
	for _, x := range leaves {
		if !(math.Abs(float64(x)) <= maxLeaf) {
			return fmt.Errorf("a leaf of %v is out of range", x)
		}
	}
	return nil
}
