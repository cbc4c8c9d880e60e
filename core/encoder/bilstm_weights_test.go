package encoder

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

func TestBiLSTMRoundTrip(t *testing.T) {
	for _, shape := range [][4]int{{8, 1, 1, 1}, {13, 5, 3, 2}, {128, 32, 64, 4}} {
		w := testBiLSTM(shape[0], shape[1], shape[2], shape[3])
		data, err := w.AppendBinary([]byte("before"))
		if err != nil {
			t.Fatalf("%v: %v", shape, err)
		}
		got, err := ParseWeights(data[len("before"):])
		if err != nil {
			t.Fatalf("%v: %v", shape, err)
		}
		if !reflect.DeepEqual(got, w) || got.BiLSTM == nil {
			t.Errorf("%v: the weights read differ from those written", shape)
		}
	}
}

// TestBiLSTMSize holds the default sizes to two megabytes in a pack.
func TestBiLSTMSize(t *testing.T) {
	if n := len(marshal(t, testBiLSTM(128, 32, 64, 4))); n > 2_000_000 {
		t.Errorf("%d bytes", n)
	}
}

// TestBiLSTMParseErrors changes files, with the checksum made right again.
func TestBiLSTMParseErrors(t *testing.T) {
	const dimAt, embedAt, hiddenAt, layersAt, scaleAt = 8, 12, 16, 20, 24
	put32 := func(at int, v uint32) func([]byte) []byte {
		return func(b []byte) []byte { wire.AppendUint32(b[:at], v); return seal(b) }
	}
	for _, c := range []struct {
		what   string
		change func([]byte) []byte
		want   string
	}{
		{"only the magic", func(b []byte) []byte { return b[:9] }, "cut off after 9 bytes"},
		{"cut in the shape", func(b []byte) []byte { return seal(b[:22]) }, "wanted"},
		{"no dimensions", put32(dimAt, 0), "dim=0 "},
		{"too many dimensions", put32(dimAt, maxDim+1), "out of range"},
		{"too long embeddings", put32(embedAt, maxEmbed+1), "out of range"},
		{"hidden beyond 31 bits", put32(hiddenAt, math.MaxUint32), "out of range"},
		{"no hidden", put32(hiddenAt, 0), "hidden=0 "},
		{"no layers", put32(layersAt, 0), "layers=0 "},
		{"too many layers", put32(layersAt, maxLayers+1), "out of range"},
		{"a layer more", put32(layersAt, 2), "wanted"},
		{"a hidden unit more", put32(hiddenAt, 2), "wanted"},
		{"fewer dimensions", func(b []byte) []byte { return put32(dimAt, 8)(b) }, "follow"},
		{"NaN scale", put32(scaleAt, math.Float32bits(float32(math.NaN()))), "not a finite number"},
	} {
		_, err := ParseWeights(c.change(marshal(t, testBiLSTM(9, 1, 1, 1))))
		if !errors.Is(err, errFormat) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want a word on %q", c.what, err, c.want)
		}
	}
}

// TestBiLSTMHostileShapes requires that a short file which announces the largest
// network costs nothing.
func TestBiLSTMHostileShapes(t *testing.T) {
	data := []byte(bilstmMagic)
	for _, n := range []uint32{maxDim, maxEmbed, maxUnits, maxLayers} {
		data = wire.AppendUint32(data, n)
	}
	for _, body := range []int{0, 4 * Alphabet, 4*Alphabet + 100} {
		file := seal(append(bytes.Clone(data), make([]byte, body+4)...))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ParseWeights(file)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, errFormat) {
			t.Errorf("%d bytes: %v", body, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<16 {
			t.Errorf("%d bytes of file: %d bytes allocated", len(file), n)
		}
	}
}

// TestBiLSTMCheck requires New and AppendBinary to refuse weights that do not fit together.
func TestBiLSTMCheck(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		want   string
		change func(w *Weights, b *BiLSTM)
	}{
		{"dim=7", func(w *Weights, b *BiLSTM) { w.Dim = 7 }},
		{"embed=-1", func(w *Weights, b *BiLSTM) { b.Embed = -1 }},
		{"layers=0", func(w *Weights, b *BiLSTM) { b.Layers = nil }},
		{"table has 0 values, want 512", func(w *Weights, b *BiLSTM) { b.Table.Data = nil }},
		{"table scales has 255 values, want 256", func(w *Weights, b *BiLSTM) { b.Table.Scales = b.Table.Scales[1:] }},
		{"layer 1 forward w has 12 values, want 24", func(w *Weights, b *BiLSTM) { b.Layers[0][0].W.Data = b.Layers[0][0].W.Data[12:] }},
		{"layer 2 reverse u has 35 values, want 36", func(w *Weights, b *BiLSTM) { b.Layers[1][1].U.Data = b.Layers[1][1].U.Data[1:] }},
		{"layer 2 forward b has 11 values, want 12", func(w *Weights, b *BiLSTM) { b.Layers[1][0].B = b.Layers[1][0].B[1:] }},
		{"dense has 54 values, want 48", func(w *Weights, b *BiLSTM) { b.Dense.Data = append(b.Dense.Data, 1, 2, 3, 4, 5, 6) }},
		{"bias has 7 values, want 8", func(w *Weights, b *BiLSTM) { b.Bias = b.Bias[1:] }},
		{"not a finite number", func(w *Weights, b *BiLSTM) { b.Bias[0] = inf }},
		{"not a finite number", func(w *Weights, b *BiLSTM) { b.Layers[1][1].U.Scales[3] = inf }},
	} {
		w := testBiLSTM(8, 2, 3, 2)
		c.change(w, w.BiLSTM)
		if _, err := New(w); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New: %v, want %q", err, c.want)
		}
		if b, err := w.AppendBinary([]byte("x")); err == nil || string(b) != "x" {
			t.Errorf("%s: written all the same (%v)", c.want, err)
		}
	}
}

func TestQuantizeRows(t *testing.T) {
	q := QuantizeRows([]float32{-127, 64, 0.25, -0.125, 0, 0}, 3)
	want := Int8Rows{Scales: []float32{1, 0.25 / 127, 0}, Data: []int8{-127, 64, 127, -64, 0, 0}}
	if !reflect.DeepEqual(q, want) {
		t.Errorf("%v, want %v", q, want)
	}
	rng := rand.New(rand.NewPCG(1, 0))
	x := make([]float32, 60)
	for i := range x {
		x[i] = float32(rng.NormFloat64() * math.Pow(10, float64(i/20)))
	}
	q = QuantizeRows(x, 3)
	for i, v := range q.floats() {
		if math.Abs(float64(v-x[i])) > 0.501*float64(q.Scales[i/20]) {
			t.Errorf("%v comes back as %v, more than half a step of %v off", x[i], v, q.Scales[i/20])
		}
	}
	if exact := QuantizeRows(q.floats(), 3); !reflect.DeepEqual(exact.Data, q.Data) {
		t.Error("quantized again, the matrix changes")
	}
}
