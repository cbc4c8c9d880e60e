package score

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Candidate is a row that may answer a mention.
type Candidate struct {
	Row, Entity int32
	Distance    int32 // Hamming distance of the codes, in bits
	Stage       Stage
	Read        bool    // found by a reading of the mention in other letters: see names.Readings
	Translated  bool    // found by what the mention means in the words of the list: see package translation
	Whole       bool    // the name has all words of the mention, as few other entities' do: see MarkWhole
	Fields      float32 // logarithm of the factor by which the fields of the entity change its odds: see package field
	Features    [NumFeatures]float32
	Score       float32
}

// Folding holds the memory that Fold and Promising reuse.
type Folding struct {
	slots []int32     // hash table by entity: 1 + the index of its best candidate, or 0
	keys  []uint64    // sort keys of candidates: see scoreKey
	spare []uint64    // of sortKeys
	order []int32     // result of Promising
	out   []Candidate // result of Fold
}

// Fold scores the candidates and returns the best row of each entity by falling score, and by row where scores are equal.
func (r *Ranker) Fold(cs []Candidate) []Candidate { return new(Folding).Fold(r, cs) }

// Fold does what Ranker.Fold does, in the memory of f. The result is valid until the next call.
func (f *Folding) Fold(r *Ranker, cs []Candidate) []Candidate {
	f.reset(len(cs))
	for i := range cs {
		cs[i].Score = bounded(r.score(&cs[i].Features)+float32(translatedGain*bit(cs[i].Translated)), math.MaxFloat32)
		f.offer(cs, i)
	}
	f.keys = f.keys[:0]
	for _, best := range f.slots {
		if i := int(best) - 1; i >= 0 {
			f.keys = append(f.keys, scoreKey(cs[i].Score, i))
		}
	}
	out := f.sorted(cs)
	for i := 1; i < len(out); i++ { // equal scores are few, or in order already
		for j := i; j > 0 && out[j].Score == out[j-1].Score && out[j].Row < out[j-1].Row; j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}

// bounded returns x limited to [-limit, limit], and -limit for NaN. Large weights of a pack can overflow to NaN, which would
// spread from one score to all probabilities.
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
	f.slots = slices.Grow(f.slots[:0], size)[:size] // no more, or each call would pay for the largest one before
	clear(f.slots)
}

// scatter makes the hash table's order different in each process: the author of a list numbers its entities, and could
// otherwise choose numbers that collide. Fold sorts its result, which is therefore the same in every process.
var scatter = [2]uint64{rand.Uint64() | 1, rand.Uint64() | 1}

// place returns the hash of an entity, at which the search for its slot begins.
func place(entity int32) uint32 {
	h := uint64(uint32(entity)) * scatter[0]
	return uint32((h ^ h>>32) * scatter[1] >> 32)
}

// offer makes candidate i the best of its entity if no better one has been offered.
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

// scoreKey returns a key of candidate i that sorts by falling score, then by i. Keys sort several times faster than
// candidates.
func scoreKey(score float32, i int) uint64 {
	b := math.Float32bits(score)
	if b>>31 == 0 {
		b = ^(b | 1<<31) // the bits of positive floats rise with the score
	}
	return uint64(b)<<32 | uint64(i)
}

// sortKeys sorts the keys, of which those of equal scores are in order or in any. It takes many byte by byte: no processor
// can guess which of two is larger.
func (f *Folding) sortKeys() {
	const few = 64
	if len(f.keys) < few {
		slices.Sort(f.keys)
		return
	}
	f.spare = slices.Grow(f.spare[:0], len(f.keys))[:len(f.keys)]
	for shift := 32; shift < 64; shift += 8 {
		var next [256]int // where the next key with a byte goes
		for _, key := range f.keys {
			next[byte(key>>shift)]++
		}
		at := 0
		for b, n := range next {
			next[b], at = at, at+n
		}
		for _, key := range f.keys {
			b := byte(key >> shift)
			f.spare[next[b]] = key
			next[b]++
		}
		f.keys, f.spare = f.spare, f.keys
	}
}

// sorted sorts the keys and returns the candidates in their order. The result is valid until the next call.
func (f *Folding) sorted(cs []Candidate) []Candidate {
	f.sortKeys()
	f.out = slices.Grow(f.out[:0], len(f.keys))
	for _, key := range f.keys {
		f.out = append(f.out, cs[uint32(key)])
	}
	return f.out
}

// Promising returns the indexes of the candidates whose names are worth comparing: all of the first all ones, then the
// FewRows best of those before found, then the namedRows best of the rest. r scores them by the features that they have so
// far. The result is valid until the next call.
func (f *Folding) Promising(r *Ranker, cs []Candidate, all, found int) []int32 {
	f.order, f.keys = f.order[:0], f.keys[:0]
	for i := range all {
		f.order = append(f.order, int32(i))
	}
	f.take(r, cs, all, found, FewRows)
	f.take(r, cs, found, len(cs), namedRows)
	return f.order
}

// take adds the keys of candidates [from, to) to the keys left over, and moves the n best from the keys to the order.
func (f *Folding) take(r *Ranker, cs []Candidate, from, to, n int) {
	for i := from; i < to; i++ {
		f.keys = append(f.keys, scoreKey(r.score(&cs[i].Features), i))
	}
	f.sortKeys()
	n = min(n, len(f.keys))
	for _, key := range f.keys[:n] {
		f.order = append(f.order, int32(uint32(key)))
	}
	f.keys = append(f.keys[:0], f.keys[n:]...)
}

// EvenCosine shrinks the cosines of rows that the mention abbreviates towards chanceCosine and keeps the share trust of the
// difference. An abbreviation shares no n-grams with its name, so these cosines are mostly chance, unless the encoder has
// learned abbreviations.
func EvenCosine(cs []Candidate, trust float32) {
	for i := range cs {
		c := &cs[i].Features[Cosine]
		*c = chanceCosine + float32(trust*(*c-chanceCosine))
	}
}

// Join returns the candidates of a mention together with those of its readings. A row that a reading found replaces the same
// row if the mention itself did not name it.
func Join(own, read []Candidate) []Candidate {
	if len(read) == 0 {
		return own
	}
	near := func(c Candidate) bool {
		return c.Stage > StageMember && slices.ContainsFunc(read, func(r Candidate) bool { return r.Row == c.Row })
	}
	return append(slices.DeleteFunc(own, near), read...)
}

// SuppressOtherMembers lowers the scores of all members of a group but the best one, so that a group of many members is as
// likely as one of few. The others stay tied with the best. cs is sorted by score, before and after.
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

// MarkWhole marks the candidates whose names have all words of a mention that is no name itself, if it is one to
// maxWhole entities: Dahl may be any of the two Dahls of a list.
func MarkWhole(cs []Candidate) {
	whole := func(c *Candidate) bool { return c.Stage >= StagePart && c.Features[MentionIn] > LeastWhole }
	n := 0
	for i := range cs {
		if whole(&cs[i]) {
			n++
		}
	}
	few := n <= maxWhole && !isNamed(cs)
	for i := range cs {
		cs[i].Whole = few && whole(&cs[i])
	}
}
