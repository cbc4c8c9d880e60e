package score

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Candidate is a row in the running for a mention.
type Candidate struct {
	Row, Entity int32
	Distance    int32 // Hamming distance of the codes, in bits
	Stage       Stage
	Read        bool    // found by what a rule reads the mention as, in other letters: see names.Readings
	Fields      float32 // logarithm of how many times likelier its fields make it: see package field
	Features    [NumFeatures]float32
	Score       float32
}

// Folding is the working memory of Fold and of sorting by score.
type Folding struct {
	slots []int32     // hash table by entity: index of its best candidate, and 1
	keys  []uint64    // of candidates, to be sorted: see scoreKey
	order []int32     // of Promising
	out   []Candidate // in the order of keys
}

// Fold scores the candidates and returns the best row of every entity by falling
// score; equal scores keep the order of rows.
func (r *Ranker) Fold(cs []Candidate) []Candidate { return new(Folding).Fold(r, cs) }

// Fold is Ranker.Fold. The result is valid until the next call.
func (f *Folding) Fold(r *Ranker, cs []Candidate) []Candidate {
	f.reset(len(cs))
	for i := range cs {
		cs[i].Score = bounded(r.score(&cs[i].Features), math.MaxFloat32)
		f.offer(cs, i)
	}
	f.keys = f.keys[:0]
	for _, best := range f.slots {
		if i := int(best) - 1; i >= 0 {
			f.keys = append(f.keys, scoreKey(cs[i].Score, i))
		}
	}
	out := f.sorted(cs)
	for i := 1; i < len(out); i++ { // equal scores are few, or in order
		for j := i; j > 0 && out[j].Score == out[j-1].Score && out[j].Row < out[j-1].Row; j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}

// bounded returns x, but no more than limit and no less than -limit, which is also what
// there is for no number. Large weights of a pack can overflow to one, and it would pass
// from one score to all probabilities.
func bounded(x, limit float32) float32 {
	if !(x >= -limit) {
		return -limit
	}
	return min(x, limit)
}

// reset empties the hash table and makes room for n entities.
func (f *Folding) reset(n int) {
	size := 64
	for size < 2*n {
		size *= 2
	}
	if size > len(f.slots) {
		f.slots = make([]int32, size)
	}
	clear(f.slots)
}

// scatter says where in the hash table an entity is sought, elsewhere in each process: who writes a list numbers its
// entities, and could choose some that are sought in one place. The result is sorted, so it is the same everywhere.
var scatter = [2]uint64{rand.Uint64() | 1, rand.Uint64() | 1}

// place returns where in the hash table an entity is sought first.
func place(entity int32) uint32 {
	h := uint64(uint32(entity)) * scatter[0]
	return uint32((h ^ h>>32) * scatter[1] >> 32)
}

// offer takes candidate i in the place of another one of its entity if it is
// better.
func (f *Folding) offer(cs []Candidate, i int) {
	c, mask := &cs[i], uint32(len(f.slots)-1)
	for at := place(c.Entity); ; at++ {
		slot := &f.slots[at&mask]
		if *slot == 0 {
			*slot = int32(i) + 1
			return
		}
		if best := &cs[*slot-1]; best.Entity == c.Entity {
			if c.Score > best.Score || c.Score == best.Score && c.Row < best.Row { // no score is NaN
				*slot = int32(i) + 1
			}
			return
		}
	}
}

// scoreKey returns a number for candidate i that sorts by falling score, then by
// i: numbers sort several times faster than candidates.
func scoreKey(score float32, i int) uint64 {
	b := math.Float32bits(score)
	if b>>31 == 0 {
		b = ^(b | 1<<31) // of the opposite order
	}
	return uint64(b)<<32 | uint64(i)
}

// sorted sorts the keys and returns their candidates, valid until the next call.
func (f *Folding) sorted(cs []Candidate) []Candidate {
	slices.Sort(f.keys)
	f.out = slices.Grow(f.out[:0], len(f.keys))
	for _, key := range f.keys {
		f.out = append(f.out, cs[uint32(key)])
	}
	return f.out
}

// Promising returns the indexes of the candidates that deserve a closer look, by
// falling score of r for their features so far: the first all of them, the FewRows
// best before found, and the namedRows best of the others. The result is valid
// until the next call.
func (f *Folding) Promising(r *Ranker, cs []Candidate, all, found int) []int32 {
	f.order, f.keys = f.order[:0], f.keys[:0]
	for i := range all {
		f.order = append(f.order, int32(i))
	}
	f.take(r, cs, all, found, FewRows)
	f.take(r, cs, found, len(cs), namedRows)
	return f.order
}

// take adds the candidates from to before to those whose keys are left, and moves the
// best n to the order.
func (f *Folding) take(r *Ranker, cs []Candidate, from, to, n int) {
	for i := from; i < to; i++ {
		f.keys = append(f.keys, scoreKey(r.score(&cs[i].Features), i))
	}
	slices.Sort(f.keys)
	n = min(n, len(f.keys))
	for _, key := range f.keys[:n] {
		f.order = append(f.order, int32(uint32(key)))
	}
	f.keys = append(f.keys[:0], f.keys[n:]...)
}

// EvenCosine shrinks the cosines of rows that the mention abbreviates towards
// chanceCosine, to the share trust of the difference. They share no n-grams with the
// mention, so their cosines are mostly chance, unless the encoder has learned
// abbreviations.
func EvenCosine(cs []Candidate, trust float32) {
	for i := range cs {
		c := &cs[i].Features[Cosine]
		*c = chanceCosine + float32(trust*(*c-chanceCosine))
	}
}

// Join returns the candidates of a mention and of its readings, which replace rows
// that are only near the mention.
func Join(own, read []Candidate) []Candidate {
	near := func(c Candidate) bool {
		return c.Stage > StageMember && slices.ContainsFunc(read, func(r Candidate) bool { return r.Row == c.Row })
	}
	return append(slices.DeleteFunc(own, near), read...)
}

// SuppressOtherMembers lowers the scores of all members of a group but the best, which
// answers for the group: many members do not make the group less likely. The others stay
// tied with it. The candidates are sorted by score, before and after.
func SuppressOtherMembers(cs []Candidate) {
	spoken := false
	for i := range cs {
		if cs[i].Stage != StageMember {
			continue
		}
		if spoken {
			cs[i].Score = bounded(cs[i].Score-lessMember, math.MaxFloat32)
		}
		spoken = true
	}
	if spoken {
		slices.SortStableFunc(cs, func(a, b Candidate) int { return cmp.Compare(b.Score, a.Score) })
	}
}
