package nn

import "math"

// ClipNorm scales all gradients by one factor if their Euclidean length, taken together, exceeds limit (limit <= 0: never),
// so that it becomes limit. It returns the length before, which is NaN or infinite when a gradient is.
func ClipNorm(grads [][]float32, limit float64) float64 {
	sum := 0.0
	for _, g := range grads {
		for _, v := range g {
			sum += float64(v) * float64(v)
		}
	}
	norm := math.Sqrt(sum)
	if limit <= 0 || !(norm > limit) || math.IsInf(norm, 0) {
		return norm
	}
	scale := float32(limit / norm)
	for _, g := range grads {
		for i := range g {
			g[i] *= scale
		}
	}
	return norm
}
