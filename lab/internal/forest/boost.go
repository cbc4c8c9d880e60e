package forest

import (
	"math"
	"slices"

	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/f64"
)

// sample is an answer that a Forest learns from.
type sample struct {
	x      score.Inputs
	right  bool
	weight float64
}

// How a Forest is fitted. More trees, deeper ones, smaller leaves and traits of the list gave kinds
// of names that were left out of the fit a worse p: docs/decisions/calibration.md.
const (
	forestTrees = 200
	forestRate  = 0.1
	leafSamples = 20 // different mentions in a leaf at least
	leafRidge   = 3  // pull of a leaf towards 0, in mentions
	cutPoints   = 63 // places where an input may be split
)

// rising are the inputs with which a logit never falls: the surer the ranker and the more alike
// the names, the likelier the answer is right.
var rising = [score.NumInputs]bool{score.InputRivals: true, score.InputNIL: true, score.InputCosine: true, score.InputTrigram: true}

// boost fits a forest on samples: gradient boosting of the log loss (Friedman 2001) with leaves by
// Newton's method. It depends on nothing but the samples and their order.
func boost(samples []sample) score.Forest {
	b := newBooster(samples)
	f := score.Forest{Base: float32(b.base())}
	for range forestTrees {
		f.Trees = append(f.Trees, b.tree())
	}
	return f
}

type booster struct {
	samples []sample
	cuts    [score.NumInputs][]float32
	bin     [][score.NumInputs]uint8 // of each sample: the number of cuts below its input
	logit   []float64                // of each sample, by the trees so far
	slope   []float64                // of the loss by the logit
	curve   []float64                // second derivative
	sums    [score.NumInputs][cutPoints + 1]sums
}

func newBooster(samples []sample) *booster {
	n := len(samples)
	b := &booster{samples: samples, bin: make([][score.NumInputs]uint8, n), logit: make([]float64, n), slope: make([]float64, n), curve: make([]float64, n)}
	for k := range b.cuts {
		values := make([]float32, n)
		for i := range samples {
			values[i] = samples[i].x[k]
		}
		slices.Sort(values)
		for c := 1; c <= cutPoints && n > 0; c++ {
			if v := values[c*n/(cutPoints+1)]; v < values[n-1] {
				b.cuts[k] = append(b.cuts[k], v)
			}
		}
		b.cuts[k] = slices.Compact(b.cuts[k])
		for i := range samples {
			at, _ := slices.BinarySearch(b.cuts[k], samples[i].x[k]) // an input at a cut is not above it
			b.bin[i][k] = uint8(at)
		}
	}
	return b
}

// base sets all logits to that of the share of right answers, and returns it.
func (b *booster) base() float64 {
	right, all := 0.5, 1.0
	for i := range b.samples {
		if all += b.samples[i].weight; b.samples[i].right {
			right += b.samples[i].weight
		}
	}
	base := f64.Log(right / (all - right))
	for i := range b.logit {
		b.logit[i] = base
	}
	return base
}

// branch is a part of the samples, and the values that leaves below it may have.
type branch struct {
	of          []int32
	least, most float64
}

// tree fits the next tree and adds it to the logits.
func (b *booster) tree() (t score.Tree) {
	all := make([]int32, len(b.samples))
	for i := range b.samples {
		s := &b.samples[i]
		p := sigmoid(b.logit[i])
		b.slope[i], b.curve[i] = s.weight*p, s.weight*p*(1-p)
		if s.right {
			b.slope[i] -= s.weight
		}
		all[i] = int32(i)
	}
	level := []branch{{all, math.Inf(-1), math.Inf(1)}}
	for split := 0; split < score.TreeSplits; {
		var next []branch
		for _, from := range level {
			cut, low, high := b.split(from)
			t.Input[split], t.At[split] = cut.input, cut.at
			next = append(next, low, high)
			split++
		}
		level = next
	}
	for i, leaf := range level {
		value := float32(forestRate * b.sum(leaf.of).value(leaf.least, leaf.most))
		t.Leaves[i] = value
		for _, k := range leaf.of {
			b.logit[k] += float64(value)
		}
	}
	return t
}

// sums of samples.
type sums struct {
	slope, curve float64
	n            int
}

func (s *sums) add(o sums) { s.slope, s.curve, s.n = s.slope+o.slope, s.curve+o.curve, s.n+o.n }

func (s sums) less(o sums) sums { return sums{s.slope - o.slope, s.curve - o.curve, s.n - o.n} }

// value is what a leaf of these samples adds to their logits.
func (s sums) value(least, most float64) float64 {
	return min(max(-s.slope/(s.curve+leafRidge), least), most)
}

// gain is by how much a leaf of these samples lowers the loss, twice.
func (s sums) gain() float64 { return s.slope * s.slope / (s.curve + leafRidge) }

func (b *booster) sum(of []int32) (s sums) {
	for _, i := range of {
		s.add(sums{b.slope[i], b.curve[i], 1})
	}
	return s
}

// cut is where a branch is split.
type cut struct {
	input uint8
	at    float32
}

// nowhere is a cut that no input is above.
var nowhere = cut{at: math.MaxFloat32}

// split finds the best cut of a branch, or nowhere, and what is below and above it.
func (b *booster) split(from branch) (best cut, low, high branch) {
	all, most, place, middle := b.sum(from.of), 0.0, 0, 0.0
	best = nowhere
	b.sums = [score.NumInputs][cutPoints + 1]sums{}
	for _, i := range from.of {
		one := sums{b.slope[i], b.curve[i], 1}
		for k, bin := range b.bin[i] { // all inputs of a sample lie together
			b.sums[k][bin].add(one)
		}
	}
	for k := range b.cuts {
		var below sums
		for c, at := range b.cuts[k] {
			below.add(b.sums[k][c])
			above := all.less(below)
			lower, upper := below.value(from.least, from.most), above.value(from.least, from.most)
			if below.n < leafSamples || above.n < leafSamples || rising[k] && lower > upper {
				continue
			}
			if gain := below.gain() + above.gain() - all.gain(); gain > most {
				best, most, place, middle = cut{uint8(k), at}, gain, c, (lower+upper)/2
			}
		}
	}
	low, high = branch{nil, from.least, from.most}, branch{nil, from.least, from.most}
	if best == nowhere {
		low.of = from.of
		return best, low, high
	}
	if rising[best.input] {
		low.most, high.least = middle, middle
	}
	for _, i := range from.of {
		if int(b.bin[i][best.input]) <= place {
			low.of = append(low.of, i)
		} else {
			high.of = append(high.of, i)
		}
	}
	return best, low, high
}

func sigmoid(x float64) float64 { return 1 / (1 + f64.Exp(-x)) }
