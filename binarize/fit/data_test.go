package fit

import (
	"math/rand/v2"
)

// clusters returns n vectors around n/8 centres, near neighbours as names of one
// entity are, with variances that fall from the first column to the last.
func clusters(n, dim int, seed uint64) Vectors {
	rng := rand.New(rand.NewPCG(seed, 0))
	centres := make([]float32, (n+7)/8*dim)
	for i := range centres {
		centres[i] = float32(rng.NormFloat64()) / float32(1+i%dim/8)
	}
	x := Vectors{Dim: dim}
	for i := range n {
		for j := range dim {
			noise := float32(rng.NormFloat64()) * 0.3 / float32(1+j/8)
			x.Data = append(x.Data, 0.2+centres[i/8*dim+j]+noise)
		}
	}
	return x
}

// clone lets a test spoil its own copy.
func (x Vectors) clone() Vectors {
	return Vectors{Data: append([]float32(nil), x.Data...), Dim: x.Dim}
}
