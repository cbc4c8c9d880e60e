package f32

import (
	"hash/fnv"
	"math"
	"testing"
)

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

var activations = []struct {
	name   string
	got    func(float32) float32
	want   func(float64) float64
	digest uint64 // of the bits of all results of TestActivations
}{
	{"Sigmoid", Sigmoid, sigmoid, 0xbbaec6a7a7b08c10},
	{"Tanh", Tanh, math.Tanh, 0x3bff5cd900a34e9},
	{"Exp", Exp, math.Exp, 0x1402e35a3914bc28},
}

// samples calls f with values on both sides of zero: dense where the functions bend, of every size elsewhere.
func samples(f func(x float32)) {
	for i := range 400_001 {
		f(float32(i-200_000) / 10_000)
	}
	for bits := uint32(0); bits <= math.Float32bits(80); bits += 9973 {
		f(math.Float32frombits(bits))
		f(-math.Float32frombits(bits))
	}
}

// TestActivations compares with math relative to the size of the result, and the bits of all results with those that
// every other platform gave.
func TestActivations(t *testing.T) {
	for _, a := range activations {
		worst, at := 0.0, float32(0)
		h := fnv.New64a()
		samples(func(x float32) {
			got, want := a.got(x), a.want(float64(x))
			b := math.Float32bits(got)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
			if size := math.Abs(want); size > 1e-30 {
				if d := math.Abs(float64(got)-want) / size; !(d <= worst) {
					worst, at = d, x
				}
			}
		})
		if !(worst <= 3e-7) {
			t.Errorf("%s(%v): relative error %.3g", a.name, at, worst)
		}
		if got := h.Sum64(); got != a.digest {
			t.Errorf("%s: digest of the results %#x, want %#x", a.name, got, a.digest)
		}
	}
}

func TestActivationEnds(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range []struct {
		name      string
		got, want float32
	}{
		{"Sigmoid(0)", Sigmoid(0), 0.5}, {"Sigmoid(inf)", Sigmoid(inf), 1}, {"Sigmoid(200)", Sigmoid(200), 1},
		{"Sigmoid(-inf)", Sigmoid(-inf), Sigmoid(-87)}, {"Sigmoid(-max)", Sigmoid(-math.MaxFloat32), Sigmoid(-87)},
		{"Tanh(0)", Tanh(0), 0}, {"Tanh(inf)", Tanh(inf), 1}, {"Tanh(-inf)", Tanh(-inf), -1}, {"Tanh(1e9)", Tanh(1e9), 1},
		{"Tanh(denormal)", Tanh(-1e-42), -1e-42},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
	if s := Sigmoid(-inf); !(s >= 0 && s < 1e-37) {
		t.Errorf("Sigmoid(-inf) = %v", s)
	}
	if s, h := Sigmoid(nan), Tanh(nan); s == s || h == h {
		t.Errorf("of NaN: Sigmoid %v, Tanh %v", s, h)
	}
	samples(func(x float32) {
		if math.Float32bits(Tanh(-x)) != math.Float32bits(-Tanh(x)) {
			t.Fatalf("Tanh(%v) = %v, Tanh(%v) = %v", x, Tanh(x), -x, Tanh(-x))
		}
	})
}

func BenchmarkActivations(b *testing.B) {
	x := make([]float32, 1024)
	for i := range x {
		x[i] = float32(i-512) / 100 * float32(1-i%2*2)
	}
	for _, a := range activations {
		b.Run(a.name, func(b *testing.B) {
			var sum float32
			for b.Loop() {
				for _, v := range x {
					sum += a.got(v)
				}
			}
			if sum != sum {
				b.Fatal(sum)
			}
		})
	}
}
