// Package vec has the exponentials of large softmaxes.
package vec

import "math"

// ExpBelow sets every element of x to exp(x - most), to within 3e-7 of its size, and returns the largest element, most,
// and the sum. For softmaxes over thousands of scores it takes half the time of f32.Exp: it is written out in the loop,
// and for numbers of at most 0. Below most - 87 the result is that at most - 87. x must not be empty; a NaN in it makes
// the sum NaN.
func ExpBelow(x []float32) (most, sum float32) {
	const (
		perLn2 = 1 / math.Ln2
		ln2Hi  = 355. / 512
		ln2Lo  = math.Ln2 - ln2Hi
		// whole has no room for fractions: added to a small number, it rounds it to a whole one, in its low bits.
		whole     = 3 << 22
		wholeBits = 0x4b400000
	)
	most = largest(x)
	for i, v := range x {
		d := v - most
		if d < -87 {
			d = -87
		}
		k := float32(d*perLn2) + whole
		n := k - whole
		r := (d - float32(n*ln2Hi)) - float32(n*ln2Lo)
		q := 1./120 + float32(r*(1./720))
		q = 1./24 + float32(r*q)
		q = 1./6 + float32(r*q)
		q = 1./2 + float32(r*q)
		q = 1 + float32(r*q)
		q = 1 + float32(r*q)
		e := float32(math.Float32frombits((math.Float32bits(k)-wholeBits+127)<<23) * q)
		x[i] = e
		sum += e
	}
	return most, sum
}

// largest returns the largest element of x, in four lanes. Elements that are no numbers may be passed over.
func largest(x []float32) float32 {
	a, b, c, d := x[0], x[0], x[0], x[0]
	for ; len(x) >= 4; x = x[4:] {
		if x[0] > a {
			a = x[0]
		}
		if x[1] > b {
			b = x[1]
		}
		if x[2] > c {
			c = x[2]
		}
		if x[3] > d {
			d = x[3]
		}
	}
	for _, v := range x {
		a = max(a, v)
	}
	return max(a, b, c, d)
}
