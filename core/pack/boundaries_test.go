package pack

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/normlet/normlet/internal/frame"
	"github.com/normlet/normlet/internal/wire"
)

// TestSuffixLengths has suffixes of every length around the one from which it is spelled out, at the start of a block and
// within, after the strings that share 254 to 256 bytes with the one before.
func TestSuffixLengths(t *testing.T) {
	var all []string
	for i := range 3 * blockLen {
		length := 253 + i%5
		if i%7 == 0 {
			length = 250 + 2*longLen
		}
		all = append(all, strings.Repeat(string(rune('a'+i%26)), length))
		if i%11 == 0 { // shares all of it, less where that is more than 255 bytes
			all = append(all, all[len(all)-1]+"tail")
		}
	}
	parsed, err := parsedStrings(stringsForm(NewStrings(all)))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Strings{NewStrings(all), parsed} {
		for i, want := range all {
			if got := s.At(i); got != want {
				t.Fatalf("string %d of %d bytes has %d", i, len(want), len(got))
			}
			if s.Size(i) != len(want) {
				t.Errorf("string %d of %d bytes: size %d", i, len(want), s.Size(i))
			}
		}
		numbers := make([]int32, len(all))
		for i := range numbers {
			numbers[i] = int32(i)
		}
		var b Batch
		b.Read(s, numbers)
		for i, want := range all {
			if string(b.At(i)) != want {
				t.Fatalf("string %d of the batch is not that of the list", i)
			}
		}
	}
}

// TestSuffixForm spells the binary form of one string out: its length in a byte up to 254, in the text from 255.
func TestSuffixForm(t *testing.T) {
	for _, n := range []int{0, 1, 254, 255, 256, 255 + 128} {
		s := strings.Repeat("x", n)
		want := wire.AppendUvarint([]byte{1}, uint64(n))
		text := s
		if n >= 255 {
			long := wire.AppendUvarint(nil, uint64(n-255))
			want = wire.AppendUvarint([]byte{1}, uint64(n+len(long)))
			text = string(long) + s
		}
		want = append(want, 0, byte(min(n, 255)))
		want = append(want, text...)
		if got := stringsForm(NewStrings([]string{s})); !bytes.Equal(got, want) {
			t.Errorf("%d bytes are written as % .20x... of %d; want % .20x... of %d", n, got, len(got), want, len(want))
		}
	}
}

// TestSharedForm keeps of what a string shares with the one before at most 255 bytes.
func TestSharedForm(t *testing.T) {
	for _, n := range []int{0, 1, 127, 128, 254, 255, 256, 300} {
		s := strings.Repeat("x", n)
		r := wire.NewReader(stringsForm(NewStrings([]string{s + "a", s + "b", s})))
		r.Uvarint()
		r.Uvarint()
		if got, want := r.Bytes(3), []byte{0, byte(min(n, 255)), byte(min(n, 255))}; !bytes.Equal(got, want) {
			t.Errorf("%d bytes in common: %v are shared, want %v", n, got, want)
		}
	}
}

// TestSum adds as many bytes as there may be before a string of a block.
func TestSum(t *testing.T) {
	b := bytes.Repeat([]byte{254}, blockLen)
	for n := range b {
		if got := sum(b[:n]); got != 254*n {
			t.Errorf("%d bytes of 254 sum up to %d", n, got)
		}
	}
}

// TestCompress stores compressed what saves more than 3 % and what a reader would not refuse.
func TestCompress(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	random := make([]byte, 2000)
	for i := range random {
		random[i] = byte(rng.Uint32())
	}
	kept, left := 0, 0
	for zeros := range 150 {
		raw := append(bytes.Clone(random), make([]byte, zeros)...)
		frame := frame.Append(nil, raw)
		want := frame
		if len(frame) >= len(raw)-len(raw)*3/100 {
			want = nil
		}
		got := compress([][]byte{raw}, len(raw))
		if !bytes.Equal(got, want) {
			t.Errorf("%d of %d bytes: %d are stored", len(frame), len(raw), len(got))
		}
		if got == nil {
			left++
		} else {
			kept++
		}
	}
	if kept < 20 || left < 20 {
		t.Errorf("%d compressed, %d not: the limit is not among them", kept, left)
	}
	for extra := range 4 * maxRatio { // zeros compress to a few bytes, which may stand for 64 times as many and 64 KiB
		raw := make([]byte, ratioSlack+extra*maxRatio/4)
		frame := frame.Append(nil, raw)
		allowed := len(raw) < ratioSlack+maxRatio*(len(frame)+1)
		if got := compress([][]byte{raw}, len(raw)); (got != nil) != allowed {
			t.Errorf("%d bytes of %d: compressed %t, allowed %t", len(frame), len(raw), got != nil, allowed)
		}
	}
	parts := [][]byte{{7}, make([]byte, 5000), {8}, {9, 9}}
	stored := compress(parts, 5004)
	dec, err := frame.NewDecoder(false)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	short := SectionInfo{Zstd: true, Stored: int64(len(stored)), Raw: 5004, CRC: wire.Checksum(stored)}
	if got, err := payload(nil, dec, stored, short); err != nil || !bytes.Equal(got, join(parts)) {
		t.Errorf("short parts: %d bytes come back, %v", len(got), err)
	}
	if two := compress([][]byte{make([]byte, 5000), nil, make([]byte, 5000)}, 10000); len(two) != 2*len(frame.Append(nil, make([]byte, 5000))) {
		t.Errorf("two parts and an empty one take %d bytes", len(two))
	}
}

// table returns the header of a file with sections of these stored and raw sizes, one after the other.
func table(sizes ...[2]int64) *Header {
	h := &Header{FormatVersion: formatVersion, MinReader: minReader}
	at := int64(headerSize + len(sizes)*entrySize + crcSize)
	for i, s := range sizes {
		at = alignUp(at)
		h.Sections = append(h.Sections, SectionInfo{Tag: Tag([]byte{'T', byte('A' + i/676), byte('A' + i/26%26), byte('A' + i%26)}), Zstd: true, Offset: at, Stored: s[0], Raw: s[1]})
		at += s[0]
	}
	h.FileSize = at
	return h
}

// TestHeaderLimits reads headers at each limit and refuses those beyond it.
func TestHeaderLimits(t *testing.T) {
	change := func(h *Header, f func(h *Header)) *Header { f(h); return h }
	one := [2]int64{10, 10}
	for _, tt := range []struct {
		name, reason string
		h            *Header
	}{
		{"none", "", table()},
		{"256 sections", "", table(slices.Repeat([][2]int64{one}, maxSections)...)},
		{"257 sections", "257 sections announced, at most 256", table(slices.Repeat([][2]int64{one}, maxSections+1)...)},
		{"64 KiB and 64 times", "", table([2]int64{10, 1<<16 + 64*10})},
		{"and 63 bytes", "", table([2]int64{10, 1<<16 + 64*10 + 63})},
		{"and 64 bytes", "announces", table([2]int64{10, 1<<16 + 64*11})},
		{"nothing of nothing", "", table([2]int64{0, 0})},
		{"file longer", "the sections end at", change(table(one), func(h *Header) { h.FileSize++ })},
		{"file shorter", "ends after the end", change(table(one), func(h *Header) { h.FileSize-- })},
		{"begins later", "begins at", change(table(one), func(h *Header) { h.Sections[0].Offset += align; h.FileSize += align })},
		{"not compressed", "", change(table(one), func(h *Header) { h.Sections[0].Zstd = false })},
		{"two sizes", "two sizes", change(table([2]int64{10, 11}), func(h *Header) { h.Sections[0].Zstd = false })},
		{"oldest reader", "", change(table(one), func(h *Header) { h.FormatVersion = 9 })},
	} {
		got, err := ReadHeader(tt.h.append(nil))
		var c *CorruptError
		switch {
		case tt.reason == "":
			if err != nil || len(got.Sections) != len(tt.h.Sections) || got.FileSize != tt.h.FileSize || got.FormatVersion != tt.h.FormatVersion {
				t.Errorf("%s: %+v, %v", tt.name, got, err)
			}
		case !errors.As(err, &c) || c.Section != "header" || !strings.Contains(c.Reason, tt.reason):
			t.Errorf("%s: %v, want %q", tt.name, err, tt.reason)
		}
	}
}

// TestSignedMessage requires the signature to be the one that format.go describes: of the domain and the SHA-512 of
// the file before it, the checksums of SIGN and of the header as zeros.
func TestSignedMessage(t *testing.T) {
	signed := sign(t, write(t, sample(), nil))
	h, err := ReadHeader(signed)
	if err != nil {
		t.Fatal(err)
	}
	file := bytes.Clone(signed[:len(signed)-ed25519.SignatureSize])
	end := 32 + 40*len(h.Sections)
	clear(file[end-8 : end-4])
	clear(file[end : end+4])
	message := append([]byte("normlet pack signature 1\x00"), sha512Sum(file)...)
	if !ed25519.Verify(public(testKey(1)), message, signed[len(file):]) {
		t.Error("the signature is not of this message")
	}
}

// TestCode gives a part of the codes that cannot grow into the next.
func TestCode(t *testing.T) {
	code := (&Contents{Bits: 128, Codes: []uint64{1, 2, 3, 4}}).Code(0)
	if fmt.Sprint(code) != "[1 2]" || cap(code) != 2 {
		t.Errorf("code %v of capacity %d", code, cap(code))
	}
}

// TestIsPart tells words within data from words beside it.
func TestIsPart(t *testing.T) {
	words := make([]uint64, 8)
	data := viewBytes(words[2:6])
	for i, want := range []bool{false, false, true, true, true, true, false, false} {
		if got := isPart(words[i:i+1], data); got != want {
			t.Errorf("word %d: %t, want %t", i, got, want)
		}
	}
	if isPart[uint64](nil, data) || isPart(words, nil) {
		t.Error("nothing is a part of something")
	}
}

// viewBytes views words as bytes.
func viewBytes(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
}

func sha512Sum(b []byte) []byte {
	sum := sha512.Sum512(b)
	return sum[:]
}

// TestCorrupt says where a read failed, and keeps the words of other errors.
func TestCorrupt(t *testing.T) {
	r := wire.NewReader([]byte{1, 2, 3})
	r.Uint8()
	r.Uint32()
	var c *CorruptError
	if err := Damage("NAME", fmt.Errorf("around: %w", r.Err())); !errors.As(err, &c) || c.Section != "NAME" || c.Offset != 1 || !strings.HasPrefix(c.Reason, "4 bytes wanted") {
		t.Errorf("a failed read: %+v", c)
	}
	if err := Damage("NAME", errors.New("else")); !errors.As(err, &c) || c.Offset != 0 || c.Reason != "else" {
		t.Errorf("another error: %+v", c)
	}
	if err := Damage("NAME", nil); err != nil {
		t.Errorf("no error: %v", err)
	}
}

// TestDetailsStayCompressed requires DETL to be stored as it is, so that opening a pack does not
// decompress it.
func TestDetailsStayCompressed(t *testing.T) {
	c := sample()
	c.Details = bytes.Repeat([]byte("details "), 4000)
	h, err := ReadHeader(write(t, c, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range h.Sections {
		if s.Tag == tagDetails && (s.Zstd || s.Stored != int64(len(c.Details))) {
			t.Errorf("%+v", s)
		}
	}
	if got, err := Parse(write(t, c, nil)); err != nil || !bytes.Equal(got.Details, c.Details) {
		t.Errorf("read: %v", err)
	}
}
