package encoder

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/names"
)

func TestAppendSymbols(t *testing.T) {
	long := strings.Repeat("a", 32) + strings.Repeat("x", 500) + strings.Repeat("b", 32)
	for _, c := range []struct{ form, want string }{
		{"", " "},
		{"s6k", "s6k"},
		{"胰", "\xe8\x83\xb0"},
		{long[:32] + long[532:], long[:32] + long[532:]}, // the longest that is whole
		{long, long[:32] + long[532:]},
		{"cut" + long[:32] + long[532:], "cut" + long[:29] + long[532:]},
	} {
		want := []uint32{7}
		for _, b := range []byte(c.want) {
			want = append(want, uint32(b))
		}
		if got := AppendSymbols([]uint32{7}, []byte(c.form)); !slices.Equal(got, want) {
			t.Errorf("%.40q: %v, want 7 and the bytes of %q", c.form, got, c.want)
		}
	}
}

// element returns element (row, col) of a matrix of the given number of columns.
func element(q Int8Rows, cols, row, col int) float64 {
	return float64(q.Scales[row]) * float64(q.Data[row*cols+col])
}

// affine returns q x + bias, in float64.
func affine(q Int8Rows, bias []float32, x []float64) []float64 {
	out := make([]float64, len(q.Scales))
	for r := range out {
		if bias != nil {
			out[r] = float64(bias[r])
		}
		for j, v := range x {
			out[r] += element(q, len(x), r, j) * v
		}
	}
	return out
}

// bilstmReference is the forward pass written plainly, in float64.
func bilstmReference(w *Weights, text string) []float64 {
	sigmoid := func(v float64) float64 { return 1 / (1 + math.Exp(-v)) }
	b := w.BiLSTM
	var xs [][]float64
	for _, c := range AppendSymbols(nil, []byte(names.Form(text))) {
		x := make([]float64, b.Embed)
		for j := range x {
			x[j] = element(b.Table, b.Embed, int(c), j)
		}
		xs = append(xs, x)
	}
	var ends [2][]float64
	for _, layer := range b.Layers {
		ys := make([][]float64, len(xs))
		for d, l := range layer {
			h, c := make([]float64, b.Hidden), make([]float64, b.Hidden)
			for k := range xs {
				t := k
				if d == 1 {
					t = len(xs) - 1 - k
				}
				of, more := affine(l.W, l.B, xs[t]), affine(l.U, nil, h)
				for j := range h {
					gate := func(n int) float64 { return of[n*b.Hidden+j] + more[n*b.Hidden+j] }
					c[j] = sigmoid(gate(1))*c[j] + sigmoid(gate(0))*math.Tanh(gate(2))
					h[j] = sigmoid(gate(3)) * math.Tanh(c[j])
				}
				ys[t] = append(ys[t], h...)
			}
			ends[d] = h
		}
		xs = ys
	}
	out := affine(b.Dense, b.Bias, slices.Concat(ends[0], ends[1]))
	length := 0.0
	for _, v := range out {
		length += v * v
	}
	for i := range out {
		out[i] /= math.Sqrt(length)
	}
	return out
}

func TestBiLSTMAgainstReference(t *testing.T) {
	for _, shape := range [][4]int{{8, 1, 1, 1}, {16, 5, 8, 3}, {40, 32, 24, 4}} {
		w := testBiLSTM(shape[0], shape[1], shape[2], shape[3])
		e := testEncoder(t, w)
		for _, text := range goldenTexts {
			got, want := e.Encode(nil, text), bilstmReference(w, text)
			if len(got) != e.Dim() || e.Dim() != shape[0] {
				t.Fatalf("%v: %d elements", shape, len(got))
			}
			for i := range want {
				if d := math.Abs(float64(got[i]) - want[i]); !(d < 1e-5) {
					t.Errorf("%v, %.20q: element %d is %v, want %v", shape, text, i, got[i], want[i])
					break
				}
			}
		}
	}
}

func TestBiLSTMAppends(t *testing.T) {
	e := testEncoder(t, testBiLSTM(16, 5, 8, 2))
	alone := e.Encode(nil, "FOX-P2")
	got := e.Encode([]float32{1, 2}, "FOX-P2")
	if got[0] != 1 || got[1] != 2 || !slices.Equal(got[2:], alone) {
		t.Errorf("appended %v, want %v", got, alone)
	}
}

// TestBiLSTMZeroWeights requires finite vectors of an encoder that knows nothing.
func TestBiLSTMZeroWeights(t *testing.T) {
	w := testBiLSTM(8, 2, 2, 2)
	clear(w.BiLSTM.Dense.Data)
	clear(w.BiLSTM.Bias)
	for i, v := range testEncoder(t, w).Encode(nil, "FOX-P2") {
		if v != 0 {
			t.Errorf("element %d is %v, want 0", i, v)
		}
	}
}

func TestEncodeAllocations(t *testing.T) {
	for kind, w := range map[string]*Weights{"ngram": testWeights(512, 16, 24), "bilstm": testBiLSTM(16, 5, 8, 2)} {
		e := testEncoder(t, w)
		dst := make([]float32, 0, 16)
		if n := testing.AllocsPerRun(100, func() { dst = e.Encode(dst[:0], "Haemophilus influenzae") }); n != 0 && !raceEnabled {
			t.Errorf("%s: %v allocations, want none", kind, n)
		}
	}
}

// BenchmarkEncode encodes a name of 12 characters with the default sizes.
func BenchmarkEncode(b *testing.B) {
	for kind, w := range map[string]*Weights{"ngram": testWeights(16384, 128, 256), "bilstm": testBiLSTM(128, 32, 64, 4)} {
		b.Run(kind, func(b *testing.B) {
			e := testEncoder(b, w)
			var dst []float32
			b.ReportAllocs()
			for b.Loop() {
				dst = e.Encode(dst[:0], "interleukin2")
			}
		})
	}
}
