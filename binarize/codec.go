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

// Errors of [ParseHead], always wrapped with what was found and where.
var (
	// ErrFormat: the bytes are not a stored head, or are damaged.
	ErrFormat = errors.New("binarize: not a valid head")
	// ErrVersion: the head was written by a newer normlet.
	ErrVersion = errors.New("binarize: head of an unknown version")
)

// BFloat16 returns x rounded to the nearest bfloat16 value, ties to even: the
// precision of stored weights.
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

// MarshalBinary returns the stored form of the head.
func (h *Head) MarshalBinary() ([]byte, error) { return h.AppendBinary(nil) }

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
	dst = append(dst, magic...)
	dst = append(dst, version, flags, byte(len(h.Method)), 0)
	dst = wire.AppendUint16(dst, uint16(h.Words()))
	dst = wire.AppendUint16(dst, uint16(h.Dim))
	dst = append(dst, h.Method...)
	dst = wire.AppendFloat32s(dst, h.T)
	for _, w := range h.W {
		dst = wire.AppendUint16(dst, uint16(math.Float32bits(w)>>16))
	}
	return wire.AppendUint32(dst, wire.Checksum(dst[start:])), nil
}

// ParseHead reads a head from its stored form, which must fill data wholly, and
// keeps nothing of data. The error wraps [ErrFormat] or [ErrVersion]. It allocates
// only after the length of data was found to agree with the header.
func ParseHead(data []byte) (*Head, error) {
	h, flags, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	r := wire.NewReader(data[headerSize+len(h.Method) : len(data)-crcSize])
	h.T = r.Float32s(h.Bits)
	if flags&flagW != 0 {
		h.W = make([]float32, h.Bits*h.Dim)
		for i := range h.W {
			h.W[i] = math.Float32frombits(uint32(r.Uint16()) << 16)
		}
	}
	if err := h.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return h, nil
}

// parseHeader checks all but the numbers, the length and the checksum included.
func parseHeader(data []byte) (h *Head, flags byte, err error) {
	if len(data) < headerSize || string(data[:4]) != magic {
		return nil, 0, fmt.Errorf("%w: it does not begin with %q and a header of %d bytes", ErrFormat, magic, headerSize)
	}
	if data[4] != version {
		return nil, 0, fmt.Errorf("%w: version %d, this program reads version %d", ErrVersion, data[4], version)
	}
	flags = data[5]
	if flags&^flagW != 0 || data[7] != 0 {
		return nil, 0, fmt.Errorf("%w: reserved bits are set: flags %#x, byte 7 %#x", ErrFormat, flags, data[7])
	}
	h = &Head{
		Bits: 64 * int(binary.LittleEndian.Uint16(data[8:])),
		Dim:  int(binary.LittleEndian.Uint16(data[10:])),
	}
	if err := CheckShape(h.Bits, h.Dim); err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	nameLen := int(data[6])
	want := headerSize + nameLen + 4*h.Bits + crcSize
	if flags&flagW != 0 {
		want += 2 * h.Bits * h.Dim
	}
	if len(data) != want {
		return nil, 0, fmt.Errorf("%w: %d bytes, the header asks for %d", ErrFormat, len(data), want)
	}
	if have, sum := wire.Checksum(data[:want-crcSize]), binary.LittleEndian.Uint32(data[want-crcSize:]); have != sum {
		return nil, 0, fmt.Errorf("%w: checksum %08x, stored %08x: the bytes are damaged", ErrFormat, have, sum)
	}
	h.Method = string(data[headerSize : headerSize+nameLen])
	return h, flags, nil
}
