package topic

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestEigen requires g v = value v, falling values, vectors at right angles, also of a matrix that has rank 2.
func TestEigen(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{40, 12}, {2, 12}} {
		d := newDense(size[0], size[1])
		for i := range d.data {
			d.data[i] = rng.NormFloat64()
		}
		g := d.gram()
		values, vectors := eigen(g)
		moved, angles := g.times(vectors), vectors.gram()
		for k, value := range values {
			if k > 0 && value > values[k-1] {
				t.Errorf("values %v do not fall", values)
			}
			for j := range values {
				if got, want := moved.row(j)[k], value*vectors.row(j)[k]; math.Abs(got-want) > 1e-12*values[0] {
					t.Errorf("vector %d, element %d: %v, want %v", k, j, got, want)
				}
				if got, want := angles.row(j)[k], map[bool]float64{true: 1}[j == k]; math.Abs(got-want) > 1e-12 {
					t.Errorf("vectors %d and %d: product %v", j, k, got)
				}
			}
		}
	}
}
