package encoder

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAddRows compares the packed sums with plain ones, at the ends of the range of int8 and with more rows than a lane
// holds.
func TestAddRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, dim := range []int{8, 13, 128} {
		w := &Weights{Rows: 40, Dim: dim, Table: Int8{Scale: 1, Data: make([]int8, 40*dim)},
			Gain: make([]float32, dim), Bias: make([]float32, dim), B2: make([]float32, dim)}
		for i := range w.Table.Data {
			w.Table.Data[i] = [...]int8{-128, 127, int8(rng.IntN(256) - 128)}[rng.IntN(3)]
		}
		for i := range dim { // row 0 and 1: the extremes
			w.Table.Data[i], w.Table.Data[dim+i] = -128, 127
		}
		e := testEncoder(t, w)
		s := e.pool.Get().(*scratch)
		for _, n := range []int{0, 1, 2, maxPacked, maxPacked + 1, maxFeatures} {
			for _, fixed := range []int{0, 1, -1} { // one row again and again, or any
				s.features = s.features[:0]
				want := make([]int32, dim)
				for range n {
					r := fixed
					if r < 0 {
						r = rng.IntN(w.Rows)
					}
					s.features = append(s.features, uint32(r))
					for i, v := range w.Table.Data[r*dim : (r+1)*dim] {
						want[i] += int32(v)
					}
				}
				if e.embed(s); !slices.Equal(s.sum, want) {
					t.Fatalf("dim %d, %d rows: sum %v, want %v", dim, n, s.sum, want)
				}
			}
		}
	}
}
