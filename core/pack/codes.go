package pack

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/normlet/normlet/internal/wire"
)

// Encodings of the codes; the first byte of section CODE.
const (
	codesPlain = 0 // every word as it is
	codesNear  = 2 // a byte a row, then the words of each row XORed with those of a row before it; 1 was the row right before
)

// codesHead is the length of what precedes the words: encoding, three zero
// bytes, bits, rows. A multiple of 8, so that the words are aligned in the file.
const codesHead = 16

// codeForms returns the codes in every encoding, or as plain words only.
func (c *Contents) codeForms(o *WriteOptions) [][][]byte {
	forms := one(wire.AppendUint64s(c.codesHead(codesPlain, 8*len(c.Codes)), c.Codes))
	if !o.RawCodes {
		forms = append(forms, c.nearCodes())
	}
	return forms
}

// codesHead returns the head of the section, with room for more bytes.
func (c *Contents) codesHead(encoding uint8, room int) []byte {
	out := append(make([]byte, 0, codesHead+room), encoding, 0, 0, 0)
	return wire.AppendUint64(wire.AppendUint32(out, uint32(c.Bits)), uint64(c.Names.Len()))
}

func parseCodes(c *Contents, r *wire.Reader, m *Meter) {
	encoding := r.Uint8()
	r.Zeros(3)
	bits, rows := r.Uint32(), r.Uint64()
	switch {
	case encoding != codesPlain && encoding != codesNear:
		r.Failf("unknown code encoding %d", encoding)
	case bits < 64 || bits > 4096 || bits%64 != 0:
		r.Failf("codes of %d bits; allowed are multiples of 64 from 64 to 4096", bits)
	case rows != uint64(c.Names.Len()):
		r.Failf("codes of %d rows for %d names", rows, c.Names.Len())
	case rows*uint64(bits/8+1) > math.MaxInt: // rows < 2^31
		r.Failf("codes of %d rows exceed this machine's memory", rows)
	}
	if r.Err() != nil {
		return
	}
	c.Bits = int(bits)
	if size := int(rows) * c.Bits / 8; encoding == codesPlain {
		c.Codes = wordsOf(r.Bytes(size))
	} else if how, b := r.Bytes(int(rows)), r.Bytes(size); r.Err() == nil {
		c.joinNear(r, how, b, m)
	}
}

func (c *Contents) checkCodes() error {
	if c.Bits < 64 || c.Bits > 4096 || c.Bits%64 != 0 {
		return faultf(tagCodes, "codes of %d bits; allowed are multiples of 64 from 64 to 4096", c.Bits)
	}
	if !c.CodesLater() && uint64(len(c.Codes)) != uint64(c.Names.Len())*uint64(c.Bits/64) {
		return faultf(tagCodes, "%d words for %d names of %d bits", len(c.Codes), c.Names.Len(), c.Bits)
	}
	return nil
}

// wordsOf returns b as little-endian words: b's own memory where the machine
// reads it so, a copy elsewhere.
func wordsOf(b []byte) []uint64 {
	if len(b) == 0 {
		return nil
	}
	little := binary.NativeEndian.Uint16([]byte{1, 0}) == 1
	p := unsafe.Pointer(&b[0])
	if !little || uintptr(p)%unsafe.Alignof(uint64(0)) != 0 {
		return wire.NewReader(b).Uint64s(len(b) / 8)
	}
	return unsafe.Slice((*uint64)(p), len(b)/8)
}

// isPart reports whether words or bytes lie within data.
func isPart[T uint64 | byte](words []T, data []byte) bool {
	if len(words) == 0 || len(data) == 0 {
		return false
	}
	at, start := uintptr(unsafe.Pointer(&words[0])), uintptr(unsafe.Pointer(&data[0]))
	return at >= start && at-start < uintptr(len(data))
}
