package pack

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// testKey returns a key that depends on n alone.
func testKey(n byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, ed25519.SeedSize))
}

func public(k ed25519.PrivateKey) ed25519.PublicKey { return k.Public().(ed25519.PublicKey) }

func sign(t testing.TB, data []byte) []byte {
	t.Helper()
	signed, err := Sign(data, testKey(1))
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

func TestSign(t *testing.T) {
	data := write(t, sample(), nil)
	ours, other := public(testKey(1)), public(testKey(2))
	if err := Verify(data, ours); err != ErrUnsigned {
		t.Errorf("unsigned: error %v", err)
	}
	signed := sign(t, data)
	for _, tt := range []struct {
		name string
		keys []ed25519.PublicKey
		want error
	}{
		{"right key", []ed25519.PublicKey{ours}, nil},
		{"one of the keys", []ed25519.PublicKey{other, ours}, nil},
		{"another key", []ed25519.PublicKey{other}, ErrSignature},
		{"short key", []ed25519.PublicKey{ours[:5]}, ErrSignature},
		{"no key", nil, ErrSignature},
	} {
		if err := Verify(signed, tt.keys...); err != tt.want {
			t.Errorf("%s: error %v, want %v", tt.name, err, tt.want)
		}
	}
	c, err := Parse(signed)
	if err != nil {
		t.Fatal(err)
	}
	if table := diff(sample(), c); table != "" {
		t.Errorf("signing changed %s", table)
	}
	if again := sign(t, signed); !bytes.Equal(again, signed) {
		t.Error("signing again with the same key gives another file")
	}
	if resigned, err := Sign(signed, testKey(2)); err != nil || Verify(resigned, other) != nil || Verify(resigned, ours) != ErrSignature {
		t.Errorf("the signature was not replaced (error %v)", err)
	}
}

func TestSignRefuses(t *testing.T) {
	data := write(t, sample(), nil)
	if _, err := Sign(data, testKey(1)[:10]); err == nil {
		t.Error("a short key was accepted")
	}
	if _, err := Sign(data[:len(data)-1], testKey(1)); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a damaged file was signed (error %v)", err)
	}
	if err := Verify([]byte("no pack"), public(testKey(1))); err != ErrNotPack {
		t.Errorf("error %v, want ErrNotPack", err)
	}
}

// TestSignatureCoversAll changes a byte anywhere and then repairs all checksums,
// as somebody who wants to deceive would: the signature has to notice.
func TestSignatureCoversAll(t *testing.T) {
	signed := sign(t, write(t, sample(), nil))
	h, err := ReadHeader(signed)
	if err != nil {
		t.Fatal(err)
	}
	end := headerSize + entrySize*len(h.Sections)
	for i := range signed {
		if i >= end && i < end+crcSize {
			continue // the checksum itself, repaired below
		}
		forged := bytes.Clone(signed)
		forged[i] ^= 0x40
		for n, s := range h.Sections {
			crc := headerSize + n*entrySize + 32
			copy(forged[crc:], wire.AppendUint32(nil, wire.Checksum(forged[s.Offset:s.Offset+s.Stored])))
		}
		copy(forged[end:], wire.AppendUint32(nil, wire.Checksum(forged[:end])))
		if bytes.Equal(forged, signed) {
			continue // the change was in a section's checksum
		}
		if err := Verify(forged, public(testKey(1))); err == nil {
			t.Errorf("a change of byte %#x was not noticed", i)
		}
	}
}

// TestVerifyDamage says of a damaged file that it is damaged, whatever its signature would say.
func TestVerifyDamage(t *testing.T) {
	signed := sign(t, write(t, sample(), nil))
	ours := public(testKey(1))
	h, err := ReadHeader(signed)
	if err != nil {
		t.Fatal(err)
	}
	names := h.Sections[slices.IndexFunc(h.Sections, func(s SectionInfo) bool { return s.Tag == tagNames })]
	padding := slices.IndexFunc(h.Sections, func(s SectionInfo) bool { return s.Stored%align != 0 })
	after := h.Sections[padding].Offset + h.Sections[padding].Stored
	for name, tt := range map[string]struct {
		section string
		offset  int64
		data    []byte
	}{
		"a byte of a section": {"NAME", 0, flipped(signed, names.Offset)},
		"a byte between":      {"file", after, flipped(signed, after)},
		"a byte of the end":   {"SIGN", 0, flipped(signed, int64(len(signed)-1))},
		"cut off":             {"file", int64(len(signed) - 1), signed[:len(signed)-1]},
		"longer":              {"file", int64(len(signed) + 1), append(bytes.Clone(signed), 0)},
	} {
		var c *CorruptError
		if err := Verify(tt.data, ours); !errors.As(err, &c) || c.Section != tt.section || c.Offset != tt.offset {
			t.Errorf("%s: %v, want damage of %s at %d", name, err, tt.section, tt.offset)
		}
		if _, err := Sign(tt.data, testKey(1)); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: signed again with the error %v", name, err)
		}
	}
	if _, err := Sign(signed, testKey(1)[:63]); err == nil || !strings.Contains(err.Error(), "has 63 bytes, an Ed25519 key has 64") {
		t.Errorf("a short key: %v", err)
	}
}

func flipped(data []byte, at int64) []byte {
	out := bytes.Clone(data)
	out[at] ^= 1
	return out
}
