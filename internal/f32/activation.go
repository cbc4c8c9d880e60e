package f32

import "math"

// Sigmoid returns 1/(1+exp(-x)), to within 3e-7 of its size. Beyond ±87 it stays as it is there.
func Sigmoid(x float32) float32 {
	scale, p := exp(max(-87, min(87, -x)))
	return 1 / (1 + (scale + float32(scale*p)))
}

// Tanh returns the hyperbolic tangent of x, to within 3e-7 of its size. Tanh(-x) is -Tanh(x) to the last bit.
func Tanh(x float32) float32 {
	const sign = 1 << 31
	bits := math.Float32bits(x)
	scale, p := exp(-2 * min(math.Float32frombits(bits&^sign), 10))
	t := (scale - 1) + float32(scale*p) // exp(-2|x|) - 1, without loss where it is small
	y := -t / (2 + t)
	return math.Float32frombits(math.Float32bits(y)&^sign | bits&sign)
}

// Exp returns exp(x), to within 3e-7 of its size. Beyond ±87 it stays as it is there.
func Exp(x float32) float32 {
	scale, p := exp(max(-87, min(87, x)))
	return scale + float32(scale*p)
}

// exp returns exp(x) as scale * (1+p), scale a power of 2, for x between -87 and 87, or NaN, which p then is, too.
//
// With n = x/ln 2 rounded to a whole number, scale is 2^n and p is exp(r)-1 of the remainder r = x - n ln 2, |r| < 0.35, by
// its Taylor series, the rest of which is below 6e-9. The first part of ln 2 has so few bits that n times it is exact.
func exp(x float32) (scale, p float32) {
	const (
		perLn2 = 1 / math.Ln2
		ln2Hi  = 355. / 512
		ln2Lo  = math.Ln2 - ln2Hi
		// whole has no room for fractions: added to a small number, it rounds it to a whole one, in its low bits.
		whole     = 3 << 22
		wholeBits = 0x4b400000
	)
	k := float32(x*perLn2) + whole
	n := k - whole
	r := (x - float32(n*ln2Hi)) - float32(n*ln2Lo)
	q := 1./720 + float32(r*(1./5040))
	q = 1./120 + float32(r*q)
	q = 1./24 + float32(r*q)
	q = 1./6 + float32(r*q)
	q = 1./2 + float32(r*q)
	q = 1 + float32(r*q)
	return math.Float32frombits((math.Float32bits(k) - wholeBits + 127) << 23), float32(r * q)
}
