package core

import (
	"math"
	"slices"
)

// folder is the working memory of Fold and of sorting by score.
type folder struct {
	slots []int32     // hash table by entity: index of its best candidate, and 1
	keys  []uint64    // of candidates, to be sorted: see scoreKey
	out   []Candidate // in the order of keys
}

// Fold scores the candidates and returns the best row of every entity by falling
// score; equal scores keep the order of rows.
func (r *Ranker) Fold(cs []Candidate) []Candidate { return new(folder).fold(r, cs) }

// fold is Fold for the candidates of a look-up. The result is valid until the
// next sort in s.
func (s *scratch) fold(r *Ranker) []Candidate { return s.folder.fold(r, s.candidates) }

func (f *folder) fold(r *Ranker, cs []Candidate) []Candidate {
	f.reset(len(cs))
	for i := range cs {
		cs[i].Score = bounded(r.Score(&cs[i].Features), math.MaxFloat32)
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
func (f *folder) reset(n int) {
	size := 64
	for size < 2*n {
		size *= 2
	}
	if size > len(f.slots) {
		f.slots = make([]int32, size)
	}
	clear(f.slots)
}

// offer takes candidate i in the place of another one of its entity if it is
// better.
func (f *folder) offer(cs []Candidate, i int) {
	c, mask := &cs[i], uint32(len(f.slots)-1)
	at := uint32(c.Entity) * 0x9e3779b1 >> 7
	for ; ; at++ {
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
func scoreKey(score float32, i int) uint64 { return uint64(descending(score))<<32 | uint64(i) }

// descending maps numbers to unsigned integers of the opposite order.
func descending(f float32) uint32 {
	if b := math.Float32bits(f); b>>31 == 0 {
		return ^(b | 1<<31)
	} else {
		return b
	}
}

// sorted sorts the keys and returns their candidates, valid until the next call.
func (f *folder) sorted(cs []Candidate) []Candidate {
	slices.Sort(f.keys)
	f.out = slices.Grow(f.out[:0], len(f.keys))
	for _, key := range f.keys {
		f.out = append(f.out, cs[uint32(key)])
	}
	return f.out
}

// Probabilities returns the softmax of the candidates' scores and the score of
// NIL.
func Probabilities(cs []Candidate, nilScore float32) (p []float64, pNIL float64) {
	top := float64(nilScore)
	for _, c := range cs {
		top = max(top, float64(c.Score))
	}
	pNIL = math.Exp(float64(nilScore) - top)
	sum := pNIL
	p = make([]float64, len(cs))
	for i, c := range cs {
		p[i] = math.Exp(float64(c.Score) - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p, pNIL / sum
}
