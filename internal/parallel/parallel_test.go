package parallel

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	for _, threads := range []int{0, 1, 3, 50} {
		for _, n := range []int{0, 1, 7, 1000} {
			calls := make([]int, n)
			Each(threads, n, func(i int) { calls[i]++ })
			if slices.ContainsFunc(calls, func(c int) bool { return c != 1 }) {
				t.Errorf("%d threads: calls %v, want one each", threads, calls)
			}
		}
	}
}

func TestParts(t *testing.T) {
	for _, parts := range []int{1, 3, 8} {
		for _, n := range []int{0, 2, 8, 1000} {
			calls, ends := make([]int, n), make([][2]int, parts)
			Parts(parts, n, func(part, lo, hi int) {
				ends[part] = [2]int{lo, hi}
				for i := lo; i < hi; i++ {
					calls[i]++
				}
			})
			if slices.ContainsFunc(calls, func(c int) bool { return c != 1 }) {
				t.Errorf("%d parts: calls %v, want one each", parts, calls)
			}
			for i := 1; i < parts; i++ {
				if ends[i][0] != ends[i-1][1] {
					t.Errorf("%d parts of %d: %v", parts, n, ends)
				}
			}
		}
	}
}

// TestPartsPanic throws what a part throws, once all parts are done.
func TestPartsPanic(t *testing.T) {
	var done atomic.Int32
	defer func() {
		if thrown := recover(); thrown != "part 1" || done.Load() != 2 {
			t.Errorf("%v was thrown after %d parts were done; want part 1 after 2", thrown, done.Load())
		}
	}()
	Parts(3, 3, func(part, _, _ int) {
		if part == 1 {
			panic("part 1")
		}
		done.Add(1)
	})
	t.Error("nothing was thrown")
}

// TestSortHashes sorts numbers that are spread evenly, and numbers that are not.
func TestSortHashes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 7, 8, 1000, 1 << 20} {
		for _, shift := range []int{0, 40, 63} {
			list := make([]uint64, n)
			for i := range list {
				list[i] = r.Uint64() >> shift
			}
			want := slices.Clone(list)
			slices.Sort(want)
			if got := SortHashes(list[:n/3], nil, list[n/3:]); !slices.Equal(got, want) {
				t.Errorf("%d numbers of %d bits are not sorted", n, 64-shift)
			}
		}
	}
}
