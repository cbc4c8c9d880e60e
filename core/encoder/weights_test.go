package encoder

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

func marshal(t testing.TB, w *Weights) []byte {
	t.Helper()
	data, err := w.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRoundTrip(t *testing.T) {
	for _, shape := range [][3]int{{1, 8, 0}, {3, 8, 2}, {100, 17, 33}} {
		w := testWeights(shape[0], shape[1], shape[2])
		data := marshal(t, w)
		got, err := ParseWeights(data)
		if err != nil {
			t.Fatalf("%v: %v", shape, err)
		}
		if shape[2] > 0 && !reflect.DeepEqual(got, w) { // without hidden units, empty and nil slices differ
			t.Errorf("%v: the weights read differ from those written", shape)
		}
		if again := marshal(t, got); !bytes.Equal(again, data) {
			t.Errorf("%v: the bytes change when written again", shape)
		}
		prefixed, err := w.AppendBinary([]byte("before"))
		if err != nil || !bytes.Equal(prefixed, append([]byte("before"), data...)) {
			t.Errorf("%v: appended to other bytes, the form differs: %v", shape, err)
		}
	}
}

// TestParseKeeps requires that the int8 matrices, most of an encoder, are in memory once.
func TestParseKeeps(t *testing.T) {
	data := marshal(t, testWeights(3, 8, 2))
	w, err := ParseWeights(data)
	if err != nil {
		t.Fatal(err)
	}
	clear(data)
	for _, m := range []Int8{w.Table, w.W1, w.W2} {
		if len(m.Data) == 0 || slices.ContainsFunc(m.Data, func(x int8) bool { return x != 0 }) {
			t.Errorf("a matrix of %d is a copy", len(m.Data))
		}
	}
	if w.Gain[0] != testWeights(3, 8, 2).Gain[0] {
		t.Error("the gain is part of the bytes")
	}
}

// TestDamage requires every flipped bit, every truncation and an added byte to be seen.
func TestDamage(t *testing.T) {
	data := marshal(t, testWeights(3, 8, 2))
	refused := func(what string, at int, data []byte) {
		if w, err := ParseWeights(data); w != nil || !errors.Is(err, errFormat) {
			t.Errorf("%s %d: %v", what, at, err)
		}
	}
	for bit := range 8 * len(data) {
		data[bit/8] ^= 1 << (bit % 8)
		refused("flipped bit", bit, data)
		data[bit/8] ^= 1 << (bit % 8)
	}
	for n := range data {
		refused("cut to", n, data[:n])
	}
	refused("appended", 1, append(bytes.Clone(data), 0))
	if _, err := ParseWeights(data); err != nil {
		t.Fatalf("undamaged: %v", err)
	}
}

// TestParseErrors changes weights, with the checksum made right again, so that
// the other checks are reached, and looks for words that help.
func TestParseErrors(t *testing.T) {
	const rowsAt, dimAt, hiddenAt, scaleAt = 8, 12, 16, 20
	put32 := func(at int, v uint32) func([]byte) []byte {
		return func(b []byte) []byte { wire.AppendUint32(b[:at], v); return seal(b) }
	}
	nan := math.Float32bits(float32(math.NaN()))
	inf := math.Float32bits(float32(math.Inf(-1)))
	for _, c := range []struct {
		what   string
		change func([]byte) []byte
		want   string
	}{
		{"another file", func([]byte) []byte { return []byte("PK\x03\x04 an archive") }, `does not begin with "NORMENC"`},
		{"a newer version", func(b []byte) []byte { b[7] = '3'; return b }, "this file needs a newer normlet: its version of the encoder is 3, this program reads up to 1"},
		{"only the magic", func(b []byte) []byte { return b[:9] }, "cut off after 9 bytes"},
		{"no rows", put32(rowsAt, 0), "follow"},
		{"a row more", put32(rowsAt, 4), "wanted"},
		{"a row less", put32(rowsAt, 2), "follow"},
		{"too many rows", put32(rowsAt, maxRows+1), "out of range"},
		{"rows beyond 31 bits", put32(rowsAt, 1<<31), ""},
		{"too many dimensions", put32(dimAt, maxDim+1), "out of range"},
		{"dimensions beyond 31 bits", put32(dimAt, math.MaxUint32), ""},
		{"too much hidden", put32(hiddenAt, maxHidden+1), "out of range"},
		{"hidden beyond 31 bits", put32(hiddenAt, math.MaxUint32), ""},
		{"NaN scale", put32(scaleAt, nan), "not a finite number"},
		{"infinite bias", put32(scaleAt+12+4*8, inf), "not a finite number"},
	} {
		_, err := ParseWeights(c.change(marshal(t, testWeights(3, 8, 2))))
		if !errors.Is(err, errFormat) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want a word on %q", c.what, err, c.want)
		}
	}
}

// TestHostileShapes requires that a short file which announces the largest
// table costs nothing.
func TestHostileShapes(t *testing.T) {
	data := []byte(magic)
	for _, n := range []uint32{maxRows, maxDim, maxHidden} {
		data = wire.AppendUint32(data, n)
	}
	for _, body := range []int{0, 12, 12 + 4*(3*maxDim+maxHidden)} {
		file := append(bytes.Clone(data), make([]byte, body+4)...)
		file = seal(file)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ParseWeights(file)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, errFormat) {
			t.Errorf("%d bytes: %v", body, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<17 {
			t.Errorf("%d bytes of file: %d bytes allocated", len(file), n)
		}
	}
}

// TestCheck requires New and AppendBinary to refuse weights that do not fit together.
func TestCheck(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		want   string
		change func(w *Weights)
	}{
		{"rows=0", func(w *Weights) { w.Rows = 0 }},
		{"dim=7", func(w *Weights) { w.Dim = 7 }},
		{"hidden=-1", func(w *Weights) { w.Hidden = -1 }},
		{"table has 23 values, want 24", func(w *Weights) { w.Table.Data = w.Table.Data[1:] }},
		{"w1 has 0 values, want 16", func(w *Weights) { w.W1.Data = nil }},
		{"w2 has 17 values, want 16", func(w *Weights) { w.W2.Data = append(w.W2.Data, 0) }},
		{"gain has 7 values, want 8", func(w *Weights) { w.Gain = w.Gain[1:] }},
		{"bias has 7 values", func(w *Weights) { w.Bias = w.Bias[1:] }},
		{"b1 has 1 values", func(w *Weights) { w.B1 = w.B1[1:] }},
		{"b2 has 7 values", func(w *Weights) { w.B2 = w.B2[1:] }},
		{"not a finite number", func(w *Weights) { w.Gain[3] = nan }},
		{"not a finite number", func(w *Weights) { w.B2[7] = nan }},
		{"not a finite number", func(w *Weights) { w.Table.Scale = nan }},
	} {
		w := testWeights(3, 8, 2)
		c.change(w)
		if _, err := New(w); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New: %v, want %q", err, c.want)
		}
		if b, err := w.AppendBinary([]byte("x")); err == nil || string(b) != "x" {
			t.Errorf("%s: written all the same (%v)", c.want, err)
		}
	}
}

func TestQuantize(t *testing.T) {
	for _, c := range []struct {
		x      []float32
		levels int
		limit  float32
		scale  float32
		want   []int8
	}{
		{nil, 127, 0, 0, []int8{}},
		{[]float32{0, 0}, 127, 0, 0, []int8{0, 0}},
		{[]float32{-127, 1, 126.6}, 127, 0, 1, []int8{-127, 1, 127}},
		{[]float32{-1, 0.24, 0.26, 1}, 2, 0, 0.5, []int8{-2, 0, 1, 2}},
		{[]float32{-1, 0.25, 0.75, 1}, 2, 0, 0.5, []int8{-2, 0, 2, 2}}, // halves go to even
		{[]float32{-8, 0.5, 8}, 4, 2, 0.5, []int8{-4, 1, 4}},           // clipped
		{[]float32{-1, 1}, 4, 2, 0.25, []int8{-4, 4}},                  // a limit above the largest does nothing
	} {
		q := Quantize(c.x, c.levels, c.limit)
		if q.Scale != c.scale || !reflect.DeepEqual(q.Data, c.want) {
			t.Errorf("Quantize(%v, %d, %v) = %v", c.x, c.levels, c.limit, q)
		}
		for i, v := range q.floats() {
			if c.limit == 0 && math.Abs(float64(v-c.x[i])) > float64(q.Scale)/2 {
				t.Errorf("%v comes back as %v, more than half a step of %v off", c.x[i], v, q.Scale)
			}
		}
	}
}
