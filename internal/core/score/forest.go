package score

import (
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// Forest estimates how likely an answer's best entity is right: a logit that is the sum of a base
// and of one leaf of each tree (gradient boosting). Training fits it on labelled mentions of other
// terminologies. The zero value says 0, an even chance.
type Forest struct {
	Base  float32
	Trees []Tree // at most maxTrees
}

const (
	treeDepth  = 3
	TreeSplits = 1<<treeDepth - 1
	TreeLeaves = 1 << treeDepth
	maxTrees   = 256 // a look-up goes through all of them
	maxLeaf    = 100 // of a tree's leaves and the base, as logits: any sum is finite
)

// Tree is a complete binary tree, so it needs no links: from split i the way goes on to split 2i+1
// where input Input[i] is at most At[i], else to 2i+2, and from the last level to a leaf.
type Tree struct {
	Input  [TreeSplits]uint8
	At     [TreeSplits]float32
	Leaves [TreeLeaves]float32
}

// What a Forest knows of an answer. The numbers are part of the pack format. Of the list it knows
// one thing: there are too few lists with labelled mentions to learn others from.
const (
	inputEvidence = iota // what the answer rests on
	InputRivals          // Logits: how sure the ranker is that no other entity is meant
	InputNIL             // and that one is at all
	InputCosine          // features of the best row
	InputTrigram
	inputDigits
	inputMentionIn
	inputNameIn
	inputShort
	inputTitle
	inputWeighted // 1 where the list knows how often people write about its entities
	NumInputs
)

// Inputs are what a Forest sees.
type Inputs [NumInputs]float32

// Inputs returns those of an answer with best as its best candidate, for the ranker's probabilities
// of entities, which fall, and of NIL.
func (c *Calibration) Inputs(best *Candidate, p []float64, pNIL float64) Inputs {
	of, _, others := Best(p)
	rivals, nilOdds := Logits(of, others, pNIL)
	f := &best.Features
	return Inputs{
		float32(best.Evidence()), float32(rivals), float32(nilOdds),
		f[Cosine], f[Trigram], f[Digits], f[MentionIn], f[NameIn], f[Short], f[Title], bit(c.Weighted),
	}
}

// Logit returns the log odds that the best entity is right.
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
	trees := rd.Count(5*TreeSplits + 4*TreeLeaves)
	f.Trees = sized[Tree](trees)
	for range trees {
		var t Tree
		copy(t.Input[:], rd.Bytes(TreeSplits))
		copy(t.At[:], rd.Float32s(TreeSplits))
		copy(t.Leaves[:], rd.Float32s(TreeLeaves))
		f.Trees = append(f.Trees, t)
	}
}

// check finds what a look-up would stumble over.
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
