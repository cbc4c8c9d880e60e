package tag

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

// flood returns names of nine letters whose mixed hashes have seven bits in common.
func flood(n, shift int) (out []string) {
	const letters = "bcdfghjkmnpqrtvwxz"
	l := &Lexicon{begins: make([]uint64, 64)}
	for i := 0; len(out) < n; i++ {
		name := make([]byte, 9)
		for x, k := i, 0; k < len(name); x, k = x/len(letters), k+1 {
			name[k] = letters[x%len(letters)]
		}
		if mix(l.hash(name, name))>>shift%(1<<7) == 0 {
			out = append(out, string(name))
		}
	}
	return out
}

// TestFlood: whoever chooses names so that their hashes lie side by side makes no look at them slower.
func TestFlood(t *testing.T) {
	const n = 1 << 12
	for _, shift := range []int{57, 39} { // the run; the place in the table of open addressing that was here
		list := list(flood(n, shift)...)
		list.RowEntity = make([]uint32, n)
		l := NewLexicon(list, []uint8{0, 3}, nil)
		most := 0
		for row, name := range list.Names.Range(0, n) {
			groups, steps := l.names.of(mix(l.hash(name, name)))
			if most = max(most, steps); groups != 1 || l.counts(names.HashWord(name)) == 0 {
				t.Fatalf("row %d, %s: groups %b, counts %x", row, name, groups, l.counts(names.HashWord(name)))
			}
		}
		if most < 1 || most > bits.Len(n) {
			t.Errorf("%d steps among %d names", most, n)
		}
		if !slices.IsSorted(l.words) {
			t.Error("words do not ascend")
		}
	}
}

// TestMarks compares runs of any length, marks that come again among them, with a map.
func TestMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 63, 64, 5000} {
		for _, different := range []int{1, 50, 1 << 20} {
			want := map[uint64]uint32{}
			var hashes []uint64
			for range n {
				h, g := mix(uint64(rng.IntN(different))+1)&^groupsMask, uint32(1)<<rng.IntN(MaxGroups)
				want[h] |= g
				hashes = append(hashes, h|uint64(g))
			}
			m := newMarks(hashes)
			for h, groups := range want {
				if got, _ := m.of(h); got != groups {
					t.Errorf("%d of %d: groups %b, want %b", n, different, got, groups)
				}
			}
			for k := range uint64(99) {
				if got, _ := m.of(mix(1<<40 + k)); got != 0 {
					t.Errorf("%d of %d: what no name has is of groups %b", n, different, got)
				}
			}
		}
	}
}
