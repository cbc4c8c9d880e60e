package index

import (
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// TestRowsFirst finds the rows of keys that names have, begin with, or do not have, where
// many begin with the same eight letters and where none do.
func TestRowsFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func() string {
		name := []string{"", "", "regulation of ", "Regulation-o", "z", "β-"}[rng.IntN(6)]
		for range rng.IntN(12) {
			name += string("abC 1-é"[rng.IntN(6)])
		}
		return name
	}
	for _, size := range []int{0, 1, 63, 64, 65, 5000} {
		var list []string
		for range size {
			list = append(list, random())
		}
		slices.SortStableFunc(list, func(a, b string) int { return strings.Compare(names.Key(a), names.Key(b)) })
		keys := []string{"", "a", "zzzz", "regulati", "regulationof", "regulationz", "\xff\xff\xff\xff\xff\xff\xff\xff\xff"}
		for range 2000 {
			keys = append(keys, names.Key(random()))
		}
		x, r := NewRows(pack.NewStrings(list)), &Reader{}
		for _, key := range keys {
			want := sort.Search(size, func(i int) bool { return names.Key(list[i]) >= key })
			if got := x.First([]byte(key), r); got != want {
				t.Fatalf("%d rows, %q: row %d, want %d", size, key, got, want)
			}
			if got, has := x.Is(want, []byte(key), r), want < size && names.Key(list[want]) == key; got != has {
				t.Fatalf("%d rows: row %d has %q: %t", size, want, key, got)
			}
		}
	}
}
