package sequence

import (
	"slices"

	"github.com/normlet/normlet/internal/nn"
)

// Steps lays out a batch of sequences time-major and without padding: a row of step 0 for each sequence, then a row of
// step 1 for each sequence that has a second element, and so on.
//
//	sequences  abc        rows  a x p | b y | c
//	           p          IDs   the elements in that order
//	           xy
//
// Within a step the longest sequences come first, so those that go on are the first rows of the next step: every step
// is a whole block of rows, without a mask. A product with the input of all steps is one Gemm. Pack reuses memory.
type Steps struct {
	IDs []uint32 // element of each row

	order []int // number of the sequence at each place, longest first
	ends  []int // length of the sequence at each place
	start []int // first row of each step, and the number of rows behind them
}

// Pack lays out sequences. Empty ones have no rows.
func (s *Steps) Pack(sequences [][]uint32) {
	s.order, s.ends = s.order[:0], s.ends[:0]
	for i := range sequences {
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return len(sequences[b]) - len(sequences[a]) })
	for _, i := range s.order {
		s.ends = append(s.ends, len(sequences[i]))
	}
	s.IDs, s.start = s.IDs[:0], append(s.start[:0], 0)
	for t := 0; len(s.order) > 0 && t < s.ends[0]; t++ {
		for _, i := range s.order {
			if t >= len(sequences[i]) {
				break
			}
			s.IDs = append(s.IDs, sequences[i][t])
		}
		s.start = append(s.start, len(s.IDs))
	}
}

// Rows returns the number of rows: the sum of the lengths.
func (s *Steps) Rows() int { return len(s.IDs) }

// block is one step: rows lo to lo+n-1, the first going of which continue rows from, from+1, ... of the step before.
type block struct{ lo, n, from, going int }

// before returns the row of m in which sequence i of the block was a step before, or zero if it begins here.
func (b block) before(i int, m nn.Matrix, zero []float32) []float32 {
	if i < b.going {
		return nn.Row(m, b.from+i)
	}
	return zero
}

// block returns step k of a run forward or, where every sequence begins at its own end, in reverse.
func (s *Steps) block(k int, reverse bool) block {
	steps := len(s.start) - 1
	t, before := k, k-1
	if reverse {
		t = steps - 1 - k
		before = t + 1
	}
	b := block{lo: s.start[t], n: s.start[t+1] - s.start[t]}
	if 0 <= before && before < steps {
		b.from = s.start[before]
		b.going = min(b.n, s.start[before+1]-s.start[before])
	}
	return b
}

// Sequences appends the number of the sequence that each row belongs to.
func (s *Steps) Sequences(dst []int) []int {
	for t := range max(0, len(s.start)-1) {
		dst = append(dst, s.order[:s.start[t+1]-s.start[t]]...)
	}
	return dst
}

// last returns the row of the last element of the sequence at a place, which must not be empty.
func (s *Steps) last(place int) int { return s.start[s.ends[place]-1] + place }
