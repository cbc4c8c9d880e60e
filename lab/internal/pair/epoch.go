package pair

import (
	"math"
	"math/rand/v2"
)

// ref is a pair by number: of two names, or of a name and a variation.
type ref struct {
	a, b      int32
	kind      Kind
	variation uint8
}

// Epoch is the pairs of one epoch, in random order. It is safe for concurrent use.
type Epoch struct {
	sampler *Sampler
	refs    []ref
}

// Len returns the number of pairs.
func (e *Epoch) Len() int { return len(e.refs) }

// Pair returns pair i, with i from 0 to Len-1. Each call computes its texts and its label.
func (e *Epoch) Pair(i int) Pair { return e.sampler.pair(e.refs[i]) }

// Epoch draws the pairs of epoch n. A terminology of one entity has no Random
// pairs, one of single names no Same pairs; there may be none at all.
func (s *Sampler) Epoch(n int) *Epoch {
	d := &drawing{Sampler: s, rng: rand.New(rand.NewPCG(s.cfg.Seed, uint64(n)))}
	for e := range len(s.first) - 1 {
		d.same(e)
		d.family(e)
	}
	for i := range s.names {
		d.random(i)
		d.vary(i)
	}
	d.rng.Shuffle(len(d.refs), func(i, j int) { d.refs[i], d.refs[j] = d.refs[j], d.refs[i] })
	return &Epoch{s, d.refs}
}

// tries is how often a partner is drawn anew when the first is no rival.
const tries = 16

type drawing struct {
	*Sampler
	rng  *rand.Rand
	refs []ref
}

// same draws pairs of the names of entity e, none twice.
func (d *drawing) same(e int) {
	first := d.first[e]
	for _, i := range choose(d.rng, d.cfg.Same, pairsOf(int(d.first[e+1]-first))) {
		a, b := unrank(i)
		d.refs = append(d.refs, ref{a: first + int32(a), b: first + int32(b), kind: Same})
	}
}

// choose returns k of the numbers below n at random, or all of them when there
// are no more (Floyd's algorithm).
func choose(rng *rand.Rand, k, n int) []int {
	k = max(0, min(k, n))
	chosen, taken := make([]int, 0, k), make(map[int]bool, k)
	for top := n - k; top < n; top++ {
		i := rng.IntN(top + 1)
		if taken[i] {
			i = top
		}
		taken[i] = true
		chosen = append(chosen, i)
	}
	return chosen
}

// pairsOf returns the number of pairs of n things, or the largest int below it.
func pairsOf(n int) int {
	if n > 1 && n > math.MaxInt/(n-1) {
		return math.MaxInt
	}
	return n * (n - 1) / 2
}

// unrank returns pair i of the order (1,0), (2,0), (2,1), (3,0), ...
func unrank(i int) (a, b int) {
	a = int((1 + math.Sqrt(1+float64(8*float64(i)))) / 2)
	for a*(a-1)/2 > i { // the root may be rounded up or down
		a--
	}
	for a*(a+1)/2 <= i {
		a++
	}
	return a, i - a*(a-1)/2
}

func (d *drawing) random(a int) {
	for range d.cfg.Random {
		for range tries {
			if b := d.rng.IntN(len(d.names)); d.rivals.are(a, b) {
				d.refs = append(d.refs, ref{a: int32(a), b: int32(b), kind: Random})
				break
			}
		}
	}
}

// vary draws ways to write name a that change it, none twice.
func (d *drawing) vary(a int) {
	left, start := d.cfg.Variations, d.rng.IntN(len(variations))
	for i := range variations {
		v := (start + i) % len(variations)
		if left > 0 && differs(d.names[a], v) {
			d.refs = append(d.refs, ref{a: int32(a), kind: Variation, variation: uint8(v)})
			left--
		}
	}
}

func (d *drawing) family(e int) {
	of := d.families.of[e]
	if len(of) == 0 {
		return
	}
	a := d.first[e] + d.families.head[e]
	for range d.cfg.Family {
		for range tries {
			members := d.families.members[of[d.rng.IntN(len(of))]]
			other := members[d.rng.IntN(len(members))]
			if b := d.first[other] + d.families.head[other]; d.rivals.are(int(a), int(b)) {
				d.refs = append(d.refs, ref{a: a, b: b, kind: Family})
				break
			}
		}
	}
}
