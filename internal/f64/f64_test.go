package f64

import (
	"hash/fnv"
	"math"
	"testing"
)

var functions = []struct {
	name      string
	got, want func(float64) float64
	digest    uint64 // of the bits of all results of TestFunctions
}{
	{"Exp", Exp, math.Exp, 0x6d1aa4efe5c6824f},
	{"Log", Log, math.Log, 0x909e55c0e208053f},
	{"Log1p", Log1p, math.Log1p, 0xf611d804ca2b940e},
	{"Expm1", Expm1, math.Expm1, 0xf60000e145f36f1},
	{"Pow(, 0.7)", func(x float64) float64 { return Pow(x, 0.7) }, func(x float64) float64 { return math.Pow(x, 0.7) }, 0xe519eaba29602e5},
	{"Pow(, 7)", func(x float64) float64 { return Pow(x, 7) }, func(x float64) float64 { return math.Pow(x, 7) }, 0xf0bc3767453c9d71},
}

// samples calls f with numbers of every size and both signs.
func samples(f func(x float64)) {
	for i := -6000; i <= 6000; i++ {
		f(float64(i) / 1024)
		x := math.Ldexp(1+float64(i*i%997)/1000, i/150)
		f(x)
		f(-x)
	}
}

// TestFunctions compares with math, and the bits of all results with those that every platform gave.
func TestFunctions(t *testing.T) {
	for _, c := range functions {
		worst, at := 0.0, 0.0
		h := fnv.New64a()
		samples(func(x float64) {
			got, want := c.got(x), c.want(x)
			if want != want {
				return // which NaN it is says nothing
			}
			bits := math.Float64bits(got)
			for i := range 8 {
				h.Write([]byte{byte(bits >> (8 * i))})
			}
			if math.IsInf(want, 0) || want == 0 {
				if got != want {
					t.Errorf("%s(%v) = %v, want %v", c.name, x, got, want)
				}
			} else if d := math.Abs(got-want) / math.Abs(want); !(d <= worst) && math.Abs(want) > 1e-300 {
				worst, at = d, x
			}
		})
		if !(worst <= 5e-15) {
			t.Errorf("%s(%v): relative error %.3g", c.name, at, worst)
		}
		if got := h.Sum64(); got != c.digest {
			t.Errorf("%s: digest of the results %#x, want %#x", c.name, got, c.digest)
		}
	}
}

func TestEnds(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Exp(inf)", Exp(inf), inf}, {"Exp(-inf)", Exp(-inf), 0}, {"Exp(0)", Exp(0), 1}, {"Exp(-745)", Exp(-745), 5e-324},
		{"Log(1)", Log(1), 0}, {"Log(0)", Log(0), -inf}, {"Log(inf)", Log(inf), inf}, {"Log1p(inf)", Log1p(inf), inf},
		{"Log1p(-1)", Log1p(-1), -inf}, {"Log1p(1e-20)", Log1p(1e-20), 1e-20}, {"Expm1(inf)", Expm1(inf), inf},
		{"Expm1(-inf)", Expm1(-inf), -1}, {"Expm1(1e-20)", Expm1(1e-20), 1e-20}, {"Pow(2, 10)", Pow(2, 10), 1024},
		{"Pow(4, -1)", Pow(4, -1), 0.25}, {"Pow(3, 0)", Pow(3, 0), 1},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
	for name, got := range map[string]float64{"Log(-1)": Log(-1), "Log(NaN)": Log(math.NaN()), "Exp(NaN)": Exp(math.NaN())} {
		if got == got {
			t.Errorf("%s = %v", name, got)
		}
	}
}

func BenchmarkExp(b *testing.B) {
	x := make([]float64, 100)
	for b.Loop() {
		for i := range x {
			x[i] = Exp(-float64(i) / 7)
		}
	}
}
