// Package f64 replaces functions of math whose bits depend on the processor: math.Exp is assembly that fuses a product
// and a sum if the processor can, and the compiler may fuse them in the others.
//
// The functions here round every product, with float64(), and sum in one order, so their bits are the same everywhere.
// They are within a few units of the last place of the true value.
package f64

import "math"

// Of ln 2, the first part has so few bits that a whole number of it is exact.
const (
	ln2Hi = 355. / 512
	ln2Lo = math.Ln2 - ln2Hi
)

// Exp returns e to the power of x.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 709.79:
		return math.Inf(1)
	case x < -745.14:
		return 0
	}
	k := math.Round(x / math.Ln2)
	sum := series((x - float64(k*ln2Hi)) - float64(k*ln2Lo))
	if k > -1000 && k < 1000 {
		return sum * math.Float64frombits(uint64(int64(k)+1023)<<52) // exact, as Ldexp is
	}
	return math.Ldexp(sum, int(k))
}

// series returns the Taylor series of e to the power of r, of which |r| < 0.35 needs so many terms. Without a loop,
// divisions by powers of two are products, which are rounded, and those of several calls overlap: half the time.
func series(r float64) float64 {
	sum := 1 + r/13
	sum = 1 + float64(r*sum)/12
	sum = 1 + float64(r*sum)/11
	sum = 1 + float64(r*sum)/10
	sum = 1 + float64(r*sum)/9
	sum = 1 + float64(float64(r*sum)/8)
	sum = 1 + float64(r*sum)/7
	sum = 1 + float64(r*sum)/6
	sum = 1 + float64(r*sum)/5
	sum = 1 + float64(float64(r*sum)/4)
	sum = 1 + float64(r*sum)/3
	sum = 1 + float64(float64(r*sum)/2)
	return 1 + float64(r*sum)
}

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	switch {
	case !(x >= 0):
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	}
	f, e := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f, e = 2*f, e-1
	}
	s := (f - 1) / (f + 1) // log f is 2 (s + s³/3 + s⁵/5 + ...), and |s| < 0.18
	square, sum := float64(s*s), 0.0
	for i := 21; i > 1; i -= 2 {
		sum = float64(square * (sum + 1/float64(i)))
	}
	k := float64(e)
	return float64(k*ln2Hi) + (float64(2*s) + (float64(2*s*sum) + float64(k*ln2Lo)))
}

// Log1p returns log(1+x), also where x is small: the error of 1+x is in both factors.
func Log1p(x float64) float64 {
	u := 1 + x
	if u == 1 || math.IsInf(u, 1) {
		return x
	}
	return float64(Log(u)*x) / (u - 1)
}

// Expm1 returns Exp(x)-1, also where x is small.
func Expm1(x float64) float64 {
	u := Exp(x)
	switch {
	case u == 1:
		return x
	case u < 1e-17 || math.IsInf(u, 1):
		return u - 1
	}
	return float64((u-1)*x) / Log(u)
}

// Pow returns x, which is positive, to the power of y: by products if y is a whole number from 0 on.
func Pow(x, y float64) float64 {
	if y < 0 || y >= 1<<32 || y != math.Trunc(y) {
		return Exp(y * Log(x))
	}
	p := 1.0
	for n := uint64(y); n > 0; n >>= 1 {
		if n&1 == 1 {
			p *= x
		}
		x *= x
	}
	return p
}
