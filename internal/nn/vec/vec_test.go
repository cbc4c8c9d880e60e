package vec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/f32"
)

// lengths have whole vectors and some elements behind them.
var lengths = []int{1, 7, 8, 9, 16, 40, 64, 128, 131, 512}

// values are of very different sizes, some zero, negative zero or denormal; the guard behind them must not be used.
func values(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n+1)
	for i := range x {
		x[i] = float32(math.Ldexp(rng.NormFloat64(), rng.IntN(24)-16))
		switch rng.IntN(20) {
		case 0:
			x[i] = 0
		case 1:
			x[i] = float32(math.Copysign(0, -1))
		case 2:
			x[i] = float32(math.Ldexp(1, -140))
		}
	}
	x[n] = float32(math.Inf(1))
	return x[:n]
}

func equal(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if math.Float32bits(got[i]) != math.Float32bits(want[i]) && (got[i] == got[i] || want[i] == want[i]) {
			t.Fatalf("%s of %d: element %d is %v, want %v", what, len(want), i, got[i], want[i])
		}
	}
	if guard := got[:len(got)+1][len(got)]; !math.IsInf(float64(guard), 1) {
		t.Fatalf("%s of %d: written behind the end: %v", what, len(want), guard)
	}
}

func copyOf(x []float32) []float32 { return append([]float32(nil), x[:len(x)+1]...)[:len(x)] }

// each is a loop element by element, which each element of the kernel has to equal.
func each(x []float32, f func(float32) float32) []float32 {
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = f(v)
	}
	return out
}

func TestElements(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, n := range lengths {
		for range 20 {
			x, y := values(rng, n), values(rng, n)
			want := make([]float32, n)
			for i := range want {
				want[i] = y[i] + x[i]
			}
			sum := copyOf(y)
			Add(sum, x)
			equal(t, "Add", sum, want)

			got := copyOf(x)
			Scale(-1.7, got)
			equal(t, "Scale", got, each(x, func(v float32) float32 { return float32(-1.7 * v) }))

			x[rng.IntN(n)] = [...]float32{nan, inf, -inf, 88, -100, 5}[rng.IntN(6)]
			got = copyOf(x)
			Sigmoid(got)
			equal(t, "Sigmoid", got, each(x, f32.Sigmoid))
			got = copyOf(x)
			Tanh(got)
			equal(t, "Tanh", got, each(x, f32.Tanh))
		}
	}
}

// TestExpBelow has logits as softmaxes have them, and some that are no numbers.
func TestExpBelow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range lengths {
		for round := range 20 {
			x := values(rng, n)
			for i := range x {
				x[i] = float32(rng.NormFloat64() * 12)
			}
			if round == 0 {
				x[rng.IntN(n)] = float32(math.NaN())
			}
			top := x[0]
			for _, v := range x {
				top = max(top, v)
			}
			equal(t, "Max", append(make([]float32, 0, 2), Max(x), float32(math.Inf(1)))[:1], []float32{top})
			want := each(x, func(v float32) float32 {
				if v-top < -20 {
					return 0
				}
				return f32.Exp(v - top)
			})
			got := copyOf(x)
			ExpBelow(got, top, -20)
			equal(t, "ExpBelow", got, want)
		}
	}
}

func TestAddRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, dim := range []int{1, 8, 24, 60, 64, 72, 128, 200} {
		table := values(rng, 50*dim)
		for _, count := range []int{0, 1, 2, 31} {
			rows, want := make([]uint32, count), make([]float32, dim)
			for i := range rows {
				rows[i] = uint32(rng.IntN(50))
				for j := range want {
					want[j] += table[int(rows[i])*dim+j]
				}
			}
			got := values(rng, dim)
			AddRows(got, table, rows)
			equal(t, fmt.Sprintf("AddRows of %d", count), got, want)
		}
	}
}

func TestAddRowsOutside(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a row behind the table was added")
		}
	}()
	AddRows(make([]float32, 8), make([]float32, 16), []uint32{1, 2})
}

func TestAdam(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const b1, b2 = float32(0.9), float32(0.999)
	s := AdamStep{b1, 1 - b1, b2, 1 - b2, 2e-3, 1e-8}
	for _, n := range lengths {
		p, g, m, v := values(rng, n), values(rng, n), values(rng, n), values(rng, n)
		for i := range v {
			v[i] = float32(math.Abs(float64(v[i])))
		}
		wantP, wantM, wantV := copyOf(p), copyOf(m), copyOf(v)
		for i, d := range g {
			wantM[i] = float32(s.Keep1*m[i]) + float32(s.Take1*d)
			wantV[i] = float32(s.Keep2*v[i]) + float32(float32(s.Take2*d)*d)
			wantP[i] -= float32(s.Rate*wantM[i]) / (float32(math.Sqrt(float64(wantV[i]))) + s.Epsilon)
		}
		s.Update(p, g, m, v)
		equal(t, "parameters", p, wantP)
		equal(t, "first moments", m, wantM)
		equal(t, "second moments", v, wantV)
		equal(t, "gradient", g, make([]float32, n))
	}
}

func TestDots2(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, rows := range []int{1, 3, 4, 5, 8, 31} {
		for _, k := range []int{1, 8, 9, 24, 128} {
			a0, a1, b := values(rng, k), values(rng, k), values(rng, rows*k)
			want0, want1 := make([]float32, rows), make([]float32, rows)
			for i := range rows {
				want0[i], want1[i] = f32.Dot(b[i*k:(i+1)*k], a0), f32.Dot(b[i*k:(i+1)*k], a1)
			}
			c0, c1 := values(rng, rows), values(rng, rows)
			Dots2(c0, c1, a0, a1, b)
			equal(t, "first products", c0, want0)
			equal(t, "second products", c1, want1)
		}
	}
}
