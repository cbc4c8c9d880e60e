package fit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/nn"
)

// hardThreshold keeps the dimensions as they are. Codes are whole words: where the
// dimensions do not fill them, the remaining bits are 0 in every code.
func hardThreshold(_ context.Context, s *sample, cfg Config, _ *Report) (w, t []float32, err error) {
	if cfg.Bits != wholeWords(s.Dim) {
		return nil, nil, fmt.Errorf("%d bits of vectors of %d elements: the hard threshold gives one bit per element, in a code of %d; rp takes any number of bits", cfg.Bits, s.Dim, wholeWords(s.Dim))
	}
	for j := range s.Dim {
		if s.constant(j) {
			return nil, nil, fmt.Errorf("column %d is %v in every vector, its bit would say nothing: drop the column, or use rp", j, s.Data[j])
		}
	}
	if cfg.Bits == s.Dim {
		return nil, nil, nil
	}
	return identity(cfg.Bits, s.Dim), nil, nil
}

func wholeWords(n int) int { return 64 * binarize.Words(n) }

// identity returns rows x dim weights, those of the first dim rows 1 in their own
// column and all others 0.
func identity(rows, dim int) []float32 {
	w := make([]float32, rows*dim)
	for i := range min(rows, dim) {
		w[i*dim+i] = 1
	}
	return w
}

func (s *sample) constant(column int) bool {
	for i := range s.Len() {
		if s.Row(i)[column] != s.Data[column] {
			return false
		}
	}
	return true
}

// randomProjection draws W without looking at the vectors.
func randomProjection(_ context.Context, s *sample, cfg Config, _ *Report) (w, t []float32, err error) {
	rng := newRand(cfg.Seed, streamWeights)
	if cfg.Orthogonal {
		return orthogonalRows(rng, cfg.Bits, s.Dim), nil, nil
	}
	scale := 1 / math.Sqrt(float64(s.Dim))
	w = make([]float32, cfg.Bits*s.Dim)
	for i := range w {
		if cfg.Gaussian {
			w[i] = float32(scale * nn.Normal(rng))
		} else {
			w[i] = float32(scale * (float64(2*float64(rng.Float64())) - 1))
		}
	}
	return w, nil, nil
}

// orthogonalRows returns rows x dim numbers: groups of up to dim orthonormal
// rows, each group with directions spread evenly over the sphere.
func orthogonalRows(rng *rand.Rand, rows, dim int) []float32 {
	w := make([]float32, 0, rows*dim)
	for len(w) < rows*dim {
		for _, direction := range orthonormal(rng, min(dim, rows-len(w)/dim), dim) {
			for _, v := range direction {
				w = append(w, float32(v))
			}
		}
	}
	return w
}
