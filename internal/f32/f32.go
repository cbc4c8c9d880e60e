// Package f32 holds the float32 kernels of the inference path. They give the same bits on every platform, since server
// and phone compare their codes:
//
//   - float32() wraps every product, so that no compiler fuses it with the following
//     addition (arm64 and GOAMD64=v3 would);
//   - the order of additions is fixed: lane i of eight sums the elements i, i+8,
//     i+16, ..., then a fixed tree adds the lanes;
//   - of package math only Sqrt, which IEEE 754 defines to the last bit: Exp, Tanh and
//     Log differ between platforms.
package f32

import "math"

// Dot returns the inner product of a and b in the lane order of the package
// comment. b must be at least as long as a.
func Dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	for len(a) >= 8 && len(b) >= 8 {
		s0 += float32(a[0] * b[0])
		s1 += float32(a[1] * b[1])
		s2 += float32(a[2] * b[2])
		s3 += float32(a[3] * b[3])
		s4 += float32(a[4] * b[4])
		s5 += float32(a[5] * b[5])
		s6 += float32(a[6] * b[6])
		s7 += float32(a[7] * b[7])
		a, b = a[8:], b[8:]
	}
	for i, v := range a {
		s0 += float32(v * b[i])
	}
	return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))
}

// Axpy adds alpha*x to y, element by element. y must be at least as long as x.
func Axpy(alpha float32, x, y []float32) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += float32(alpha * v)
	}
}

// Scale multiplies x by alpha in place.
func Scale(alpha float32, x []float32) {
	for i := range x {
		x[i] = float32(alpha * x[i])
	}
}

// Sqrt returns the correctly rounded square root of x.
func Sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Sum returns the sum of x in the lane order of the package comment.
func Sum(x []float32) float32 {
	var s [8]float32
	n := len(x) &^ 7
	for i := 0; i < n; i += 8 {
		for j := range s {
			s[j] += x[i+j]
		}
	}
	for _, v := range x[n:] {
		s[0] += v
	}
	return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]))
}
