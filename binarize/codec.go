package binarize

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/wire"
)

const (
	magic      = "NBIN"
	version    = 1
	flagW      = 1
	headerSize = 12
	crcSize    = 4
)

// errFormat is the error of ParseHead, always wrapped with what was found and where.
var errFormat = errors.New("binarize: not a valid head")

// BFloat16 returns x rounded to the nearest bfloat16 value, ties to even: the precision
// of stored weights.
func BFloat16(x float32) float32 {
	if x != x {
		return x // adding to the bits of a NaN could turn it into a number
	}
	b := math.Float32bits(x)
	b += 0x7fff + b>>16&1
	return math.Float32frombits(b &^ 0xffff)
}

// notFinite reports whether x is infinite or not a number.
func notFinite(x float32) bool { return x-x != 0 }

// AppendBinary appends the stored form of the head to dst, if [Head.Validate] accepts it.
func (h *Head) AppendBinary(dst []byte) ([]byte, error) {
	if err := h.Validate(); err != nil {
		return nil, fmt.Errorf("binarize: cannot store head: %w", err)
	}
	start := len(dst)
	var flags byte
	if h.W != nil {
		flags |= flagW
	}
	dst = slices.Grow(dst, headerSize+len(h.Method)+4*len(h.T)+2*len(h.W)+crcSize)
	dst = append(append(dst, magic...), version, flags, byte(len(h.Method)), 0)
	dst = wire.AppendUint16(wire.AppendUint16(dst, uint16(h.Words())), uint16(h.Dim))
	dst = wire.AppendFloat32s(append(dst, h.Method...), h.T)
	for _, w := range h.W {
		dst = wire.AppendUint16(dst, uint16(math.Float32bits(w)>>16))
	}
	return wire.AppendUint32(dst, wire.Checksum(dst[start:])), nil
}

// ParseHead reads a head from its stored form, which must fill data wholly, and keeps
// nothing of data. It checks the length of data against the header before it
// allocates.
func ParseHead(data []byte) (*Head, error) {
	h, weights, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	r := wire.NewReader(data[headerSize+len(h.Method):])
	h.T = r.Float32s(h.Bits)
	if body := r.Bytes(2 * weights); weights > 0 {
		h.W = make([]float32, weights)
		for i := range h.W {
			h.W[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(body[2*i:])) << 16)
		}
	}
	if err := h.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", errFormat, err)
	}
	return h, nil
}

// parseHeader checks all but the numbers, the length and the checksum included.
func parseHeader(data []byte) (h *Head, weights int, err error) {
	if len(data) < headerSize || string(data[:len(magic)]) != magic {
		return nil, 0, fmt.Errorf("%w: it does not begin with %q and a header of %d bytes", errFormat, magic, headerSize)
	}
	r := wire.NewReader(data[len(magic):])
	have, flags, name, reserved := r.Uint8(), r.Uint8(), int(r.Uint8()), r.Uint8()
	if have != version {
		return nil, 0, &wire.VersionError{Part: "version of the binarizer", Have: version, Want: int(have)}
	}
	if flags&^flagW != 0 || reserved != 0 {
		return nil, 0, fmt.Errorf("%w: reserved bits are set: flags %#x, byte 7 %#x", errFormat, flags, reserved)
	}
	h = &Head{Bits: 64 * int(r.Uint16()), Dim: int(r.Uint16())}
	if err := CheckShape(h.Bits, h.Dim); err != nil {
		return nil, 0, fmt.Errorf("%w: %w", errFormat, err)
	}
	if flags&flagW != 0 {
		weights = h.Bits * h.Dim
	}
	end := headerSize + name + 4*h.Bits + 2*weights
	if len(data) != end+crcSize {
		return nil, 0, fmt.Errorf("%w: %d bytes, the header asks for %d", errFormat, len(data), end+crcSize)
	}
	if have, sum := wire.Checksum(data[:end]), binary.LittleEndian.Uint32(data[end:]); have != sum {
		return nil, 0, fmt.Errorf("%w: checksum %08x, stored %08x: the bytes are damaged", errFormat, have, sum)
	}
	h.Method = string(r.Bytes(name))
	return h, weights, nil
}
