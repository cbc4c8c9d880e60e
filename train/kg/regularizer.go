package kg

import "github.com/normlet/normlet/internal/f32"

// penalty adds weight times the gradient of a regularizer at x to dx, and returns weight times its value.
type penalty func(dx, x []float32, weight float32) float64

var penalties = map[string]penalty{N3: n3, L2: l2}

// n3 is the nuclear 3-norm, sum |x_k|³, whose gradient is 3 |x_k| x_k.
func n3(dx, x []float32, weight float32) float64 {
	n := len(x) / 2
	re, im, dre, dim := x[:n], x[n:2*n], dx[:n], dx[n:2*n]
	var sum float64
	for k, a := range re {
		b := im[k]
		square := float32(a*a) + float32(b*b)
		size := f32.Sqrt(square)
		sum += float64(square) * float64(size)
		g := 3 * weight * size
		dre[k] += float32(g * a)
		dim[k] += float32(g * b)
	}
	return float64(weight) * sum
}

// l2 is sum |x_k|², whose gradient is 2 x_k.
func l2(dx, x []float32, weight float32) float64 {
	var sum float64
	for i, a := range x {
		sum += float64(a) * float64(a)
		dx[i] += float32(2 * weight * a)
	}
	return float64(weight) * sum
}
