package f32

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// maxLen is the longest slice tried: five times the eight lanes, and all below.
const maxLen = 40

// values returns n numbers of mixed size and sign, and a guard behind them that
// a kernel must not read.
func values(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n+1)
	for i := range x {
		x[i] = float32(rng.NormFloat64() * math.Pow(2, float64(rng.IntN(12))))
	}
	x[n] = float32(math.NaN())
	return x[:n]
}

// lanes adds up terms in the order that the package comment promises.
func lanes(terms []float32) float32 {
	var s [8]float32
	whole := len(terms) / 8 * 8
	for lane := range s {
		for i := lane; i < whole; i += 8 {
			s[lane] += terms[i]
		}
	}
	for _, v := range terms[whole:] {
		s[0] += v
	}
	return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]))
}

// near fails unless got is want but for the rounding of sums whose absolute
// values come to size.
func near(t *testing.T, what string, n int, got float32, want, size float64) {
	t.Helper()
	if d := math.Abs(float64(got) - want); !(d <= 1e-6*size) {
		t.Errorf("%s of %d: %v, want %v", what, n, got, want)
	}
}

func TestSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for n := range maxLen + 1 {
		a, b := values(rng, n), values(rng, n+3)
		var sum, absSum, dot, absDot float64
		products := make([]float32, n)
		for i, v := range a {
			p := float64(v) * float64(b[i])
			products[i] = float32(p) // the product of two float32 is exact in float64
			sum, absSum, dot, absDot = sum+float64(v), absSum+math.Abs(float64(v)), dot+p, absDot+math.Abs(p)
		}
		near(t, "Sum", n, Sum(a), sum, absSum)
		near(t, "Dot", n, Dot(a, b), dot, absDot)
		if got, want := Sum(a), lanes(a); math.Float32bits(got) != math.Float32bits(want) {
			t.Errorf("Sum of %d: %v, in the order of lanes %v", n, got, want)
		}
		if got, want := Dot(a, b), lanes(products); math.Float32bits(got) != math.Float32bits(want) {
			t.Errorf("Dot of %d: %v, in the order of lanes %v", n, got, want)
		}
	}
}

// TestDotRoundsProducts has a case where a fused multiply-add gives another sum.
func TestDotRoundsProducts(t *testing.T) {
	const e = 1.0 / (1 << 12)
	x := float32(1 + e) // x*x = 1 + 2e + e*e, which float32 rounds to 1 + 2e
	a, b := make([]float32, 9), make([]float32, 9)
	a[0], b[0] = -(1 + 2*e), 1
	a[8], b[8] = x, x
	if got := Dot(a, b); got != 0 {
		t.Errorf("the product was not rounded before it was added: %v", got)
	}
	y := []float32{-(1 + 2*e)}
	if Axpy(x, []float32{x}, y); y[0] != 0 {
		t.Errorf("Axpy did not round the product before it was added: %v", y[0])
	}
}

func TestAxpyAndScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for n := range maxLen + 1 {
		const alpha = -1.7
		x, y := values(rng, n), values(rng, n+2)
		sum, product := slices.Clone(y), slices.Clone(x)
		Axpy(alpha, x, sum)
		Scale(alpha, product)
		for i, v := range x {
			if want := float32(float64(float32(alpha)) * float64(v)); product[i] != want {
				t.Errorf("Scale of %d: element %d is %v, want %v", n, i, product[i], want)
			}
			if want := float32(float64(y[i]) + float64(product[i])); sum[i] != want {
				t.Errorf("Axpy of %d: element %d is %v, want %v", n, i, sum[i], want)
			}
		}
		if !slices.Equal(sum[n:], y[n:]) {
			t.Errorf("Axpy of %d changed what lies behind", n)
		}
	}
}

func TestSqrt(t *testing.T) {
	for _, c := range []struct{ x, want float32 }{
		{0, 0}, {1, 1}, {4, 2}, {2, 1.41421356}, {1e-45, 3.743392e-23}, {math.MaxFloat32, 1.8446743e19},
		{float32(math.Inf(1)), float32(math.Inf(1))},
	} {
		if got := Sqrt(c.x); got != c.want {
			t.Errorf("Sqrt(%v) = %v, want %v", c.x, got, c.want)
		}
	}
	if got := Sqrt(-1); got == got {
		t.Errorf("Sqrt(-1) = %v, want NaN", got)
	}
}
