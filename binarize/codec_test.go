package binarize

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

var update = flag.Bool("update", false, "rewrite golden files and fuzz seeds")

func marshal(t testing.TB, h *Head) []byte {
	t.Helper()
	data, err := h.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRoundTrip(t *testing.T) {
	for _, h := range heads() {
		t.Run(h.testName(), func(t *testing.T) {
			data := marshal(t, h)
			got, err := ParseHead(data)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, h) {
				t.Error("the head read differs from the head written")
			}
			if again := marshal(t, got); !bytes.Equal(again, data) {
				t.Error("the bytes change when written again")
			}
			prefixed, err := h.AppendBinary([]byte("before"))
			if err != nil || string(prefixed) != "before"+string(data) {
				t.Errorf("AppendBinary after other bytes gives something else: %v", err)
			}
		})
	}
}

// smallHead is the head of the golden file: exact numbers, chosen by hand.
func smallHead() *Head {
	h := &Head{Bits: 64, Dim: 2, Method: "rp", T: make([]float32, 64), W: make([]float32, 128)}
	for i := range h.T {
		h.T[i] = float32(i-32) / 8
		h.W[2*i], h.W[2*i+1] = float32(i), float32(-i)/4
	}
	return h
}

func TestGolden(t *testing.T) {
	path := filepath.Join("testdata", "golden", "v1.head")
	data := marshal(t, smallHead())
	if *update {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, want) {
		t.Error("the stored form changed: version 1 must stay as it is")
	}
	h, err := ParseHead(want)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(h, smallHead()) {
		t.Errorf("the golden file holds %+v", h)
	}
}

// TestDamage requires every flipped bit, truncation and appended byte to be seen.
func TestDamage(t *testing.T) {
	data := marshal(t, smallHead())
	refused := func(what string, at int, data []byte) {
		_, err := ParseHead(data)
		if _, ok := errors.AsType[*wire.VersionError](err); !ok && !errors.Is(err, errFormat) {
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
	if _, err := ParseHead(data); err != nil {
		t.Fatalf("undamaged: %v", err)
	}
}

// seal puts the right checksum at the end of changed bytes.
func seal(data []byte) []byte {
	if len(data) < crcSize {
		return data
	}
	body := bytes.Clone(data[:len(data)-crcSize])
	return binary.LittleEndian.AppendUint32(body, wire.Checksum(body))
}

// TestParseErrors changes a head, with the checksum made right again, so that
// the other checks are reached.
func TestParseErrors(t *testing.T) {
	const method, firstT, firstW = headerSize, headerSize + 2, headerSize + 2 + 4*64
	inf := []byte{0, 0, 0x80, 0x7f}
	tests := []struct {
		name  string
		at    int
		bytes []byte
		is    error
		text  string
	}{
		{"magic", 0, []byte("NPAK"), errFormat, "does not begin"},
		{"version", 4, []byte{2}, nil, "its version of the binarizer is 2, this program reads up to 1"},
		{"flags", 5, []byte{3}, errFormat, "reserved"},
		{"reserved", 7, []byte{1}, errFormat, "reserved"},
		{"no name", 6, []byte{0}, errFormat, "the header asks for"},
		{"no words", 8, []byte{0, 0}, errFormat, "0 bits"},
		{"words", 8, []byte{65, 0}, errFormat, "4160 bits"},
		{"most words", 8, []byte{255, 255}, errFormat, "4194240 bits"},
		{"no dimension", 10, []byte{0, 0}, errFormat, "vectors of 0"},
		{"dimension", 10, []byte{1, 64}, errFormat, "vectors of 16385"},
		{"longer", 10, []byte{0, 64}, errFormat, "the header asks for"},
		{"method", method, []byte("R"), errFormat, `method name "Rp"`},
		{"infinite threshold", firstT + 4, inf, errFormat, "threshold of bit 1 is +Inf"},
		{"NaN weight", firstW + 6, []byte{0xc0, 0x7f}, errFormat, "weight 1 of bit 1, NaN"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			data := marshal(t, smallHead())
			copy(data[test.at:], test.bytes)
			_, err := ParseHead(seal(data))
			if test.is != nil && !errors.Is(err, test.is) || !strings.Contains(err.Error(), test.text) {
				t.Errorf("error %q, want %q with %q", err, test.is, test.text)
			}
		})
	}
}

func TestInvalidHead(t *testing.T) {
	tests := []struct {
		name string
		edit func(*Head)
		text string
	}{
		{"bits", func(h *Head) { h.Bits = 100 }, "multiple of 64"},
		{"dimension", func(h *Head) { h.Dim = maxDim + 1 }, "want 1 to 16384"},
		{"thresholds", func(h *Head) { h.T = h.T[1:] }, "63 thresholds for 64 bits"},
		{"threshold", func(h *Head) { h.T[5] = float32(math.NaN()) }, "threshold of bit 5 is NaN"},
		{"weights", func(h *Head) { h.W = h.W[1:] }, "127 weights for 64 bits"},
		{"precision", func(h *Head) { h.W[3] = 1 + 1.0/512 }, "weight 1 of bit 1"},
		{"no weights", func(h *Head) { h.W = nil }, "as many bits as dimensions"},
		{"no method", func(h *Head) { h.Method = "" }, "method name of 0 bytes"},
		{"method", func(h *Head) { h.Method = "r p" }, "lower-case"},
		{"long method", func(h *Head) { h.Method = strings.Repeat("x", 33) }, "want 1 to 32"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := smallHead()
			test.edit(h)
			if _, err := h.AppendBinary(nil); err == nil || !strings.Contains(err.Error(), test.text) {
				t.Errorf("error %v, want one with %q", err, test.text)
			}
		})
	}
}

func TestBFloat16(t *testing.T) {
	const step = 1.0 / 128 // between bfloat16 values from 1 to 2
	inf := float32(math.Inf(1))
	tests := []struct{ x, want float32 }{
		{0, 0}, {1, 1}, {-1.5, -1.5},
		{1 + step/2, 1}, {1 + 3*step/2, 1 + 2*step}, // ties to even
		{1 + 0.51*step, 1 + step}, {1 + 0.49*step, 1},
		{-1 - 0.51*step, -1 - step},
		{inf, inf}, {-inf, -inf}, {math.MaxFloat32, inf},
	}
	for _, test := range tests {
		if got := BFloat16(test.x); got != test.want {
			t.Errorf("BFloat16(%v) = %v, want %v", test.x, got, test.want)
		}
	}
	if got := BFloat16(math.Float32frombits(0x7fffffff)); got == got {
		t.Errorf("a NaN became %v", got)
	}
}

// FuzzParseHead: whatever parses is valid, is written as the same bytes, and
// encodes without a panic. Every input is tried with its checksum repaired too,
// or the fuzzer would never come past it.
func FuzzParseHead(f *testing.F) {
	f.Add(marshal(f, smallHead()))
	f.Add(marshal(f, identityHead(64, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, seal(data)} {
			h, err := ParseHead(data)
			if err != nil {
				continue
			}
			if again := marshal(t, h); !bytes.Equal(again, data) {
				t.Fatalf("%x is written as %x", data, again)
			}
			h.Encode(nil, make([]float32, h.Dim))
		}
	})
}

// TestFuzzSeeds keeps the committed corpus in step with the format: all seeds
// must be there, and each must end as its name says.
func TestFuzzSeeds(t *testing.T) {
	dir := filepath.Join("testdata", "fuzz", "FuzzParseHead")
	valid := marshal(t, smallHead())
	seeds := map[string][]byte{
		"valid":     valid,
		"identity":  marshal(t, identityHead(64, 1)),
		"empty":     nil,
		"truncated": valid[:len(valid)/2],
		"header":    valid[:headerSize],
		"hostile":   append([]byte("NBIN\x01\x01\x02\x00\x40\x00\x00\x40rp"), make([]byte, 8)...),
		"nan":       seal(append(bytes.Clone(valid[:headerSize+2]), bytes.Repeat([]byte{0xff}, len(valid)-headerSize-2)...)),
		"version":   seal(append([]byte("NBIN\x02"), valid[5:]...)),
	}
	for name, seed := range seeds {
		text := []byte("go test fuzz v1\n[]byte(" + strconv.Quote(string(seed)) + ")\n")
		path := filepath.Join(dir, name)
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, text) {
			t.Errorf("seed %s is missing or out of date (%v): run go test -update", name, err)
		}
		_, err := ParseHead(seed)
		if (err == nil) != (name == "valid" || name == "identity") {
			t.Errorf("seed %s: %v", name, err)
		}
	}
}
