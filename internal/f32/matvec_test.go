package f32

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestMatVec compares MatVec with Dot, bit by bit, and looks for writes outside dst.
func TestMatVec(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, rows := range []int{0, 1, 3, 4, 5, 8, 31} {
		for _, dim := range []int{0, 1, 7, 8, 9, 16, 24, 128, 130} {
			for shift := range 3 { // of the slices, so that they are not aligned
				w, x := spread(rng, shift+rows*dim)[shift:], spread(rng, shift+dim)[shift:]
				const guard = 12345
				room := make([]float32, rows+2)
				room[0], room[rows+1] = guard, guard
				dst := room[1 : rows+1]
				MatVec(dst, w, x)
				if room[0] != guard || room[rows+1] != guard {
					t.Fatalf("%d x %d: written outside dst", rows, dim)
				}
				for i, got := range dst {
					if want := Dot(w[i*dim:(i+1)*dim], x); math.Float32bits(got) != math.Float32bits(want) {
						t.Fatalf("%d x %d: element %d is %x, Dot gives %x", rows, dim, i, math.Float32bits(got), math.Float32bits(want))
					}
				}
			}
		}
	}
}

// spread returns values of very different sizes, some denormal, so that any other order of additions shows.
func spread(rng *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(math.Ldexp(rng.NormFloat64(), rng.IntN(40)-20))
		if rng.IntN(20) == 0 {
			out[i] = float32(math.Ldexp(1, -140))
		}
	}
	return out
}

func BenchmarkMatVec(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, shape := range [][2]int{{256, 128}, {128, 256}} {
		w, x, dst := values(rng, shape[0]*shape[1]), values(rng, shape[1]), make([]float32, shape[0])
		b.Run(fmt.Sprintf("%dx%d", shape[0], shape[1]), func(b *testing.B) {
			for b.Loop() {
				MatVec(dst, w, x)
			}
		})
		b.Run(fmt.Sprintf("%dx%d/Dot", shape[0], shape[1]), func(b *testing.B) {
			for b.Loop() {
				for i := range dst {
					dst[i] = Dot(w[i*len(x):(i+1)*len(x)], x)
				}
			}
		})
	}
}
