package score

import (
	"cmp"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/wire"
)

// Forests tell how likely an answer's best entity is right: how likely the list has what is meant, times how likely that
// is this entity if so. The first depends on what is asked of the list, the second does not: where the list is known to
// have more or less of what people mean, the first is shifted (see Shifts). Training fits both on labelled mentions of
// other terminologies.
type Forests struct {
	Has, Right Forest
	Strata     [NumStrata]float32 // share of the mentions of each stratum whose entity the list had, in what Has was fitted on; 0: of all
}

// ParseForests reads what AppendBinary wrote, and refuses what could give anything but numbers.
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

// Forest is a logit that is the sum of a base and of one leaf of each tree (gradient boosting). The zero value says 0, an
// even chance.
type Forest struct {
	Base  float32
	Trees []Tree // at most maxTrees
}

const (
	treeDepth  = 4
	TreeSplits = 1<<treeDepth - 1
	treeLeaves = 1 << treeDepth
	maxTrees   = 256 // a look-up goes through all of them
	maxLeaf    = 100 // of a tree's leaves and the base, as logits: any sum is finite
)

// Tree is a complete binary tree, so it needs no links: from split i the way goes on to split 2i+1
// where input Input[i] is at most At[i], else to 2i+2, and from the last level to a leaf.
type Tree struct {
	Input  [TreeSplits]uint8
	At     [TreeSplits]float32
	Leaves [treeLeaves]float32
}

// What a Forest knows of an answer. The numbers are part of the pack format. Of the list it knows
// one thing: there are too few lists with labelled mentions to learn others from.
const (
	inputEvidence = iota // what the answer rests on
	InputRivals          // logits: how sure the ranker is that no other entity is meant
	InputNIL             // and that one is at all
	InputCosine          // features of the best row
	InputTrigram
	inputDigits
	inputMentionIn
	inputNameIn
	inputShort
	inputTitle
	inputWeighted // 1 where the list knows how often people write about its entities
	inputPrior    // of the entity where the list knows it, else unknownPrior
	inputAlias
	inputStage
	inputLacks         // weight of the mention's words that the name lacks: see Contrast
	inputLacksMost     // of one of them
	inputLacksMarks    // how many of them tell siblings apart
	inputLacksOrdinary // the most ordinary of them
	inputHas           // the same of the name's words that the mention lacks
	inputHasMost
	inputHasMarks
	inputOrdinary // of the mention's words, the most ordinary
	inputLeastOrdinary
	InputEdits // letters between mention and name
	inputEditsShare
	inputLetters // of the mention
	inputWords
	inputNameWords
	inputSmall     // the mention has no capital
	inputCapitals  // it has no small letter
	inputSymbol    // the name has capitals as symbols have
	inputSame      // mention and name are equal
	inputCase      // share of the letters that are capitals in one of mention and name alone, where they are the same
	inputSiblings  // other entities about as alike, at most maxSiblings
	inputMeant     // share of the uses of the mention, where they are known, that mean the entity: Commonness
	inputElsewhere // that mean nothing in the list
	inputShared    // weight of the weightiest word that both have: the number of a model is nearly a key
	inputAhead     // by how much the best row is above that of the next entity in Cosine, see ahead
	inputAheadTrigram
	inputAheadMentionIn
	inputAheadNameIn
	inputNextDigits // Digits of the next entity
	NumInputs
)

// Inputs are what a Forest sees.
type Inputs [NumInputs]float32

// Share returns the share of the mentions that the forest was fitted on of which it is true.
func (f *Forest) Share() float64 { return 1 / (1 + f64.Exp(-float64(f.Base))) }

func (f *Forest) p(x *Inputs) float64 { return 1 / (1 + f64.Exp(-f.Logit(x))) }

// Logit returns the log odds of an answer.
func (f *Forest) Logit(x *Inputs) float64 {
	sum := float64(f.Base)
	for i := range f.Trees {
		sum += float64(f.Trees[i].leaf(x))
	}
	return sum
}

func (t *Tree) leaf(x *Inputs) float32 {
	i := 0
	for range treeDepth {
		above := x[t.Input[i]] > t.At[i]
		i = 2*i + 1
		if above {
			i++
		}
	}
	return t.Leaves[i-TreeSplits]
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
