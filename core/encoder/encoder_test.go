package encoder

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// goldenTexts are encoded for the golden file.
var goldenTexts = []string{
	"", " ", "x", "FOX-P2", "FOXP2", "foxp2", "PLCγ2", "PLC gamma 2", "S6K", "h. influenza",
	"Haemophilus influenzae type b", "5'-AMP-activated protein kinase subunit beta-1", "IL-2Rα", "ﬁbrinogen",
	"Sjögren’s syndrome", "胰岛素", "אינסולין", "🧬 DNA", "a\x00b\xffc",
	strings.Repeat("a very long text; ", 300),
}

// TestGoldenVectors compares vectors bit by bit with the golden files. Every
// platform has to reproduce them: a code is computed on one machine and compared
// on another. A difference on one platform only is a bug of the forward pass
// there; it is never a reason to write a file anew.
func TestGoldenVectors(t *testing.T) {
	compareGolden(t, "golden_vectors.txt", testEncoder(t, testWeights(512, 16, 24)))
}

func compareGolden(t *testing.T, file string, e *Encoder) {
	t.Helper()
	var got strings.Builder
	for _, text := range goldenTexts {
		label := text
		if len(label) > 60 {
			label = fmt.Sprintf("%s... %d bytes", label[:20], len(text))
		}
		fmt.Fprintf(&got, "%q", label)
		for _, v := range e.Encode(nil, text) {
			fmt.Fprintf(&got, " %08x", math.Float32bits(v))
		}
		got.WriteByte('\n')
	}
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
	if len(g) != len(w) {
		t.Fatalf("%d vectors, %s has %d", len(g), file, len(w))
	}
	for i := range g {
		if g[i] != w[i] {
			t.Errorf("vector %d differs from %s:\n got %s\nwant %s", i, file, g[i], w[i])
		}
	}
}

// reference is the forward pass written plainly, in float64.
func reference(w *Weights, text string) []float64 {
	x := make([]float64, w.Dim)
	rows := features(text, w.Rows)
	for _, r := range rows {
		for i := range x {
			x[i] += float64(w.Table.Scale) * float64(w.Table.Data[int(r)*w.Dim+i]) / math.Sqrt(float64(len(rows)))
		}
	}
	mean, variance := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(w.Dim)
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(w.Dim)
	}
	for i, v := range x {
		x[i] = (v-mean)/math.Sqrt(variance+1e-5)*float64(w.Gain[i]) + float64(w.Bias[i])
	}
	y := slices.Clone(x)
	for i := range y {
		y[i] += float64(w.B2[i])
	}
	for j := range w.Hidden {
		h := float64(w.B1[j])
		for i, v := range x {
			h += float64(w.W1.Scale) * float64(w.W1.Data[j*w.Dim+i]) * v
		}
		for i := range y {
			y[i] += float64(w.W2.Scale) * float64(w.W2.Data[i*w.Hidden+j]) * max(0, h)
		}
	}
	length := 0.0
	for _, v := range y {
		length += v * v
	}
	for i := range y {
		y[i] /= math.Sqrt(length)
	}
	return y
}

func TestEncodeAgainstReference(t *testing.T) {
	for _, shape := range [][3]int{{1, 8, 0}, {512, 16, 24}, {4096, 130, 64}} {
		w := testWeights(shape[0], shape[1], shape[2])
		e := testEncoder(t, w)
		for _, text := range goldenTexts {
			got, want := e.Encode(nil, text), reference(w, text)
			for i := range want {
				if d := math.Abs(float64(got[i]) - want[i]); !(d < 1e-5) {
					t.Errorf("%v, %.20q: element %d is %v, want %v", shape, text, i, got[i], want[i])
					break
				}
			}
		}
	}
}

func TestEncodeAppends(t *testing.T) {
	e := testEncoder(t, testWeights(512, 16, 24))
	alone := e.Encode(nil, "FOX-P2")
	if len(alone) != e.Dim() {
		t.Fatalf("%d elements, want %d", len(alone), e.Dim())
	}
	got := e.Encode([]float32{1, 2}, "FOX-P2")
	if got[0] != 1 || got[1] != 2 || !slices.Equal(got[2:], alone) {
		t.Errorf("appended %v, want %v", got, alone)
	}
}

// TestEncodeConcurrently is for the race detector, too.
func TestEncodeConcurrently(t *testing.T) {
	e := testEncoder(t, testWeights(512, 16, 24))
	var want [][]float32
	for _, text := range goldenTexts {
		want = append(want, e.Encode(nil, text))
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for round := range 20 * len(goldenTexts) {
				i := (g + round) % len(goldenTexts)
				if got := e.Encode(nil, goldenTexts[i]); !slices.Equal(got, want[i]) {
					t.Errorf("%.20q: %v beside other calls, %v alone", goldenTexts[i], got, want[i])
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestEncodeAllocations(t *testing.T) {
	e := testEncoder(t, testWeights(512, 16, 24))
	dst := make([]float32, 0, 16)
	if n := testing.AllocsPerRun(100, func() { dst = e.Encode(dst[:0], "Haemophilus influenzae") }); n != 0 && !raceEnabled {
		t.Errorf("%v allocations, want none", n)
	}
}

// BenchmarkEncode encodes a name of 12 characters with the default sizes.
func BenchmarkEncode(b *testing.B) {
	e := testEncoder(b, testWeights(16384, 128, 256))
	var dst []float32
	b.ReportAllocs()
	for b.Loop() {
		dst = e.Encode(dst[:0], "interleukin2")
	}
}

// TestZeroWeights requires finite vectors of an encoder that knows nothing.
func TestZeroWeights(t *testing.T) {
	w := testWeights(4, 8, 2)
	w.Table, w.W2 = Quantize(make([]float32, 32), 127, 0), Quantize(make([]float32, 16), 127, 0)
	clear(w.Bias)
	clear(w.B2)
	for i, v := range testEncoder(t, w).Encode(nil, "FOX-P2") {
		if v != 0 {
			t.Errorf("element %d is %v, want 0", i, v)
		}
	}
}
