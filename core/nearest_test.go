package core

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/score"
	"github.com/normlet/normlet/core/search"
)

// TestNearest requires the rows of the largest scores, and of a mention that is a name the first.
func TestNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	n := &Normalizer{pack: &pack.Contents{Bits: 64}}
	s := &lookup{}
	s.bits = new(binarize.Query)
	for range 64 {
		s.proj = append(s.proj, float32(rng.NormFloat64()))
	}
	all := make([]search.Hit, score.ScannedRows)
	for row := range all {
		n.pack.Codes = append(n.pack.Codes, rng.Uint64())
		all[row].Row = int32(row)
	}
	n.pack.Codes[7] = n.pack.Codes[300] // equal rows
	want := slices.Clone(all)
	q := binarize.NewQuery(s.proj)
	slices.SortStableFunc(want, func(a, b search.Hit) int {
		if x, y := q.Score(n.pack.Code(int(a.Row))), q.Score(n.pack.Code(int(b.Row))); x != y {
			return int(math.Copysign(1, float64(y-x)))
		}
		return 0
	})
	if got := n.nearest(s, slices.Clone(all)); !slices.Equal(got, want[:score.NearestRows]) {
		t.Errorf("%v, want %v", got, want[:score.NearestRows])
	}
	few := all[:score.NearestRows]
	if got := n.nearest(s, slices.Clone(few)); !slices.Equal(got, few) {
		t.Errorf("of as many rows as are scored, %v are left", got)
	}
	s.forms = 1
	if got := n.nearest(s, slices.Clone(all)); !slices.Equal(got, few) {
		t.Errorf("of a name, %v, want the first", got)
	}
}

// TestDescending sorts numbers by their keys, the largest first.
func TestDescending(t *testing.T) {
	want := []float32{math.MaxFloat32, 2, 1.5, 1e-40, 0, -1e-40, -1, -3, -math.MaxFloat32}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, func(a, b float32) int {
		if descending(a) < descending(b) {
			return -1
		}
		return 1
	})
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
