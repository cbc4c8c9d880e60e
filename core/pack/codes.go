package pack

import (
	"encoding/binary"
	"math"
	"slices"
	"unsafe"

	"github.com/normlet/normlet/internal/wire"
)

// Encodings of the codes; the first byte of section CODE.
const (
	codesPlain    = 0 // every word as it is
	codesPrevious = 1 // words of each row but the first XORed with those of the row before
)

// codesHead is the length of what precedes the words: encoding, three zero
// bytes, bits, rows. A multiple of 8, so that the words are aligned in the file.
const codesHead = 16

// codeForms returns the codes in every encoding, or as plain words only. Rows
// sorted by their names have neighbours that look alike and therefore similar
// codes: on the human gene names, 128 bits by threshold, the difference from the row before
// compresses to 0.83 of the words, from the entity's primary row to 0.98, the
// words alone to 0.93. A search among the 255 rows before gains 0.01 more.
func (c *Contents) codeForms(o *WriteOptions) [][][]byte {
	forms := one(c.appendCodes(codesPlain, c.Codes))
	if !o.RawCodes {
		forms = append(forms, [][]byte{c.appendCodes(codesPrevious, c.differences())})
	}
	return forms
}

func (c *Contents) appendCodes(encoding uint8, words []uint64) []byte {
	out := make([]byte, 0, codesHead+8*len(words))
	out = append(out, encoding, 0, 0, 0)
	out = wire.AppendUint32(out, uint32(c.Bits))
	out = wire.AppendUint64(out, uint64(c.Names.Len()))
	return wire.AppendUint64s(out, words)
}

// differences returns the words of each row XORed with those of the row before.
func (c *Contents) differences() []uint64 {
	n, out := c.Bits/64, slices.Clone(c.Codes)
	for i := n; i < len(out); i++ {
		out[i] ^= c.Codes[i-n]
	}
	return out
}

// undoDifferences is the inverse of differences where a section had these. It is done
// in place, so in a copy of what is a part of the file.
func (c *Contents) undoDifferences(file []byte) {
	if !c.chained {
		return
	}
	if c.chained = false; isPart(c.Codes, file) {
		c.Codes = slices.Clone(c.Codes)
	}
	n := c.Bits / 64
	for i := n; i < len(c.Codes); i++ {
		c.Codes[i] ^= c.Codes[i-n]
	}
}

func parseCodes(c *Contents, r *wire.Reader, m *Meter) {
	encoding := r.Uint8()
	r.Zeros(3)
	bits, rows := r.Uint32(), r.Uint64()
	switch {
	case encoding > codesPrevious:
		r.Failf("unknown code encoding %d", encoding)
	case bits < 64 || bits > 4096 || bits%64 != 0:
		r.Failf("codes of %d bits; allowed are multiples of 64 from 64 to 4096", bits)
	case rows != uint64(c.Names.Len()):
		r.Failf("codes of %d rows for %d names", rows, c.Names.Len())
	case rows*uint64(bits/8) > math.MaxInt: // rows < 2^31
		r.Failf("codes of %d rows exceed this machine's memory", rows)
	}
	b := r.Bytes(int(rows * uint64(bits/8)))
	if r.Err() != nil {
		return
	}
	if encoding == codesPrevious && !m.take(r, len(b), len(b)) {
		return
	}
	c.Bits, c.Codes, c.chained = int(bits), wordsOf(b), encoding == codesPrevious
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
