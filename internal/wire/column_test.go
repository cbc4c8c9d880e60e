package wire

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestColumns writes numbers in all forms and reads them, below a limit and not at it.
func TestColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for width := range 33 {
		for _, n := range []int{0, 1, 2, 7, 8, 9, 100} {
			v := make([]uint32, n)
			for i := range v {
				v[i] = uint32(rng.Uint64() & (1<<width - 1))
			}
			if n > 0 {
				v[n-1] = uint32(uint64(1)<<width - 1)
			}
			limit := uint64(1) << width
			for form, parts := range ColumnForms(v) {
				data := slices.Concat(parts...)
				r := NewReader(data)
				if got := Column[uint32](r, n, limit); r.Close() != nil || !slices.Equal(got, v) {
					t.Errorf("form %d of %d values of %d bits: %v, %v, want %v", form, n, width, got, r.Err(), v)
				}
				r = NewReader(data)
				if Column[uint32](r, n, limit-1); n > 0 && width > 0 && r.Err() == nil {
					t.Errorf("form %d of %d values of %d bits: a value at the limit is taken", form, n, width)
				}
				if n == 0 || width == 0 {
					continue
				}
				r = NewReader(data[:len(data)-1])
				if Column[uint32](r, n, limit); r.Err() == nil {
					t.Errorf("form %d of %d values of %d bits: read without the last byte", form, n, width)
				}
			}
		}
	}
}

// TestColumnForm spells all forms out.
func TestColumnForm(t *testing.T) {
	v := []uint32{300, 301, 300, 307}
	for form, want := range [][]byte{
		{columnPacked, 0xac, 0x02, 3, 0b00_001_000, 0b1110},
		{columnAgain, 0, 0, 2, 0, columnPlanes, 2, 300 & 0xff, 301 & 0xff, 307 & 0xff, 1, 1, 1},
		{columnPlanes, 2, 300 & 0xff, 301 & 0xff, 300 & 0xff, 307 & 0xff, 1, 1, 1, 1},
	} {
		if got := slices.Concat(ColumnForms(v)[form]...); !bytes.Equal(got, want) {
			t.Errorf("form %d: % x, want % x", form, got, want)
		}
	}
	least, most := span([]uint8{7, 3, 5})
	if least != 3 || most != 7 {
		t.Errorf("least %d, most %d; want 3 and 7", least, most)
	}
}

// TestColumnLimits refuses what a writer never makes, and nothing else.
func TestColumnLimits(t *testing.T) {
	big := AppendUvarint([]byte{columnPacked}, math.MaxUint32)
	for _, tt := range []struct {
		name, reason string
		data         []byte
		n            int
		limit        uint64
	}{
		{"32 bits", "", append([]byte{columnPacked, 0, 32}, 1, 2, 3, 4), 1, 1 << 32},
		{"33 bits", "out of range", append([]byte{columnPacked, 0, 33}, 1, 2, 3, 4, 5), 1, 1 << 40},
		{"least value", "", append(big, 0), 1, 1 << 32},
		{"least value at the limit", "out of range", append(big, 0), 1, math.MaxUint32},
		{"8 values of a bit", "", []byte{columnPacked, 0, 1, 0xff}, 8, 2},
		{"9 values of a bit in a byte", "9 values of 1 bits announced, 1 bytes left", []byte{columnPacked, 0, 1, 0xff}, 9, 2},
		{"unused bits", "unused bits", []byte{columnPacked, 0, 1, 0x80}, 7, 2},
		{"4 planes", "", []byte{columnPlanes, 4, 1, 2, 3, 4}, 1, 1 << 32},
		{"5 planes", "5 byte planes", []byte{columnPlanes, 5, 1, 2, 3, 4, 5}, 1, 1 << 40},
		{"again", "", []byte{columnAgain, 0, 1, 2, columnPlanes, 1, 7}, 3, 8},
		{"again, at the limit", "item 0 is 7, not below 7", []byte{columnAgain, 0, 1, 2, columnPlanes, 1, 7}, 3, 7},
		{"again, before the first", "item 1 is said to be that of 2 items before", []byte{columnAgain, 0, 2, 2, columnPlanes, 1, 7}, 3, 8},
		{"again, packed", "in encoding 0", []byte{columnAgain, 0, 1, 2, columnPacked, 7, 0}, 3, 8},
		{"again, another one missing", "2 bytes wanted, 1 left", []byte{columnAgain, 0, 0, 2, columnPlanes, 1, 7}, 3, 8},
		{"encoding", "unknown column encoding 3", []byte{3, 0}, 0, 1},
	} {
		r := NewReader(tt.data)
		Column[uint32](r, tt.n, tt.limit)
		if err := r.Close(); (err == nil) != (tt.reason == "") || err != nil && !strings.Contains(err.Error(), tt.reason) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.reason)
		}
	}
}

// TestNarrowColumn reads bytes in more planes than a byte has: only zeros fit.
func TestNarrowColumn(t *testing.T) {
	for _, tt := range []struct {
		planes []byte // of two values
		fits   bool
	}{
		{[]byte{7, 255}, true}, {[]byte{7, 255, 0, 0}, true}, {[]byte{7, 255, 0, 1}, false}, {[]byte{7, 255, 0, 0, 1, 0}, false},
	} {
		payload := append([]byte{columnPlanes, byte(len(tt.planes) / 2)}, tt.planes...)
		r := NewReader(payload)
		got := Column[uint8](r, 2, 256)
		if err := r.Close(); (err == nil) != tt.fits || tt.fits && !slices.Equal(got, []uint8{7, 255}) {
			t.Errorf("planes %v: %v, %v", tt.planes, got, err)
		}
	}
}

// TestColumnInPlace reads bytes where they are, and refuses one at the limit.
func TestColumnInPlace(t *testing.T) {
	v := []uint8{7, 0, 255}
	for form, parts := range ColumnForms(v) {
		data := slices.Concat(parts...)
		if got := Column[uint8](NewReader(data), 3, 256); !slices.Equal(got, v) || &got[0] != &data[len(data)-3] || cap(got) != 3 {
			t.Errorf("form %d: %v, not a part of the payload", form, got)
		}
		if got := Column[uint8](NewReader(data), 3, 255); got != nil {
			t.Errorf("form %d: %v, though 255 is the limit", form, got)
		}
	}
}
