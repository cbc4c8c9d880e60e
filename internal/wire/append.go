package wire

import (
	"encoding/binary"
	"hash/crc32"
	"math"
)

// castagnoli is a read-only table; hash/crc32 uses the CPU's instruction for it.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC-32C of b.
func Checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// AppendUint16 appends v, little end first.
func AppendUint16(dst []byte, v uint16) []byte { return binary.LittleEndian.AppendUint16(dst, v) }

// AppendUint32 appends v, little end first.
func AppendUint32(dst []byte, v uint32) []byte { return binary.LittleEndian.AppendUint32(dst, v) }

// AppendUint64 appends v, little end first.
func AppendUint64(dst []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(dst, v) }

// AppendFloat32 appends the IEEE 754 form of v.
func AppendFloat32(dst []byte, v float32) []byte { return AppendUint32(dst, math.Float32bits(v)) }

// AppendUvarint appends v in 1 to 10 bytes, 7 bits a byte.
func AppendUvarint(dst []byte, v uint64) []byte { return binary.AppendUvarint(dst, v) }

// AppendLenBytes appends the length of s as a Uvarint, then s.
func AppendLenBytes[T string | []byte](dst []byte, s T) []byte {
	return append(AppendUvarint(dst, uint64(len(s))), s...)
}

func AppendFloat32s(dst []byte, v []float32) []byte {
	for _, x := range v {
		dst = AppendFloat32(dst, x)
	}
	return dst
}

func AppendUint64s(dst []byte, v []uint64) []byte {
	for _, x := range v {
		dst = AppendUint64(dst, x)
	}
	return dst
}

// AppendPadding appends zero bytes until the length of dst is a multiple of align.
func AppendPadding(dst []byte, align int) []byte {
	for len(dst)%align != 0 {
		dst = append(dst, 0)
	}
	return dst
}
