package benchmark

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core/search"
)

// top keeps the k nearest rows, offered in row order, for variants without a search of their own.
type top struct {
	hits []search.Hit // by distance, then row
	k    int
	none int // the distance that no row has
}

func newTop(dst []search.Hit, k, bits int) top { return top{dst[:0], k, bits + 1} }

// limit is the distance that a row has to undercut.
func (t *top) limit() int {
	if len(t.hits) < t.k {
		return t.none
	}
	return int(t.hits[t.k-1].Distance)
}

// offer adds a row nearer than limit.
func (t *top) offer(row, distance int) {
	if len(t.hits) == t.k {
		t.hits = t.hits[:t.k-1]
	}
	at := len(t.hits)
	for at > 0 && int(t.hits[at-1].Distance) > distance {
		at--
	}
	t.hits = slices.Insert(t.hits, at, search.Hit{Row: int32(row), Distance: int32(distance)})
}

// sameHits compares results, by distance alone if the searcher may choose among ties.
func sameHits(got, want []search.Hit, freeTies bool) bool {
	return slices.EqualFunc(got, want, func(a, b search.Hit) bool {
		return a.Distance == b.Distance && (freeTies || a.Row == b.Row)
	})
}

// median sorts values and returns the middle.
func median[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
