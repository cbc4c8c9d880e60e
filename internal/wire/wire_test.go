package wire_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

func ExampleReader() {
	file := wire.AppendUint16(nil, 7)
	file = wire.AppendLenBytes(file, "FOXP2")

	r := wire.NewReader(file)
	version, name := r.Uint16(), r.LenBytes()
	fmt.Println(version, string(name), r.Close())

	r = wire.NewReader(file[:5])
	_, name = r.Uint16(), r.LenBytes()
	fmt.Println(name == nil, r.Err())
	// Output:
	// 7 FOXP2 <nil>
	// true byte 3: 5 items of at least 1 bytes announced, 2 bytes left
}

func TestRoundTrip(t *testing.T) {
	floats := []float32{0, -1.5, float32(math.Inf(1)), math.SmallestNonzeroFloat32}
	words := []uint64{0, 1, math.MaxUint64}
	b := wire.AppendUint32([]byte{9}, 0xdeadbeef)
	b = wire.AppendUint64(b, math.MaxUint64-1)
	b = wire.AppendUint16(b, 515)
	b = wire.AppendFloat32(b, -0.25)
	b = wire.AppendUvarint(b, 300)
	b = wire.AppendLenBytes(b, []byte("κ"))
	b = wire.AppendFloat32s(b, floats)
	b = wire.AppendUint64s(b, words)
	b = wire.AppendPadding(append(b, 1), 64)

	r := wire.NewReader(b)
	if v := r.Uint8(); v != 9 {
		t.Errorf("Uint8 = %d", v)
	}
	if v := r.Uint32(); v != 0xdeadbeef {
		t.Errorf("Uint32 = %#x", v)
	}
	if v := r.Uint64(); v != math.MaxUint64-1 {
		t.Errorf("Uint64 = %#x", v)
	}
	if v := r.Uint16(); v != 515 {
		t.Errorf("Uint16 = %d", v)
	}
	if v := r.Float32(); v != -0.25 {
		t.Errorf("Float32 = %g", v)
	}
	if v := r.Uvarint(); v != 300 {
		t.Errorf("Uvarint = %d", v)
	}
	if v := r.LenBytes(); string(v) != "κ" {
		t.Errorf("LenBytes = %q", v)
	}
	if v := r.Float32s(len(floats)); !slices.Equal(v, floats) {
		t.Errorf("Float32s = %v", v)
	}
	if v := r.Uint64s(len(words)); !slices.Equal(v, words) {
		t.Errorf("Uint64s = %v", v)
	}
	if v := r.Uint8(); v != 1 {
		t.Errorf("Uint8 = %d", v)
	}
	if len(b)%64 != 0 {
		t.Errorf("padded to %d bytes", len(b))
	}
	r.Zeros(r.Len())
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestReaderRefuses(t *testing.T) {
	tests := []struct {
		name   string
		in     []byte
		read   func(*wire.Reader)
		reason string
	}{
		{"short fixed field", []byte{1, 2, 3}, func(r *wire.Reader) { r.Uint32() }, "4 bytes wanted, 3 left"},
		{"negative length", []byte{1}, func(r *wire.Reader) { r.Bytes(-1) }, "-1 bytes wanted"},
		{"cut varint", []byte{0x80}, func(r *wire.Reader) { r.Uvarint() }, "end inside a number"},
		{"long varint", bytes.Repeat([]byte{0xff}, 11), func(r *wire.Reader) { r.Uvarint() }, "exceeds 64 bits"},
		{"padded varint", []byte{0x81, 0}, func(r *wire.Reader) { r.Uvarint() }, "longer than it has to be"},
		{"huge count", wire.AppendUvarint(nil, math.MaxUint64), func(r *wire.Reader) { r.Count(1) }, "announced"},
		{"count times size", []byte{3, 0, 0, 0, 0, 0}, func(r *wire.Reader) { r.Count(2) }, "3 items of at least 2"},
		{"huge array", []byte{1}, func(r *wire.Reader) { r.Uint64s(math.MaxInt) }, "bytes left"},
		{"negative array", []byte{1}, func(r *wire.Reader) { r.Float32s(-1) }, "-1 items"},
		{"padding", []byte{0, 0, 5}, func(r *wire.Reader) { r.Zeros(3) }, "byte 2: byte 0x05 where zero"},
		{"left over", []byte{0, 0}, func(r *wire.Reader) { r.Uint8() }, "1 bytes follow"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := wire.NewReader(tt.in)
			tt.read(r)
			err := r.Close()
			var we *wire.Error
			if !errors.As(err, &we) || !strings.Contains(err.Error(), tt.reason) {
				t.Fatalf("error %v, want one with %q", err, tt.reason)
			}
			r.Failf("a later failure")
			if r.Err() != err || r.Uint8() != 0 || r.Uvarint() != 0 || r.Len() != 0 {
				t.Error("the first error was not kept")
			}
		})
	}
}

func TestChecksum(t *testing.T) {
	// The check value that the CRC-32C definition gives for these nine digits.
	if got := wire.Checksum([]byte("123456789")); got != 0xe3069283 {
		t.Errorf("Checksum = %#x, want 0xe3069283", got)
	}
}

// FuzzWire lets the input choose the fields to read: no choice may panic or
// read outside the slice.
func FuzzWire(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, wire.AppendUint64s(nil, []uint64{1, 2, 3, 4, 5, 6}))
	f.Add([]byte{4, 4, 4}, []byte{0x80, 0x00, 0x01})
	f.Fuzz(func(t *testing.T, ops, in []byte) {
		r := wire.NewReader(in)
		total := 0
		for _, op := range ops {
			before := r.Offset()
			switch op % 10 {
			case 0:
				r.Uint8()
			case 1:
				r.Uint16()
			case 2:
				r.Uint32()
			case 3:
				r.Uint64()
			case 4:
				v := r.Uvarint()
				if r.Err() == nil && !bytes.Equal(wire.AppendUvarint(nil, v), in[before:r.Offset()]) {
					t.Fatalf("%d was not read from its shortest form", v)
				}
			case 5:
				total += len(r.LenBytes())
			case 6:
				total += 4 * len(r.Float32s(r.Count(4)))
			case 7:
				total += 8 * len(r.Uint64s(int(r.Uint8())))
			case 8:
				r.Zeros(int(op) / 10)
			case 9:
				total += len(r.Bytes(int(r.Uint16())))
			}
			if r.Offset() < before || r.Offset() > len(in) {
				t.Fatalf("offset went from %d to %d of %d", before, r.Offset(), len(in))
			}
		}
		if total > len(in) {
			t.Fatalf("%d bytes returned out of %d", total, len(in))
		}
	})
}
